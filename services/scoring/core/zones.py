"""The numbers behind a zone of Get on Board's sheet: one frozen type for each scoring term.

A type knows how its numbers are read from a points table, which keys of the sheet document it
looks at, and how much fits on the sheet. What the numbers are worth is in `get_on_board`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Self

from services.scoring.core.document import Node
from services.scoring.core.numbers import Numbers


@dataclass(frozen=True)
class AddedUp(Numbers):
    """Boxes crossed off one after the other, each with its own value."""

    boxes: int
    values: tuple[int, ...]

    @classmethod
    def read(cls, node: Node) -> Self:
        """Read `boxes` and one value for each."""
        fields = node.fields("term", "boxes", "values")
        boxes = fields["boxes"].integer(low=1)
        return cls(boxes, fields["values"].integers(boxes))

    def capacities(self, zone: str) -> dict[str, int]:
        """Return the number of boxes."""
        return {zone: self.boxes}


@dataclass(frozen=True)
class Multiplied(Numbers):
    """Passengers of a kind times the places where they get off."""

    passengers: Mapping[str, int]
    places: Mapping[str, int]
    landmarks: tuple[str, ...]

    @classmethod
    def read(cls, node: Node) -> Self:
        """Read the boxes of passengers and places, and the landmarks."""
        fields = node.fields("term", "passengers", "places", "landmarks")
        passengers, places = fields["passengers"].counts(low=1), fields["places"].counts(low=1)
        for key, boxes in (("passengers", passengers), ("places", places)):
            if not boxes:
                fields[key].refuse("nothing to multiply")
        return cls(passengers, places, fields["landmarks"].names())

    def capacities(self, _zone: str) -> dict[str, int]:
        """Return the boxes of each kind of passenger and place."""
        return {**self.passengers, **self.places}

    def sheet_keys(self, _zone: str) -> tuple[str, ...]:
        """Return the kinds of passengers, then the places."""
        return (*self.passengers, *self.places)

    def inner_keys(self) -> dict[str, tuple[str, ...]]:
        """Return the landmarks of these passengers: the sheet has a note for each."""
        return {"landmarks": self.landmarks}


@dataclass(frozen=True)
class Rows(Numbers):
    """Rows of passengers, each resolved by a place; the places may have memory boxes."""

    rows: int
    boxes: int
    points: tuple[int, ...]
    landmarks: tuple[str, ...]
    memory: Mapping[str, int]

    @classmethod
    def read(cls, node: Node) -> Self:
        """Read the rows, the points for 1, 2, ... passengers, landmarks and memory boxes."""
        fields = node.fields("term", "rows", "boxes", "points", "landmarks", "memory")
        boxes = fields["boxes"].integer(low=1)
        return cls(
            rows=fields["rows"].integer(low=1),
            boxes=boxes,
            points=fields["points"].integers(boxes),
            landmarks=fields["landmarks"].names(),
            memory=fields["memory"].counts(low=1),
        )

    def capacities(self, zone: str) -> dict[str, int]:
        """Return rows, boxes in a row, and memory boxes."""
        return {f"{zone}.rows": self.rows, f"{zone}.boxes": self.boxes, **self.memory}

    def sheet_keys(self, zone: str) -> tuple[str, ...]:
        """Return the zone and the places that resolve its rows."""
        return (zone, *self.memory)

    def inner_keys(self) -> dict[str, tuple[str, ...]]:
        """Return the landmarks of these passengers: the sheet has a note for each."""
        return {"landmarks": self.landmarks}


@dataclass(frozen=True)
class Couples(Numbers):
    """Rows of couples, one light and one dark passenger each."""

    rows: int
    couples: int
    points: tuple[int, ...]

    @classmethod
    def read(cls, node: Node) -> Self:
        """Read the rows, the couples in a row, and the points for none, one or both."""
        fields = node.fields("term", "rows", "couples", "points")
        rows, couples = fields["rows"].integer(low=1), fields["couples"].integer(low=1)
        return cls(rows, couples, fields["points"].integers(3))

    def capacities(self, zone: str) -> dict[str, int]:
        """Return rows and couples in a row."""
        return {f"{zone}.rows": self.rows, f"{zone}.couples": self.couples}


@dataclass(frozen=True)
class Objectives(Numbers):
    """Common objectives, worth more as long as their card shows the yellow side."""

    drawn: int
    objectives: tuple[str, ...]
    yellow: int
    blue: int

    @classmethod
    def read(cls, node: Node) -> Self:
        """Read the objectives, how many of them a game draws, and the points of both sides."""
        fields = node.fields("term", "drawn", "objectives", "yellow", "blue")
        drawn, objectives = fields["drawn"].integer(low=1), fields["objectives"].names()
        if drawn > len(objectives):
            fields["drawn"].refuse(f"{drawn} drawn out of {len(objectives)} objectives")
        return cls(drawn, objectives, fields["yellow"].integer(), fields["blue"].integer())

    def capacities(self, zone: str) -> dict[str, int]:
        """Return how many objectives a game has."""
        return {zone: self.drawn}


@dataclass(frozen=True)
class Letters(Numbers):
    """A personal objective, worth something by the number of its letters reached."""

    letters: int
    points: tuple[int, ...]

    @classmethod
    def read(cls, node: Node) -> Self:
        """Read the number of letters and the points for 0, 1, ... of them."""
        fields = node.fields("term", "letters", "points")
        letters = fields["letters"].integer(low=1)
        return cls(letters, fields["points"].integers(letters + 1))

    def capacities(self, zone: str) -> dict[str, int]:
        """Return the number of letters."""
        return {zone: self.letters}


@dataclass(frozen=True)
class LastReached(Numbers):
    """A track on which only the last value reached counts."""

    circles: int
    points_at: Mapping[int, int]

    @classmethod
    def read(cls, node: Node) -> Self:
        """Read the circles and which of them bear a value."""
        fields = node.fields("term", "circles", "points_at")
        circles, before = fields["circles"].integer(low=1), 0
        values: dict[int, int] = {}
        for circle, value in fields["points_at"].numbered().items():
            if not before < circle <= circles:
                value.refuse(f"circle {circle} after circle {before} on a track of {circles}")
            values[circle], before = value.integer(), circle
        return cls(circles, MappingProxyType(values))

    def capacities(self, zone: str) -> dict[str, int]:
        """Return the number of circles."""
        return {zone: self.circles}


@dataclass(frozen=True)
class LeftOver(Numbers):
    """Things circled when found and crossed off when used: what is left counts."""

    spaces: int
    points: int

    @classmethod
    def read(cls, node: Node) -> Self:
        """Read the spaces and the points for each one left."""
        fields = node.fields("term", "spaces", "points")
        return cls(fields["spaces"].integer(low=1), fields["points"].integer())

    def capacities(self, zone: str) -> dict[str, int]:
        """Return the number of spaces."""
        return {zone: self.spaces}
