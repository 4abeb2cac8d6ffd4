# The same few commands here and in CI. `make help` lists them.
.DEFAULT_GOAL := help
SHELL := /bin/bash

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Images with Python often set this. Without byte code each of the many processes that the platform
# and its tests start would compile all the services, and pytest rewrite all the tests, again.
unexport PYTHONDONTWRITEBYTECODE
# One more than there are cores, as many tests wait for processes that they have started.
CORES := -n $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) + 1 ))) --dist loadfile --no-loadscope-reorder

.PHONY: help setup up demo token verify check format quick test deep contract soak openapi scoring rules golden pin secrets rehearsal kubernetes bench bench-api capacity strength lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## create .venv with exactly the versions of constraints.txt

$(READY): pyproject.toml constraints.txt
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Interchange needs Python 3.11 or newer; say which with: make setup PYTHON=/path/to/python3" >&2; exit 1; }
	"$(PYTHON)" -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,bench]'
	@touch $@

up: $(READY) ## run the platform on one port (PORT, 8080) with an embedded server; Ctrl-C stops it
	@exec $(BIN)/python -m deploy.local

demo: $(READY) ## the platform with a game in every city and a tournament to look at (some two minutes)
	@exec $(BIN)/python -m deploy.demo

token: $(READY) ## print a development token for PLAYER
	@$(BIN)/python -m deploy.keys "$(PLAYER)"

verify: $(READY) ## check the record of a finished game, offline: RECORD=file
	@$(BIN)/python -m services.rules verify "$(RECORD)"

check: $(READY) ## lint, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY) ## let ruff rewrite what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

quick: $(READY) ## the tests without the slow ones, under a minute
	$(BIN)/python -m pytest -q $(CORES) -m "not slow and not deep" --hypothesis-profile quick

test: check rules ## everything CI runs: check, rules, all tests
	$(BIN)/python -m pytest $(CORES) -m "not deep" --hypothesis-profile half

deep: $(READY) ## what takes longer: laws on more examples, every number of players, more ways to fail (some minutes)
	$(BIN)/python -m pytest $(CORES) -m "deep or law"

contract: $(READY) ## Schemathesis against the running service: thousands of cases (some minutes)
	$(BIN)/python -m tests.contract

soak: $(READY) ## a tournament of 128 that runs by itself while its workers are killed (some minutes)
	$(BIN)/python -m tests.soak

openapi: $(READY) ## write the contracts in openapi/ from the code
	for name in rules scoring lobby; do \
	  $(BIN)/python -m services.$$name openapi > openapi/$$name.new \
	  && mv openapi/$$name.new openapi/$$name.json || exit 1; done

scoring: $(READY) ## commands around results: ARGS='rebuild', ARGS='dead', ARGS='dead --retry all'
	@DATA="$${DATA:-.data}"; REDIS_URL="$${REDIS_URL:-unix://$$(realpath "$$DATA")/valkey/valkey.sock?db=0}" \
	  $(BIN)/python -m services.scoring $(ARGS)

rules: $(READY) ## print rule -> tests; fails if a rule has no test
	$(BIN)/python -m tests.rule_coverage

golden: $(READY) ## rewrite the golden playthroughs and move counts, to be read in the diff
	$(BIN)/python -m pytest -q tests/golden --rewrite-golden

pin: $(READY) ## record the content of new edition versions
	$(BIN)/python -m tests.edition_pins

secrets: $(READY) ## make the secrets of docker-compose.yml in deploy/secrets; what is there stays
	@$(BIN)/python -m deploy.secrets deploy/secrets

rehearsal: $(READY) ## run the containers with podman, and play while a city is scaled, stopped and renewed (root, some minutes)
	@$(BIN)/python -m deploy.rehearsal $(ARGS)

kubernetes: $(READY) ## build the example of deploy/kubernetes anew, with kustomize or kubectl
	$(BIN)/python -m deploy.manifests

bench: $(READY) ## measure speed against python-chess, Dijkstra and plain RQ in the same run (some minutes)
	$(BIN)/python -m benchmarks $(if $(WRITE),--write)

bench-api: $(READY) ## measure the API against a floor in the same run (some minutes)
	$(BIN)/python -m benchmarks.api $(if $(WRITE),--write)

capacity: $(READY) ## measure what games, streams, results and bots need (some minutes)
	$(BIN)/python -m benchmarks.capacity $(if $(WRITE),--write)

strength: $(READY) ## let the levels of bots play against each other on every edition (half an hour)
	$(BIN)/python -m benchmarks.strength $(if $(WRITE),--write)

lock: ## write constraints.txt anew from pyproject.toml
	rm -rf $(VENV)/lock && "$(PYTHON)" -m venv $(VENV)/lock
	$(VENV)/lock/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev,bench]'
	{ grep '^#' constraints.txt; $(VENV)/lock/bin/python -m pip freeze --exclude-editable; } > constraints.new
	mv constraints.new constraints.txt && rm -rf $(VENV)/lock

clean: ## remove everything that can be made again
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
