# The same few commands here and in CI. `make help` lists them.
.DEFAULT_GOAL := help
SHELL := /bin/bash

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
CORES := -n auto --dist loadfile

.PHONY: help setup check format quick test rules golden pin bench lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## create .venv with exactly the versions of constraints.txt

$(READY): pyproject.toml constraints.txt
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Interchange needs Python 3.11 or newer; say which with: make setup PYTHON=/path/to/python3" >&2; exit 1; }
	"$(PYTHON)" -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,bench]'
	@touch $@

check: $(READY) ## lint, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY) ## let ruff rewrite what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

quick: $(READY) ## the tests without the slow ones, under a minute
	$(BIN)/python -m pytest -q $(CORES) -m "not slow"

test: check rules ## everything CI runs: check, rules, all tests
	$(BIN)/python -m pytest $(CORES)

rules: $(READY) ## print rule -> tests; fails if a rule has no test
	$(BIN)/python -m tests.rule_coverage

golden: $(READY) ## rewrite the golden playthroughs and move counts, to be read in the diff
	$(BIN)/python -m pytest -q tests/golden --rewrite-golden

pin: $(READY) ## record the content of new edition versions
	$(BIN)/python -m tests.edition_pins

bench: $(READY) ## measure speed against python-chess and Dijkstra in the same run (some minutes)
	$(BIN)/python -m benchmarks $(if $(WRITE),--write)

lock: ## write constraints.txt anew from pyproject.toml
	rm -rf $(VENV)/lock && "$(PYTHON)" -m venv $(VENV)/lock
	$(VENV)/lock/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev,bench]'
	{ grep '^#' constraints.txt; $(VENV)/lock/bin/python -m pip freeze --exclude-editable; } > constraints.new
	mv constraints.new constraints.txt && rm -rf $(VENV)/lock

clean: ## remove everything that can be made again
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build *.egg-info
