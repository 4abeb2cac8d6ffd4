"""Strict reading of JSON-like documents: every value knows its place in the whole.

Nothing is converted and nothing is filled in: a value is what the reader expects, or it is
refused with the place and the reason. Points tables and sheets are both read through here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple, NoReturn

from services.scoring.core.errors import ScoringError

Place = tuple[str | int, ...]
Refusal = Callable[[Place, str], ScoringError]

_KINDS = {
    bool: "a boolean",
    int: "an integer",
    float: "a fraction",
    str: "text",
    list: "a list",
    tuple: "a list",
    dict: "an object",
    type(None): "null",
}


def spell(place: Place) -> str:
    """Write a place the way a reader would look it up: `seats[2].sheet.grannies`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return "".join(steps).removeprefix(".")


class Node(NamedTuple):
    """One value of a document, where it stands, and how to refuse it."""

    value: object
    place: Place
    refusal: Refusal

    def refuse(self, reason: str) -> NoReturn:
        """Raise the document's own kind of error for this place."""
        raise self.refusal(self.place, reason)

    def at(self, step: str | int, value: object) -> Node:
        """Step into this value."""
        return Node(value, (*self.place, step), self.refusal)

    def integer(self, low: int | None = None, high: int | None = None) -> int:
        """Return an integer from `low` to `high`; a boolean is none."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self.refuse(f"expected an integer, found {_kind(self.value)}")
        if low is not None and self.value < low:
            self.refuse(f"{self.value} is less than {low}")
        if high is not None and self.value > high:
            self.refuse(f"{self.value} is more than {high}")
        return self.value

    def text(self) -> str:
        """Return a text that is not empty."""
        if not isinstance(self.value, str):
            self.refuse(f"expected text, found {_kind(self.value)}")
        if not self.value:
            self.refuse("the text is empty")
        return self.value

    def items(self) -> tuple[Node, ...]:
        """Return the values of a list."""
        if not isinstance(self.value, (list, tuple)):
            self.refuse(f"expected a list, found {_kind(self.value)}")
        return tuple(self.at(index, item) for index, item in enumerate(self.value))

    def integers(self, length: int) -> tuple[int, ...]:
        """Return the integers of a list of this length."""
        values = tuple(item.integer() for item in self.items())
        if len(values) != length:
            self.refuse(f"{length} numbers belong here, not {len(values)}")
        return values

    def names(self) -> tuple[str, ...]:
        """Return the texts of a list, none of them twice."""
        names: list[str] = []
        for item in self.items():
            if item.text() in names:
                item.refuse(f"'{item.text()}' is listed twice")
            names.append(item.text())
        return tuple(names)

    def counts(self, low: int | None = None) -> Mapping[str, int]:
        """Return an object of integers of at least `low`, in its order."""
        return MappingProxyType(
            {name: value.integer(low=low) for name, value in self.entries().items()}
        )

    def entries(self) -> dict[str, Node]:
        """Return the values of an object whose keys are not known beforehand, in its order."""
        found: dict[str, Node] = {}
        for key, value in self._object().items():
            if not isinstance(key, str):
                self.refuse(f"expected text as key, found {key!r}")
            found[key] = self.at(key, value)
        return found

    def fields(self, *keys: str) -> dict[str, Node]:
        """Return the values of an object that has exactly these keys."""
        found = self._object()
        for key in found:
            if key not in keys:
                self.at(str(key), None).refuse("unknown key")
        return {key: self.field(key) for key in keys}

    def field(self, key: str) -> Node:
        """Return the value of one key that must be there, whatever the others are."""
        found = self._object()
        if key not in found:
            self.refuse(f"missing key '{key}'")
        return self.at(key, found[key])

    def numbered(self) -> dict[int, Node]:
        """Return the values of an object whose keys are integers, in its order."""
        found: dict[int, Node] = {}
        for key, value in self._object().items():
            if not isinstance(key, int) or isinstance(key, bool):
                self.refuse(f"expected an integer as key, found {key!r}")
            found[key] = self.at(key, value)
        return found

    def _object(self) -> Mapping[object, object]:
        if not isinstance(self.value, Mapping):
            self.refuse(f"expected an object, found {_kind(self.value)}")
        return self.value


def _kind(value: object) -> str:
    return _KINDS.get(type(value), type(value).__name__)
