"""Who may import whom, and what no module may do while it is imported."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDERS: Final = ("services", "clients")
LONGEST: Final = 280
"""Lines that a file of the services may have."""
CONTRACTS: Final = "services.contracts"
PLUMBING: Final = "services.plumbing"
FAMILIES: Final = "services.rules.families"
OUTSIDE: Final = {
    "tests": "only tests use tests",
    "benchmarks": "only benchmarks use benchmarks",
    "clients": "only clients use clients",
}
FOR_CLIENTS: Final = (
    *(CONTRACTS, PLUMBING),
    *("services.rules.core", FAMILIES, "services.rules.editions"),
    *("services.scoring.core", "services.scoring.editions"),
    "services.rules.app.verify_record",  # offline, as whoever doubts a record wants it
)
"""What clients may use as a library; everything else they ask for over HTTP."""
SPY: Final = """
import importlib, sys
names = sys.argv[2:]
sys.path.insert(0, sys.argv[1])
for name in names:
    importlib.import_module(name)
for name in [name for name in sys.modules if name.split(".")[0] in {"services", "clients"}]:
    del sys.modules[name]

def spy(event, arguments):
    source = str(arguments[0]).endswith((".py", ".pyc")) if arguments else False
    if event.split(".")[0] in {"socket", "subprocess"} or (event == "open" and not source):
        print(importing, event, arguments[0])

importing = ""
sys.addaudithook(spy)
for importing in names:
    importlib.import_module(importing)
"""
"""Imports modules twice: only what they do themselves happens a second time, and is printed."""


def python_files(root: Path) -> list[Path]:
    """List the Python files of services and clients, from the root on."""
    found = [path for folder in FOLDERS for path in (root / folder).rglob("*.py")]
    return sorted(path.relative_to(root) for path in found)


def module_of(path: Path) -> str:
    """Give the dotted name of a file; a package is named by its folder."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def imports_of(root: Path, path: Path) -> Iterator[tuple[int, str]]:
    """Find every import of a file, wherever it stands: its line and its whole name."""
    tree = ast.parse((root / path).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = list(path.parent.parts)
            origin = origin[: len(origin) + 1 - node.level] if node.level else []
            origin += [node.module] if node.module else []
            for alias in node.names:
                name = [*origin, alias.name] if alias.name != "*" else origin
                yield node.lineno, ".".join(name)


def is_in(name: str, package: str) -> bool:
    return f"{name}.".startswith(f"{package}.")


def objection(module: str, name: str) -> str:
    """Say why a module may not import a name; nothing if it may."""
    home, *_ = module.split(".")
    top, *_ = name.split(".")
    if top in OUTSIDE and top != home:
        return OUTSIDE[top]
    if home == "clients":
        return _inside(name)
    if home != "services":
        return ""
    return _impure(module, name) or _foreign(module, name)


def _inside(name: str) -> str:
    """Object to a client that reaches into a service."""
    if not is_in(name, "services") or any(is_in(name, package) for package in FOR_CLIENTS):
        return ""
    return "a client knows of the services only contracts, plumbing and the two pure cores"


def _impure(module: str, name: str) -> str:
    """Object to what the pure parts may not know: anything but the standard library and theirs."""
    core = ".".join([*module.split(".")[:2], "core"])
    known = [core, FAMILIES] if is_in(module, FAMILIES) else [core]
    top, *_ = name.split(".")
    if not is_in(module, known[-1]) or top in sys.stdlib_module_names:
        return ""
    if any(is_in(name, package) for package in known):
        return ""
    return f"{known[-1]} knows only the standard library and {' and '.join(known)}"


def _foreign(module: str, name: str) -> str:
    """Object to a service that uses another one."""
    service, other = module.split(".")[:2], name.split(".")[:2]
    shared = [CONTRACTS] if is_in(module, CONTRACTS) else [CONTRACTS, PLUMBING]
    if other[0] != "services" or other == service or ".".join(other) in shared:
        return ""
    if is_in(module, CONTRACTS) or is_in(module, PLUMBING):
        return f"{'.'.join(service)} knows no service"
    return f"a service knows no other service, only {' and '.join(shared)}"


def violations(root: Path) -> list[str]:
    """List every import that is not allowed."""
    return [
        f"{path.as_posix()}:{line}: imports {name}, but {reason}"
        for path in python_files(root)
        for line, name in imports_of(root, path)
        if (reason := objection(module_of(path), name))
    ]


def too_long(root: Path) -> list[str]:
    """List the files of the services that should be split."""
    files = [path for path in python_files(root) if path.parts[0] == "services"]
    lengths = {path: len((root / path).read_text(encoding="utf-8").splitlines()) for path in files}
    return [
        f"{path.as_posix()}: {length} lines, but {LONGEST} are the most"
        for path, length in lengths.items()
        if length > LONGEST
    ]


def side_effects(root: Path) -> list[str]:
    """List the files and sockets that modules open while they are imported."""
    names = [module_of(path) for path in python_files(root) if path.stem != "__main__"]
    command = [sys.executable, "-B", "-c", SPY, str(root), *names]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    return done.stdout.splitlines()


def tree(root: Path, path: str, text: str) -> Path:
    """Write one file of a made-up project, with the packages around it."""
    file = root / path
    file.parent.mkdir(parents=True)
    for folder in [*file.relative_to(root).parents][:-1]:
        (root / folder / "__init__.py").touch()
    file.write_text(text, encoding="utf-8")
    return root


@pytest.mark.slow
def test_every_import_is_allowed() -> None:
    assert violations(ROOT) == []


def test_every_file_of_the_services_is_looked_at() -> None:
    modules = {module_of(path) for path in python_files(ROOT)}
    assert {"services.rules.core.chance", "services.scoring.editions", FAMILIES} <= modules
    imported = imports_of(ROOT, Path("services/rules/editions/__init__.py"))
    assert "services.rules.editions.reader.read_file" in {name for _, name in imported}


def test_no_file_of_the_services_is_too_long(tmp_path: Path) -> None:
    assert too_long(ROOT) == []
    tree(tmp_path, "services/rules/core/all.py", "\n" * (LONGEST + 1))
    assert too_long(tmp_path) == ["services/rules/core/all.py: 281 lines, but 280 are the most"]


@pytest.mark.slow
def test_importing_a_module_opens_neither_files_nor_sockets() -> None:
    assert side_effects(ROOT) == []


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("open('/dev/null').close()", "services.lobby.store open /dev/null"),
        ("import socket\nsocket.socket().close()", "services.lobby.store socket.__new__"),
    ],
)
def test_a_module_that_opens_something_when_imported_is_found(
    tmp_path: Path, text: str, printed: str
) -> None:
    found = side_effects(tree(tmp_path, "services/lobby/store.py", text))
    assert [line[: len(printed)] for line in found] == [printed]


