"""Whether a command that a page only names exists: its target, its subcommand, its options."""

import ast
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any, Final

from typer.main import get_command

from clients.cli.app import build
from deploy.settings import ROOT
from tests.pages.reading import Named

TARGET: Final = re.compile(r"^([a-z][a-z-]*):(?!=)", re.MULTILINE)
VARIABLE: Final = re.compile(r"([A-Z][A-Z_]*)=.*")
OPTION: Final = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
INSIDE: Final = ".venv/bin/"


def objection(command: Named) -> str:
    """Say what is wrong with a command that is named; nothing if it exists, or is no command."""
    try:
        words = shlex.split(command.text)
    except ValueError:
        return ""
    if not words or words[0].removeprefix(INSIDE) not in CHECKS or len(words) == 1:
        return ""
    return CHECKS[words[0].removeprefix(INSIDE)](words[1:], command.around)


def _make(words: Sequence[str], _around: str) -> str:
    """Look for the target, and for the variables that it is given."""
    makefile = _read("Makefile")
    known = makefile + _read("docs/operations.md")
    for word in words:
        variable = VARIABLE.fullmatch(word)
        if variable and not re.search(rf"\b{variable[1]}\b", known):
            return f"nobody reads {variable[1]}"
        if not variable and not word.startswith("-") and word not in TARGET.findall(makefile):
            return f"make has no target {word}"
    return ""


def _interchange(words: Sequence[str], around: str) -> str:
    """Walk down the commands; options may also stand beside the command in its row of a table."""
    command: Any = get_command(build())
    for word in words:
        below = getattr(command, "commands", None)
        if below is None or word.startswith("-"):
            break
        if word not in below:
            return f"there is no {word} in {command.name}"
        command = below[word]
    if not around.startswith("| `interchange"):
        around = ""
    in_row = {flag for each in _of_row(around) for flag in _flags(each)}
    asked = OPTION.findall(" ".join([*words, *re.findall(r"`([^`]+)`", around)]))
    unknown = [flag for flag in asked if flag not in {*_flags(command), *in_row, "--help"}]
    return f"{command.name} has no {unknown[0]}" if unknown else ""


def _python(words: Sequence[str], _around: str) -> str:
    """Look for the module; what it is told has to be in its help."""
    if words[0] == "-c":
        return _failure([sys.executable, "-c", words[1]])
    if words[0] != "-m":
        return ""
    module, told = words[1], list(words[2:])
    if find_spec(module) is None or (_is_package(module) and not find_spec(f"{module}.__main__")):
        return f"there is no program {module}"
    if not told:
        return ""
    told = told[: told.index("<")] if "<" in told else told
    plain = [word for word in told if not word.startswith("-")]
    helped = _helped(module, *plain) if told else ""
    unknown = [flag for flag in OPTION.findall(" ".join(told)) if flag not in helped]
    return helped if helped.startswith("fails:") else (f"no {unknown[0]}" if unknown else "")


def _gunicorn(words: Sequence[str], _around: str) -> str:
    """Look for the settings and for the application."""
    settings, application = words[words.index("-c") + 1], words[-1]
    module, _, factory = application.partition(":")
    spec = find_spec(module)
    if not (ROOT / settings).is_file() or spec is None or spec.origin is None:
        return f"{settings} or {module} is not there"
    tree = ast.parse(_read(spec.origin))
    made = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    return "" if factory.removesuffix("()") in made else f"{module} has no {factory}"


CHECKS: Final[Mapping[str, Callable[[Sequence[str], str], str]]] = {
    "make": _make,
    "interchange": _interchange,
    "python": _python,
    "gunicorn": _gunicorn,
}


def _flags(command: Any) -> set[str]:
    return {flag for each in command.params for flag in (*each.opts, *each.secondary_opts)} | {
        "--install-completion"
    }


def _of_row(row: str) -> list[Any]:
    """Give the commands that a row of a table names."""
    found = []
    for text in re.findall(r"`interchange ([^`]+)`", row):
        command: Any = get_command(build())
        for word in text.split():
            command = getattr(command, "commands", {}).get(word, command)
        found.append(command)
    return found


@cache
def _helped(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words, "--help"],
        capture_output=True, text=True, check=False, cwd=ROOT, timeout=60,
    )  # fmt: skip
    return done.stdout if done.returncode == 0 else f"fails: {done.stderr}"


def _failure(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return done.stderr if done.returncode else ""


def _is_package(module: str) -> bool:
    spec = find_spec(module)
    return spec is not None and spec.submodule_search_locations is not None


def _read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")
