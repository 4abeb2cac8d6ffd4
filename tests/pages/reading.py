"""Reads pages: their blocks, the commands in them, and the commands that are only named.

A fenced block says by its language what it is:

- `sh`: what a reader types. All of it is run, in order, in one bash for the page.
- `console`: the same behind `$ `, and below each what it answers; `…` stands for anything.
- `python`, `pycon`: a program, or a session with its answers; one Python for the page.
- `text`, `json`, `yaml`: shown, and not run.
"""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from deploy.settings import ROOT

TYPED: Final = ("sh", "console")
PROGRAMS: Final = ("python", "pycon")
SHOWN: Final = ("text", "json", "yaml")
FENCE: Final = re.compile(r"^( *)```(\S*)[^\n]*\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
SPAN: Final = re.compile(r"`([^`\n]+)`")
COMMENT: Final = re.compile(r"\s+# .*$", re.MULTILINE)
PROMPT: Final = "$ "
HISTORY: Final = "CHANGELOG.md"


class Block(NamedTuple):
    """A fenced block of a page."""

    page: str
    line: int
    """Where its first line stands."""
    language: str
    text: str


class Command(NamedTuple):
    """What a reader types at once, and what a page says it answers; None if it says nothing."""

    page: str
    line: int
    text: str
    answer: str | None = None

    @property
    def short(self) -> str:
        """The command in a line, without what a comment says about it."""
        return " ".join(COMMENT.sub("", self.text).replace("\\\n", " ").split())


class Named(NamedTuple):
    """A command in the middle of a sentence or a table."""

    page: str
    line: int
    text: str
    around: str
    """The line that it stands in."""


def pages(root: Path = ROOT) -> list[str]:
    """List the pages that are read; the changelog tells what was, not what is."""
    found = [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
    return sorted(path.relative_to(root).as_posix() for path in found if path.name != HISTORY)


def blocks(page: str, root: Path = ROOT) -> list[Block]:
    """Give the blocks of a page."""
    text = (root / page).read_text(encoding="utf-8")
    return [
        Block(page, _line(text, found.start(3)), found[2], _dedented(found[3], found[1]))
        for found in FENCE.finditer(text)
    ]


def typed(block: Block) -> list[Command]:
    """Take a block apart into commands: each as many lines as bash needs to understand it."""
    commands: list[Command] = []
    for line, text, answer in _console(block) if block.language == "console" else _lines(block):
        commands.append(Command(block.page, line, text, answer))
    return commands


def named(page: str, root: Path = ROOT) -> list[Named]:
    """Give everything that a page writes as code outside its blocks."""
    text = (root / page).read_text(encoding="utf-8")
    hidden = FENCE.sub(lambda found: "\n" * found[0].count("\n"), text)
    return [
        Named(page, number, span, line)
        for number, line in enumerate(hidden.splitlines(), start=1)
        for span in SPAN.findall(line)
    ]


def _lines(block: Block) -> Iterator[tuple[int, str, str | None]]:
    waiting: list[str] = []
    for number, line in enumerate(block.text.splitlines(), start=block.line):
        if not waiting and (not line.strip() or line.startswith("#")):
            continue
        waiting.append(line)
        if _is_whole("\n".join(waiting)):
            yield number - len(waiting) + 1, "\n".join(waiting), None
            waiting = []
    assert not waiting, f"{block.page}:{block.line}: bash does not understand {waiting[0]!r}"


def _console(block: Block) -> Iterator[tuple[int, str, str | None]]:
    """Read prompts; a command goes on in the lines that it needs, the rest is its answer."""
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert not parts[0], f"{block.page}:{block.line}: a console begins with {PROMPT!r}"
    line = block.line
    for part in parts[1:]:
        lines = part.splitlines()
        size = next(n for n in range(1, len(lines) + 1) if _is_whole("\n".join(lines[:n])))
        yield line, "\n".join(lines[:size]), "\n".join(lines[size:])
        line += len(lines)


def _is_whole(text: str) -> bool:
    """Ask bash whether a command is complete; it warns of an open here-document."""
    if text.endswith("\\"):
        return False
    done = subprocess.run(["bash", "-n", "-c", text], capture_output=True, check=False)  # noqa: S607
    return done.returncode == 0 and not done.stderr


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _dedented(text: str, margin: str) -> str:
    return re.sub(rf"^{margin}", "", text, flags=re.MULTILINE)
