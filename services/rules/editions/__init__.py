"""The edition files, one a city, and how they are loaded: strictly, or not at all."""

from pathlib import Path
from typing import Final

from services.rules.core.errors import EditionError
from services.rules.core.registry import Entry, Registry
from services.rules.editions.reader import File, read_file
from services.rules.families import FAMILIES

FOLDER: Final = Path(__file__).parent


def load_editions(folder: Path = FOLDER) -> Registry:
    """Load every edition file of a folder."""
    entries = [load_edition(path) for path in sorted(folder.glob("*.yaml"))]
    return Registry({entry.edition.id: entry for entry in entries})


def load_edition(path: Path) -> Entry:
    """Load one file; an error says file, line and reason."""
    file = read_file(path)
    try:
        return _entry(file, path.stem)
    except EditionError as error:
        raise error.in_file(path.name, file.line(error.key, error.row)) from error


def _entry(file: File, name: str) -> Entry:
    family = FAMILIES.get(str(file.content.get("family")))
    if family is None:
        raise EditionError("family", f"expected one of {', '.join(FAMILIES)}")
    edition = family.load_edition(file.content)
    if edition.id != name:
        raise EditionError("id", f"expected {name}, as the file is named")
    return Entry(edition, family)
