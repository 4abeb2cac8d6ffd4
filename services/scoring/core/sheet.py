"""Reading a sheet document of Get on Board strictly, zone by zone, into frozen marks.

The document is what the rules of the game write at any moment of it. Which keys it has follows
from the points table (`PointsTable.sheet_keys`): all of them are required, no other is allowed,
and no mark may exceed the boxes printed on the sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from services.scoring.core.document import Node
from services.scoring.core.family import Form, Keys
from services.scoring.core.zones import (
    AddedUp,
    Couples,
    LastReached,
    LeftOver,
    Letters,
    Multiplied,
    Objectives,
    Rows,
)


@dataclass(frozen=True)
class Parts:
    """The opened sheet: its values by key, and the landmark notes by landmark."""

    values: dict[str, Node]
    notes: dict[str, Node]


@dataclass(frozen=True)
class Attendance:
    """Passengers and the places they get off at, with the largest landmark note."""

    passengers: int
    places: int
    note: int


@dataclass(frozen=True)
class PassengerRows:
    """Passengers in each resolved row from the top, then in the first unresolved one."""

    resolved: tuple[int, ...]
    unresolved: int
    note: int


@dataclass(frozen=True)
class Flirts:
    """Light and dark flirts crossed off in one row."""

    light: int
    dark: int


@dataclass(frozen=True)
class FlirtRows:
    """Flirts in each resolved row from the top, then in the first unresolved one."""

    resolved: tuple[Flirts, ...]
    unresolved: Flirts


@dataclass(frozen=True)
class Entrances:
    """Metro entrances circled, and how many of them were used."""

    circled: int
    crossed: int


@dataclass(frozen=True)
class PrintedSheet(Form):
    """The form of a printed sheet: it is made of its zones alone."""

    @classmethod
    def read(cls, _fields: Mapping[str, Node], keys: Keys) -> Self:
        """Take the keys of the zones; a points table says nothing else about the sheet."""
        return cls(keys)

    def open(self, node: Node) -> Parts:
        """Open a sheet, and the landmark notes on it where the city has landmarks."""
        values = node.fields(*self.keys.sheet)
        landmarks = self.keys.inner.get("landmarks")
        return Parts(values, values["landmarks"].fields(*landmarks) if landmarks else {})


def boxes_crossed(numbers: AddedUp, zone: str, parts: Parts) -> int:
    """Read how many boxes of a zone are crossed off."""
    return _count(parts.values[zone], numbers.boxes)


def circles_crossed(numbers: LastReached, zone: str, parts: Parts) -> int:
    """Read how far a track is crossed off."""
    return _count(parts.values[zone], numbers.circles)


def places_attended(numbers: Multiplied, _zone: str, parts: Parts) -> Attendance:
    """Read passengers and places of a zone that multiplies them."""
    passengers = sum(_count(parts.values[key], room) for key, room in numbers.passengers.items())
    places = sum(_count(parts.values[key], room) for key, room in numbers.places.items())
    return Attendance(passengers, places, _largest_note(numbers.landmarks, parts, passengers))


def rows_filled(numbers: Rows, zone: str, parts: Parts) -> PassengerRows:
    """Read rows of passengers; memory boxes give no points, but must fit on the sheet."""
    for place, room in numbers.memory.items():
        _count(parts.values[place], room)
    fields = parts.values[zone].fields("resolved", "unresolved")
    rows = _resolved_rows(fields["resolved"], numbers.rows)
    resolved = tuple(_row(row, zone, 1, numbers.boxes) for row in rows)
    unresolved = _row(fields["unresolved"], zone, 0, numbers.boxes)
    if unresolved:
        _refuse_without_row(fields["unresolved"], resolved, numbers.rows)
    note = _largest_note(numbers.landmarks, parts, sum(resolved) + unresolved)
    return PassengerRows(resolved, unresolved, note)


def couples_filled(numbers: Couples, zone: str, parts: Parts) -> FlirtRows:
    """Read rows of couples."""
    fields = parts.values[zone].fields("resolved", "unresolved")
    rows = _resolved_rows(fields["resolved"], numbers.rows)
    resolved = tuple(_flirts(row, numbers.couples) for row in rows)
    for row, flirts in zip(rows, resolved, strict=True):
        if flirts == Flirts(0, 0):
            row.refuse(f"a resolved row without {zone}")
    unresolved = _flirts(fields["unresolved"], numbers.couples)
    if unresolved != Flirts(0, 0):
        _refuse_without_row(fields["unresolved"], resolved, numbers.rows)
    return FlirtRows(resolved, unresolved)


def objectives_completed(numbers: Objectives, zone: str, parts: Parts) -> tuple[str, ...]:
    """Read which side the card of each completed objective showed."""
    completed = parts.values[zone].entries()
    for name, side in completed.items():
        if name not in numbers.objectives:
            side.refuse(f"no such objective, only {', '.join(numbers.objectives)}")
        if side.text() not in ("yellow", "blue"):
            side.refuse(f"'{side.text()}' is neither yellow nor blue")
    if len(completed) > numbers.drawn:
        parts.values[zone].refuse(f"{len(completed)} objectives in a game of {numbers.drawn}")
    return tuple(side.text() for side in completed.values())


def letters_reached(numbers: Letters, zone: str, parts: Parts) -> tuple[str, ...]:
    """Read the letters of the player's own objective."""
    letters: list[str] = []
    for item in parts.values[zone].items():
        letter = item.text()
        if not (len(letter) == 1 and "a" <= letter <= "z"):
            item.refuse(f"'{letter}' is not one small letter")
        if letter in letters:
            item.refuse(f"the letter '{letter}' is there twice")
        letters.append(letter)
    if len(letters) > numbers.letters:
        parts.values[zone].refuse(f"{len(letters)} letters of {numbers.letters}")
    return tuple(letters)


