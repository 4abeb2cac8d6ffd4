"""Records what every published version of an edition held, so that none changes afterwards.

    python -m tests.edition_pins

Beside the edition files of rules and of scoring lies a `versions.json`: edition -> version ->
SHA-256 of the content. A game keeps the version it began with, so the content of a version must
stay what it was. New versions are added here; what is recorded is never rewritten.

Comments and blank space are no content. The order of keys is: it decides the order of the cards
before a draw, of the sheet tops and of the zones in a breakdown.
"""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

import yaml

from services.rules.editions import FOLDER as RULES
from services.rules.editions.reader import read_file
from services.scoring.editions.tables import FOLDER as SCORING

PINS: Final = "versions.json"
Pins: TypeAlias = dict[str, dict[str, str]]


@dataclass(frozen=True)
class Source:
    """A folder of edition files, and how one of them is read."""

    folder: Path
    read: Callable[[Path], dict[str, Any]]

    def files(self) -> list[Path]:
        """List the edition files."""
        return sorted(self.folder.glob("*.yaml"))

    def pins(self) -> Pins:
        """Read what is recorded."""
        path = self.folder / PINS
        recorded: Pins = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return recorded

    def write(self, pins: Pins) -> None:
        """Write down what is recorded, editions by name and versions from the first on."""
        ordered = {name: dict(sorted(pins[name].items(), key=_number)) for name in sorted(pins)}
        text = json.dumps(ordered, indent=2) + "\n"
        (self.folder / PINS).write_text(text, encoding="utf-8")


def read_rules(path: Path) -> dict[str, Any]:
    """Read an edition file of the rules."""
    return dict(read_file(path).content)


def read_scoring(path: Path) -> dict[str, Any]:
    """Read a points table."""
    content: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return content


SOURCES: Final = (Source(RULES, read_rules), Source(SCORING, read_scoring))


def content_hash(content: dict[str, Any]) -> str:
    """Hash the content of a file without its version."""
    bare = {key: _trimmed(value) for key, value in content.items() if key != "version"}
    text = json.dumps(bare, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def problems(source: Source) -> list[str]:
    """Say what is wrong with the files as they are recorded, a sentence for each."""
    pins = source.pins()
    found = []
    for path in source.files():
        content = source.read(path)
        recorded = pins.get(path.stem, {})
        problem = _history(path.name, content, recorded)
        if not problem and str(content["version"]) not in recorded:
            problem = f"{path.name}: version {content['version']} is not recorded; run make pin"
        if problem:
            found.append(problem)
    return found


def pin(sources: Sequence[Source]) -> tuple[list[str], list[str]]:
    """Record new versions: what was recorded, and what was refused.

    If anything is refused, nothing is recorded.
    """
    recorded, refused = [], []
    books = [(source, source.pins()) for source in sources]
    for source, pins in books:
        for path in source.files():
            content = source.read(path)
            versions = pins.setdefault(path.stem, {})
            refusal = _history(path.name, content, versions)
            if refusal:
                refused.append(refusal)
            elif str(content["version"]) not in versions:
                versions[str(content["version"])] = content_hash(content)
                recorded.append(f"{_spoken(path)}: version {content['version']} recorded")
    if not refused:
        for source, pins in books:
            source.write(pins)
    return ([] if refused else recorded), refused


def main(sources: Sequence[Source] = SOURCES) -> int:
    """Record, and say what was recorded or why nothing was."""
    recorded, refused = pin(sources)
    for sentence in refused:
        print(sentence, file=sys.stderr)
    if not refused:
        print("\n".join(recorded) or "every version is recorded already")
    return 1 if refused else 0


def _history(name: str, content: dict[str, Any], recorded: dict[str, str]) -> str:
    """Say how a file contradicts what is recorded of it, if it does."""
    version = content.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        return f"{name}: `version` must be a whole number, not {version!r}"
    newest = max(map(int, recorded), default=0)
    if version < newest:
        return f"{name}: version {version} is older than {newest}, which is recorded already"
    if recorded.get(str(version), content_hash(content)) != content_hash(content):
        advice = f"raise `version` in {name}, then run make pin again"
        return f"{name}: version {version} is recorded with other content; {advice}"
    return ""


def _trimmed(value: Any) -> Any:
    """Take the blanks away that end a line or a text."""
    if isinstance(value, str):
        return "\n".join(line.rstrip() for line in value.rstrip().split("\n"))
    if isinstance(value, list):
        return [_trimmed(item) for item in value]
    if isinstance(value, dict):
        return {key: _trimmed(item) for key, item in value.items()}
    return value


def _number(item: tuple[str, str]) -> int:
    return int(item[0])


def _spoken(path: Path) -> str:
    """Name a file with the two folders that tell rules from scoring."""
    return "/".join(path.parts[-3:])


if __name__ == "__main__":
    sys.exit(main())
