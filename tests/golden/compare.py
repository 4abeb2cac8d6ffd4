"""Compares a golden file with what it should say now, and tells the difference."""

from difflib import unified_diff
from pathlib import Path
from typing import Final

import pytest

SHOWN: Final = 40
"""How many lines of a difference are shown."""
ADVICE: Final = "If that is how it should be, run `make golden` and read the diff."


def read(path: Path) -> str:
    """Read a golden file; fail if it is not there."""
    if not path.is_file():
        pytest.fail(f"{path.name} is missing: run `make golden`", pytrace=False)
    return path.read_text(encoding="utf-8")


def compare(path: Path, now: str) -> None:
    """Fail unless a file says, line by line, what it should say now."""
    written = read(path)
    if written != now:
        pytest.fail(difference(path.name, written, now), pytrace=False)


def difference(name: str, written: str, now: str) -> str:
    """Show where two texts part, from the first line on that is not the same."""
    before, after = (text.splitlines() for text in (written, now))
    lines = list(unified_diff(before, after, "golden file", "played now", lineterm="", n=2))
    more = [f"... and {len(lines) - SHOWN} lines more"] if len(lines) > SHOWN else []
    return "\n".join([f"{name} is not what is played now.", *lines[:SHOWN], *more, ADVICE])