def entrances_left(numbers: LeftOver, zone: str, parts: Parts) -> Entrances:
    """Read what was circled and what of it was used."""
    fields = parts.values[zone].fields("circled", "crossed")
    circled = _count(fields["circled"], numbers.spaces)
    crossed = fields["crossed"].integer(low=0)
    if crossed > circled:
        fields["crossed"].refuse(f"{crossed} crossed off, but only {circled} circled")
    return Entrances(circled, crossed)


def _count(node: Node, room: int) -> int:
    crossed = node.integer(low=0)
    if crossed > room:
        node.refuse(f"{crossed} crossed off, but there are only {room}")
    return crossed


def _row(node: Node, zone: str, low: int, boxes: int) -> int:
    passengers = node.integer(low=0)
    if passengers < low:
        node.refuse(f"a resolved row without {zone}")
    if passengers > boxes:
        node.refuse(f"{passengers} {zone} in a row of {boxes}")
    return passengers


def _resolved_rows(node: Node, rows: int) -> tuple[Node, ...]:
    resolved = node.items()
    if len(resolved) > rows:
        node.refuse(f"{len(resolved)} resolved rows, but there are only {rows}")
    return resolved


def _refuse_without_row(node: Node, resolved: tuple[object, ...], rows: int) -> None:
    if len(resolved) == rows:
        node.refuse(f"all {rows} rows are resolved, so nobody can be waiting")


def _flirts(node: Node, couples: int) -> Flirts:
    fields = node.fields("light", "dark")
    return Flirts(_count(fields["light"], couples), _count(fields["dark"], couples))


def _largest_note(landmarks: tuple[str, ...], parts: Parts, crossed: int) -> int:
    return max((_note(parts.notes[name], crossed) for name in landmarks), default=0)


def _note(node: Node, crossed: int) -> int:
    if node.value is None:
        return 0
    note = node.integer(low=0)
    if note > crossed:  # GOB-B9: a note counts passengers that are still on the sheet
        node.refuse(f"{note} noted, but only {crossed} crossed off")
    return note
