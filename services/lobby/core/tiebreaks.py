"""What decides between equal match points: small functions by name; more is always better.

An organiser lists names, and each tie-break looks at those whom the ones before it left tied.
Values are exact. Points in them are whole points, not units.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from types import MappingProxyType
from typing import Final, NamedTuple

from services.lobby.core.field import UNIT
from services.lobby.core.points import PLAYING, RESIGNED, Played

Value = int | Fraction | None
"""None where a tie-break has nothing to say about those who are tied."""
Values = dict[str, Value]


class Finish(NamedTuple):
    """How a table ended for one of its players."""

    table: Played
    seat: int
    place: int
    """Among those who stayed; see `places`."""
    points: int
    """Match points, in units."""

    @property
    def forfeited(self) -> bool:
        """Whether the player gave the table up."""
        return self.table.standings[self.seat] == RESIGNED

    @property
    def won(self) -> bool:
        """Whether the table was won, alone or with others; who was eliminated wins nothing."""
        return self.place == 1 and self.table.standings[self.seat] == PLAYING

    @property
    def others(self) -> tuple[str, ...]:
        """Everybody else at the table."""
        return self.table.players[: self.seat] + self.table.players[self.seat + 1 :]


class Record(NamedTuple):
    """Everything that somebody has done in a tournament."""

    finishes: tuple[Finish, ...]
    points: int
    """Match points with those of byes, in units."""
    worth: int
    """What it is worth to have met them, in units; see `opponents_points`."""
    byes: int = 0


class Books(NamedTuple):
    """The records of all players, and the order in which their lots were drawn."""

    records: Mapping[str, Record]
    lots: Mapping[str, int]


TieBreak = Callable[[Books, Sequence[str]], Values]


def draw_lots(lot: str, players: Collection[str]) -> dict[str, int]:
    """Give everybody a number by chance; the highest is the best, and none is shared.

    Who comes later changes numbers, but never which of two others is ahead.
    """
    drawn = sorted(
        players, key=lambda player: (sha256(f"{lot}\0{player}".encode()).digest(), player)
    )
    return {player: number for number, player in enumerate(drawn, start=1)}


def opponents_points(books: Books, tied: Sequence[str]) -> Values:
    """Sum the match points of opponents (Buchholz): of every table the mean of the others there.

    Means, because a large table would otherwise count for more than a small one. Nobody is to
    suffer from somebody else's leaving: an opponent's forfeits and missed rounds count as if they
    had brought what a bye does. A bye is an opponent who is as good as the player. A table that
    the player gave up brings nothing.
    """
    return {player: _opponents_points(books, books.records[player]) for player in tied}


def points_scored(books: Books, tied: Sequence[str]) -> Values:
    """Sum the points of the games themselves; byes and seats that are out bring none."""
    return {
        player: sum(each.table.totals[each.seat] or 0 for each in books.records[player].finishes)
        for player in tied
    }


def table_share(books: Books, tied: Sequence[str]) -> Values:
    """Sum the shares of the points that were scored at each table; byes bring none.

    Less than nothing counts as nothing, so that the shares of a table are 1 together, or 0 if
    nobody scored.
    """
    return {
        player: sum(map(_table_share, books.records[player].finishes), Fraction())
        for player in tied
    }


def direct_encounter(books: Books, tied: Sequence[str]) -> Values:
    """Give the mean match points that the tied made against each other, if each has met each.

    It is made of one number for each of the others, the mean of the tables where both sat: who
    has met one of them more often than the rest has no advantage.
    """
    met = {player: _encounters(books.records[player], tied) for player in tied}
    if len(tied) < 2 or not all(len(others) == len(tied) - 1 for others in met.values()):
        return dict.fromkeys(tied)
    return {player: _mean(map(_mean, met[player].values())) / UNIT for player in tied}


def wins(books: Books, tied: Sequence[str]) -> Values:
    """Count the tables that were won, alone or with others."""
    return {player: sum(each.won for each in books.records[player].finishes) for player in tied}


def lot(books: Books, tied: Sequence[str]) -> Values:
    """Let chance decide, the same way each time; no tie is left after it."""
    return {player: books.lots[player] for player in tied}


TIEBREAKS: Final[Mapping[str, TieBreak]] = MappingProxyType(
    {
        each.__name__: each
        for each in (opponents_points, points_scored, table_share, direct_encounter, wins, lot)
    }
)


def _opponents_points(books: Books, record: Record) -> Fraction:
    tables = (
        _mean(books.records[other].worth for other in finish.others)
        for finish in record.finishes
        if not finish.forfeited
    )
    return (sum(tables, Fraction()) + record.byes * record.points) / UNIT


def _table_share(finish: Finish) -> Fraction:
    totals = [max(total or 0, 0) for total in finish.table.totals]
    return Fraction(totals[finish.seat], sum(totals) or 1)


def _encounters(record: Record, tied: Collection[str]) -> dict[str, list[int]]:
    """Give the match points of the tables that were shared with each of the tied."""
    among = frozenset(tied)
    found: dict[str, list[int]] = {}
    for finish in record.finishes:
        for other in among.intersection(finish.others):
            found.setdefault(other, []).append(finish.points)
    return found


def _mean(numbers: Iterable[int | Fraction]) -> Fraction:
    listed = list(numbers)
    return Fraction(sum(listed)) / len(listed)
