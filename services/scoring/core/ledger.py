"""Reading a ledger, the sheet document of On the Underground, strictly, zone by zone.

A ledger has what a player holds, and for each of the player's lines what it is connected to and
how often it was used. All keys are required, no other is allowed, and no number may exceed what
the board has or what the line could have reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from services.scoring.core.document import Node
from services.scoring.core.family import Form, Keys
from services.scoring.core.line_zones import (
    LINES,
    ByKind,
    Counted,
    LandmarkSets,
    SecretObjectives,
)


@dataclass(frozen=True)
class Ledger:
    """The opened ledger: its values by key, and the entries of each line by colour."""

    values: dict[str, Node]
    lines: dict[str, dict[str, Node]]

    def entries(self, key: str) -> tuple[Node, ...]:
        """Return one entry of every line."""
        return tuple(line[key] for line in self.lines.values())


@dataclass(frozen=True)
class LedgerForm(Form):
    """The form of a ledger: which lines a player can have, and how far their tokens reach."""

    TABLE_KEYS: ClassVar = (LINES,)

    fewest: int
    most: int
    tokens: Mapping[str, int]
    """The track tokens of every colour."""
    stations: tuple[str, ...]
    """The entries that count stations, none of them the same station as another's."""

    @classmethod
    def read(cls, fields: Mapping[str, Node], keys: Keys) -> Self:
        """Read `lines`: how many a player has, the tokens by colour, the entries of stations."""
        lines = fields[LINES].fields("fewest", "most", "tokens", "stations")
        tokens = lines["tokens"].counts(low=1)
        fewest = lines["fewest"].integer(low=1)
        most = lines["most"].integer(low=fewest, high=len(tokens))
        return cls(keys, fewest, most, tokens, _stations(lines["stations"], keys))

    def open(self, node: Node) -> Ledger:
        """Open a ledger whose lines are some that one player can have."""
        values = node.fields(*self.keys.sheet)
        lines = values[LINES].entries()
        for colour, line in lines.items():
            if colour not in self.tokens:
                line.refuse(f"no such line, only {', '.join(self.tokens)}")
        if not self.fewest <= len(lines) <= self.most:
            reason = f"{len(lines)} lines, but a player has {self.fewest} to {self.most}"
            values[LINES].refuse(reason)
        return Ledger(values, {colour: self._line(colour, line) for colour, line in lines.items()})

    def capacities(self) -> dict[str, int]:
        """Return how many lines a player has at most, and the tokens of every colour."""
        tokens = {f"{LINES}.{colour}": number for colour, number in self.tokens.items()}
        return {LINES: self.most, **tokens}

    def _line(self, colour: str, node: Node) -> dict[str, Node]:
        entries = node.fields(*self.keys.inner[LINES])
        touched = sum(_number(entries[key]) for key in self.stations)
        tokens = self.tokens[colour]
        if touched > tokens + 1:  # a line is one piece: its first token touches two
            node.refuse(f"{touched} stations, but {tokens} tokens touch {tokens + 1} at most")
        return entries


def counted(numbers: Counted, _zone: str, ledger: Ledger) -> tuple[int, ...]:
    """Read how many things each line has."""
    entries = ledger.entries(numbers.entry)
    return tuple(entry.integer(low=0, high=numbers.most) for entry in entries)


def kinds_counted(numbers: ByKind, _zone: str, ledger: Ledger) -> Mapping[str, int]:
    """Read how many connections of each kind all lines together have."""
    together: Counter[str] = Counter()
    for entry in ledger.entries(numbers.entry):
        kinds = entry.fields(*numbers.points)
        together.update({kind: count.integer(low=0) for kind, count in kinds.items()})
        if _number(entry) > numbers.stations:
            entry.refuse(f"{_number(entry)} stations, but there are only {numbers.stations}")
        for kind in numbers.once:
            if together[kind] > numbers.stations:
                reason = f"{together[kind]} with the lines before, but there are only"
                kinds[kind].refuse(f"{reason} {numbers.stations} stations")
    return together


def objectives_connected(numbers: SecretObjectives, _zone: str, ledger: Ledger) -> tuple[str, ...]:
    """Read the cards that lines connect, once for every line."""
    connected: list[str] = []
    for entry in ledger.entries(numbers.entry):
        for item in entry.items():
            if item.text() not in numbers.cards:
                item.refuse(f"no objective '{item.text()}', only {', '.join(numbers.cards)}")
        connected.extend(entry.names())
        if len(set(connected)) > numbers.dealt:
            reason = f"{len(set(connected))} objectives with the lines before, but a player has"
            entry.refuse(f"{reason} {numbers.dealt}")
    return tuple(connected)


def sets_scored(numbers: LandmarkSets, _zone: str, ledger: Ledger) -> int:
    """Read the sets scored; the tiles in hand are worth nothing, but must be possible."""
    tiles = ledger.values[LandmarkSets.TILES]
    in_hand = {
        kind: tile.integer(low=0, high=numbers.tiles[kind])
        for kind, tile in tiles.fields(*numbers.tiles).items()
    }
    if all(in_hand.values()):  # OTU-B8, OTU-X4
        tiles.refuse("all types in hand, but a complete set is scored at once")
    # OTU-B8: types may be replaced, so a set has taken one tile off the board at least.
    gone = sum(numbers.tiles.values()) - sum(in_hand.values())
    return ledger.values[LandmarkSets.SETS].integer(low=0, high=gone)


def _stations(node: Node, keys: Keys) -> tuple[str, ...]:
    entries = node.names()
    if not entries:
        node.refuse("no entry counts stations")
    for item in node.items():
        if item.text() not in keys.inner.get(LINES, ()):
            item.refuse(f"no zone counts '{item.text()}' for a line")
    return entries


def _number(entry: Node) -> int:
    """Add up an entry, whether it counts by kind or not."""
    if isinstance(entry.value, Mapping):
        return sum(entry.counts().values())
    return entry.integer()