CORE = "knows only the standard library and"
OTHER = "a service knows no other service, only services.contracts and services.plumbing"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "text", "says"),
    [
        ("services/rules/core/a.py", "import yaml",
         f"1: imports yaml, but services.rules.core {CORE} services.rules.core"),
        ("services/rules/core/a.py", "from services.rules.families import b",
         "1: imports services.rules.families.b, but services.rules.core knows only "),
        ("services/rules/core/a.py", "import os\nfrom ..editions import b",
         "2: imports services.rules.editions.b, but services.rules.core knows only "),
        ("services/rules/core/__init__.py", "from .. import editions",
         f"1: imports services.rules.editions, but services.rules.core {CORE} services.rules.core"),
        ("services/scoring/core/a.py", "def f():\n    import yaml.nodes as n",
         f"2: imports yaml.nodes, but services.scoring.core {CORE} services.scoring.core"),
        ("services/scoring/core/a.py", "import services.contracts.messages",
         "1: imports services.contracts.messages, but services.scoring.core knows only "),
        ("services/scoring/core/a.py", "from services.scoring.editions import *",
         "1: imports services.scoring.editions, but services.scoring.core knows only "),
        ("services/rules/families/x/a.py", "import os\nimport json, yaml",
         f"2: imports yaml, but {FAMILIES} {CORE} services.rules.core and {FAMILIES}"),
        ("services/rules/families/x/a.py", "from ...editions.reader import b",
         f"1: imports services.rules.editions.reader.b, but {FAMILIES} {CORE} services.rules.core"),
        ("services/rules/api.py", "from services.scoring.core import b",
         f"1: imports services.scoring.core.b, but {OTHER}"),
        ("services/rules/api.py", "from services import contracts, scoring",
         f"1: imports services.scoring, but {OTHER}"),
        ("services/rules/api.py", "from ..scoring import b",
         f"1: imports services.scoring.b, but {OTHER}"),
        ("services/rules/api.py", "import typing\nif typing.TYPE_CHECKING:\n    import services.a",
         f"3: imports services.a, but {OTHER}"),
        ("services/__init__.py", "import services.a", f"1: imports services.a, but {OTHER}"),
        ("services/contracts/a.py", "import os\nfrom services.rules.core import b",
         "2: imports services.rules.core.b, but services.contracts knows no service"),
        ("services/lobby/a.py", "from tests.support import play",
         "1: imports tests.support.play, but only tests use tests"),
        ("clients/web/a.py", "import tests", "1: imports tests, but only tests use tests"),
        ("clients/web/a.py", "import os\nfrom services.rules.app import b",
         "2: imports services.rules.app.b, but a client knows of the services only contracts"),
        ("clients/web/a.py", "from services import lobby",
         "1: imports services.lobby, but a client knows of the services only contracts"),
        ("clients/web/a.py", "import services.scoring.store",
         "1: imports services.scoring.store, but a client knows of the services only contracts"),
        ("services/lobby/a.py", "import benchmarks.games",
         "1: imports benchmarks.games, but only benchmarks use benchmarks"),
        ("services/lobby/a.py", "import clients.web",
         "1: imports clients.web, but only clients use clients"),
    ],
)  # fmt: skip
def test_a_forbidden_import_is_reported_with_file_and_line(
    tmp_path: Path, path: str, text: str, says: str
) -> None:
    found = violations(tree(tmp_path, path, text))
    assert [sentence[: len(f"{path}:{says}")] for sentence in found] == [f"{path}:{says}"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("services/rules/core/a.py", "import os.path\nfrom . import b\nfrom .b import c"),
        ("services/rules/families/x/a.py", "from ...core import b\nfrom ..y.z import c"),
        ("services/rules/api.py", "import yaml\nfrom services import contracts\nfrom . import b"),
        ("services/contracts/a.py", "import yaml\nfrom services.contracts.b import c"),
        ("clients/web/a.py", "import clients.b\nfrom services import contracts"),
        ("clients/web/a.py", "import yaml\nfrom services.rules.families.x import y"),
        ("clients/web/a.py", "from services.rules.core import b\nimport services.scoring.core"),
        ("clients/web/a.py", "from services.rules import editions\nimport services.plumbing.a"),
    ],
)
def test_an_allowed_import_is_not_reported(tmp_path: Path, path: str, text: str) -> None:
    assert violations(tree(tmp_path, path, text)) == []
