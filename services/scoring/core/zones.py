"""The numbers behind a zone of the sheet: one frozen type for each scoring term.

A type knows how its numbers are read from a points table, which keys of the sheet document it
looks at, and how much fits on the sheet. What the numbers are worth is in `get_on_board`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Self

from services.scoring.core.document import Node


class Numbers(ABC):
    """What a points table says about one zone."""

    @classmethod
    @abstractmethod
    def read(cls, node: Node) -> Self:
        """Read the zone's entry of a points table, its `term` included."""

    @abstractmethod
    def capacities(self, zone: str) -> dict[str, int]:
        """Return how much fits on the sheet, by sheet key."""

    def sheet_keys(self, zone: str) -> tuple[str, ...]:
        """Return the keys of the sheet document this zone looks at."""
        return (zone,)

    def notes(self) -> tuple[str, ...]:
        """Return the landmarks whose notes this zone looks at."""
        return ()


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
        return cls(boxes, _integers(fields["values"], boxes))

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
        passengers, places = _boxes(fields["passengers"]), _boxes(fields["places"])
        for key, boxes in (("passengers", passengers), ("places", places)):
            if not boxes:
                fields[key].refuse("nothing to multiply")
        return cls(passengers, places, _names(fields["landmarks"]))

    def capacities(self, _zone: str) -> dict[str, int]:
        """Return the boxes of each kind of passenger and place."""
        return {**self.passengers, **self.places}

    def sheet_keys(self, _zone: str) -> tuple[str, ...]:
        """Return the kinds of passengers, then the places."""
        return (*self.passengers, *self.places)

    def notes(self) -> tuple[str, ...]:
        """Return the landmarks of these passengers."""
        return self.landmarks


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
            points=_integers(fields["points"], boxes),
            landmarks=_names(fields["landmarks"]),
            memory=_boxes(fields["memory"]),
        )

    def capacities(self, zone: str) -> dict[str, int]:
        """Return rows, boxes in a row, and memory boxes."""
        return {f"{zone}.rows": self.rows, f"{zone}.boxes": self.boxes, **self.memory}

    def sheet_keys(self, zone: str) -> tuple[str, ...]:
        """Return the zone and the places that resolve its rows."""
        return (zone, *self.memory)

    def notes(self) -> tuple[str, ...]:
        """Return the landmarks of these passengers."""
        return self.landmarks


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
        return cls(rows, couples, _integers(fields["points"], 3))

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
        drawn, objectives = fields["drawn"].integer(low=1), _names(fields["objectives"])
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
        return cls(letters, _integers(fields["points"], letters + 1))

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


def _integers(node: Node, length: int) -> tuple[int, ...]:
    values = tuple(item.integer() for item in node.items())
    if len(values) != length:
        node.refuse(f"{length} numbers belong here, not {len(values)}")
    return values


def _names(node: Node) -> tuple[str, ...]:
    names: list[str] = []
    for item in node.items():
        if item.text() in names:
            item.refuse(f"'{item.text()}' is listed twice")
        names.append(item.text())
    return tuple(names)


def _boxes(node: Node) -> Mapping[str, int]:
    return MappingProxyType({name: boxes.integer(low=1) for name, boxes in node.entries().items()})
