"""The standings of a tournament, made anew from its entries and finished tables each time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from services.lobby.core.field import UNIT
from services.lobby.core.points import BYE, USUAL, Played, Scheme, match_points, places
from services.lobby.core.tiebreaks import TIEBREAKS, Books, Finish, Record, Value, draw_lots

Number = int | float | None


class Entry(NamedTuple):
    """Somebody who takes part, or did."""

    player: str
    byes: int = 0
    """Rounds without a table that count as an average one."""
    missed: int = 0
    """Rounds without a table that bring nothing: before a late entry, after a withdrawal."""
    withdrawn: bool = False
    stage: int = 0
    """How far a knockout has taken them: it comes before points. The same for all elsewhere."""


class Regulations(NamedTuple):
    """How the organiser has results counted."""

    tiebreaks: tuple[str, ...]
    """Names of `TIEBREAKS`; the first one that tells two apart decides."""
    lot: str
    """What lots are drawn from."""
    scheme: Scheme = USUAL
    bye: int = BYE
    """What a bye is worth, in units."""


class Row(NamedTuple):
    """A line of the standings."""

    position: int
    """Shared by those whom nothing tells apart: 1, 1, 3."""
    player: str
    points: int
    """Match points, in units."""
    tiebreaks: tuple[Number, ...]
    """In the organiser's order; None where one had nothing to say."""
    played: int
    wins: int
    byes: int
    forfeits: int
    withdrawn: bool

    def to_json(self) -> dict[str, Any]:
        """Return the line as a JSON document; its points are whole points."""
        points = _number(Fraction(self.points, UNIT))
        return {**self._asdict(), "points": points, "tiebreaks": list(self.tiebreaks)}


def standings(
    entries: Sequence[Entry], tables: Iterable[Played], regulations: Regulations
) -> tuple[Row, ...]:
    """Rank everybody who has entered; who share a position are in the order of entries.

    The order of the tables does not matter. The caller chooses which ones count: with those of
    finished rounds alone, nothing moves while a round runs.
    """
    books = keep_books(entries, tables, regulations)
    first = {entry.player: (entry.stage, books.records[entry.player].points) for entry in entries}
    groups = _parted(list(first), first)
    values: dict[str, list[Value]] = {player: [] for player in first}
    for name in regulations.tiebreaks:
        groups = [part for group in groups for part in _break(name, books, group, values)]
    shown = {player: tuple(map(_number, each)) for player, each in values.items()}
    return _rows(groups, {entry.player: entry for entry in entries}, books, shown)


def keep_books(
    entries: Sequence[Entry], tables: Iterable[Played], regulations: Regulations
) -> Books:
    """Write down what everybody has made of their tables, and draw the lots."""
    finishes: dict[str, list[Finish]] = {entry.player: [] for entry in entries}
    for table in tables:
        for finish in _finishes(table, regulations.scheme):
            finishes[table.players[finish.seat]].append(finish)
    return Books(
        {entry.player: _record(entry, finishes[entry.player], regulations) for entry in entries},
        draw_lots(regulations.lot, list(finishes)),
    )


def _finishes(table: Played, scheme: Scheme) -> list[Finish]:
    placed = places(table.ranks, table.standings)
    points = match_points(table.ranks, table.standings, scheme)
    seats = range(len(table.players))
    return [Finish(table, *seat) for seat in zip(seats, placed, points, strict=True)]


def _record(entry: Entry, finishes: Sequence[Finish], regulations: Regulations) -> Record:
    points = sum(finish.points for finish in finishes) + entry.byes * regulations.bye
    absences = entry.missed + sum(finish.forfeited for finish in finishes)
    return Record(tuple(finishes), points, points + absences * regulations.bye, entry.byes)


def _break(
    name: str, books: Books, group: Sequence[str], values: Mapping[str, list[Value]]
) -> list[list[str]]:
    """Part those who are tied by one more tie-break, and write down what it says of each."""
    found = TIEBREAKS[name](books, group)
    for player in group:
        values[player].append(found[player])
    return _parted(group, {player: found[player] or 0 for player in group})


def _parted(group: Sequence[str], by: Mapping[str, Any]) -> list[list[str]]:
    """Part players by what they have, most first; equal ones stay in their order."""
    ordered = sorted(group, key=by.__getitem__, reverse=True)
    return [list(part) for _, part in groupby(ordered, key=by.__getitem__)]


def _rows(
    groups: Sequence[Sequence[str]],
    entries: Mapping[str, Entry],
    books: Books,
    shown: Mapping[str, tuple[Number, ...]],
) -> tuple[Row, ...]:
    rows: list[Row] = []
    for group in groups:
        position = len(rows) + 1
        rows += [
            _row(position, entries[player], books.records[player], shown[player])
            for player in group
        ]
    return tuple(rows)


def _row(position: int, entry: Entry, record: Record, shown: tuple[Number, ...]) -> Row:
    return Row(
        position=position,
        player=entry.player,
        points=record.points,
        tiebreaks=shown,
        played=len(record.finishes),
        wins=sum(finish.won for finish in record.finishes),
        byes=entry.byes,
        forfeits=sum(finish.forfeited for finish in record.finishes),
        withdrawn=entry.withdrawn,
    )


def _number(value: Value) -> Number:
    """Write an exact number for JSON: whole ones without a point."""
    if value is None or isinstance(value, int):
        return value
    return value.numerator if value.denominator == 1 else float(value)
