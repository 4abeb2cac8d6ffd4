"""The numbers behind a zone of On the Underground: one frozen type for each scoring term.

Most zones are counted line by line, each line in an entry of its own; the landmarks are counted
once for the player. What the numbers are worth is in `on_the_underground`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from services.scoring.core.document import Node
from services.scoring.core.numbers import Numbers

LINES = "lines"
"""The object of a sheet that has the entries of every line, by colour."""


@dataclass(frozen=True)
class LineNumbers(Numbers):
    """The numbers of a zone that is counted line by line."""

    entry: str
    """The key under which every line has its count."""

    def sheet_keys(self, _zone: str) -> tuple[str, ...]:
        """Return nothing: all that counts stands with the lines."""
        return ()

    def inner_keys(self) -> dict[str, tuple[str, ...]]:
        """Return the entry that each line has."""
        return {LINES: (self.entry,)}


@dataclass(frozen=True)
class Counted(LineNumbers):
    """Things that are counted for a line."""

    most: int

    def capacities(self, _zone: str) -> dict[str, int]:
        """Return how many of them one line can have."""
        return {self.entry: self.most}


@dataclass(frozen=True)
class Each(Counted):
    """Things that are all worth the same."""

    points: int

    @classmethod
    def read(cls, node: Node) -> Self:
        """Read the entry, how many there are at most, and the points for each."""
        fields = node.fields("term", "entry", "most", "points")
        most = fields["most"].integer(low=1)
        return cls(fields["entry"].text(), most, fields["points"].integer())


@dataclass(frozen=True)
class InTurn(Counted):
    """Things whose value depends on how many came before them."""

    values: tuple[int, ...]

    @classmethod
    def read(cls, node: Node) -> Self:
        """Read the entry, how many there are at most, and a value for the first, the second, ..."""
        fields = node.fields("term", "entry", "most", "values")
        most = fields["most"].integer(low=1)
        return cls(fields["entry"].text(), most, fields["values"].integers(most))


@dataclass(frozen=True)
class ByKind(LineNumbers):
    """Stations that are worth something by the kind of connection that a line made there."""

    stations: int
    points: Mapping[str, int]
    once: tuple[str, ...]
    """The kinds that only one line of all has at a station."""

    @classmethod
    def read(cls, node: Node) -> Self:
        """Read the entry, the stations, the points for every kind, and which of them come once."""
        fields = node.fields("term", "entry", "stations", "points", "once")
        points = fields["points"].counts()
        if not points:
            fields["points"].refuse("no kind has points")
        for item in fields["once"].items():
            if item.text() not in points:
                item.refuse(f"no kind '{item.text()}', only {', '.join(points)}")
        stations = fields["stations"].integer(low=1)
        return cls(fields["entry"].text(), stations, points, fields["once"].names())

    def capacities(self, _zone: str) -> dict[str, int]:
        """Return how many stations of this sort there are."""
        return {self.entry: self.stations}


@dataclass(frozen=True)
class SecretObjectives(LineNumbers):
    """A player's secret objectives, each with its points for every line that connects it."""

    dealt: int
    cards: Mapping[str, int]

    @classmethod
    def read(cls, node: Node) -> Self:
        """Read the entry, how many cards a player is dealt, and the points of every card."""
        fields = node.fields("term", "entry", "dealt", "cards")
        cards = fields["cards"].counts()
        dealt = fields["dealt"].integer(low=1, high=len(cards))
        return cls(fields["entry"].text(), dealt, cards)

    def capacities(self, _zone: str) -> dict[str, int]:
        """Return how many cards a player is dealt, and how many there are."""
        return {self.entry: self.dealt, f"{self.entry}.cards": len(self.cards)}


@dataclass(frozen=True)
class LandmarkSets(Numbers):
    """Landmark tiles of several types, of which complete sets are worth something."""

    TILES = "landmark_tiles"
    SETS = "landmark_sets"

    tiles: Mapping[str, int]
    points: int

    @classmethod
    def read(cls, node: Node) -> Self:
        """Read how many tiles of each type there are, and the points for a set."""
        fields = node.fields("term", "tiles", "points")
        tiles = fields["tiles"].counts(low=1)
        if not tiles:
            fields["tiles"].refuse("a set of nothing")
        return cls(tiles, fields["points"].integer())

    def sheet_keys(self, _zone: str) -> tuple[str, ...]:
        """Return the tiles in hand and the sets scored."""
        return (self.TILES, self.SETS)

    def capacities(self, _zone: str) -> dict[str, int]:
        """Return the tiles of each type."""
        return {f"{self.TILES}.{kind}": number for kind, number in self.tiles.items()}
