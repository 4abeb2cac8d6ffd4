"""Takes the text of a real edition file, changes it, and sees how the loader answers."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from services.rules.core.errors import EditionError
from services.rules.editions import FOLDER, load_edition

LONDON = "gob-london"
NEW_YORK = "gob-new-york"
PARIS = "gob-paris"
ROME = "gob-rome"
OTU_NEW_YORK = "otu-new-york"
OTU_PARIS = "otu-paris"


class Fault(NamedTuple):
    """One thing wrong with a file: the change that makes it so, and what the loader says."""

    city: str
    right: str
    wrong: str
    says: str
    """Place and reason."""
    at: str = ""
    """A text that ends on the line the loader names; without it, `wrong`."""
    also: tuple[tuple[str, str], ...] = ()
    """Further changes, without which the loader would find something else first."""


def original(city: str) -> str:
    """Give the text of a real edition file."""
    return (FOLDER / f"{city}.yaml").read_text(encoding="utf-8")


def changed(text: str, right: str, wrong: str) -> str:
    """Change what stands in a text exactly once."""
    assert text.count(right) == 1, f"{right!r} stands there {text.count(right)} times"
    return text.replace(right, wrong)


def without(text: str, key: str) -> str:
    """Take a key at the top of a file away, with everything below it."""
    shorter = re.sub(rf"^{key}:.*\n((?![a-z]).*\n)*", "", text, flags=re.MULTILINE)
    assert shorter != text
    return shorter


def line_of(text: str, snippet: str) -> int:
    """Give the line on which a snippet ends that stands in a text exactly once."""
    assert text.count(snippet) == 1, f"{snippet!r} stands there {text.count(snippet)} times"
    end = text.index(snippet) + len(snippet)
    return text[:end].rstrip("\n").count("\n") + 1


def write(folder: Path, city: str, text: str) -> Path:
    """Write a text under the name of a city's file."""
    path = folder / f"{city}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def refusal(folder: Path, city: str, text: str) -> EditionError:
    """Give the error with which a text is refused."""
    path = write(folder, city, text)
    with pytest.raises(EditionError) as caught:
        load_edition(path)
    return caught.value


def assert_refused(folder: Path, fault: Fault, text: str = "") -> None:
    """Make the changes, and see that the loader names file, line, place and reason.

    Without a text it is the real file of the city that is changed.
    """
    text = text or original(fault.city)
    for right, wrong in ((fault.right, fault.wrong), *fault.also):
        text = changed(text, right, wrong)
    line = line_of(text, fault.at or fault.wrong)
    error = refusal(folder, fault.city, text)
    assert str(error).startswith(f"{fault.city}.yaml:{line}: {fault.says}")
    assert fault.says.startswith(f"{error.key}: ")
