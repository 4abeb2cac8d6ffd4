"""Rounds that are as fair as a search can make them, where no perfect schedule is known.

Two things are evened out: how often pairs meet, and how often people sit at tables of each size,
or have a bye. Each is measured by a sum of squares, which is least when no two numbers differ by
more than one. The search swaps two people of a round at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from services.lobby.core.pairing.cooling import cool, seeded
from services.lobby.core.pairing.designs import Schedule

STEPS: Final = 300
"""Swaps that are looked at for every seat of the rounds."""
MOST: Final = 100_000
"""Swaps that are looked at in all: a second of them, and more would hardly be of use."""
FAIR: Final = 3
"""What a square of sizes weighs, if one of meetings weighs 1."""
_Rounds = list[list[list[int]]]


class Past(NamedTuple):
    """What has been before the rounds that are to be made; players are counted from 0."""

    met: Mapping[tuple[int, int], int]
    """How often pairs have met, the lower number first."""
    sat: Mapping[tuple[int, int], int]
    """How often a player has sat at a table of a size; a bye is a table of one."""


NOTHING: Final = Past(MappingProxyType({}), MappingProxyType({}))


def balanced(tables: Sequence[int], rounds: int, lot: str, past: Past = NOTHING) -> Schedule:
    """Seat everybody in each round at tables of these sizes, as fairly as the search can."""
    chance = seeded(lot)
    drawn = [deal(tables, chance) for _ in range(rounds)]
    if len(tables) > 1:
        steps = min(MOST, STEPS * rounds * sum(tables))
        cool(_Balance(drawn, past, chance), chance, steps)
    return tuple(tuple(tuple(sorted(table)) for table in made) for made in drawn)


def deal(tables: Sequence[int], chance: Random) -> list[list[int]]:
    """Seat everybody at tables of these sizes by chance."""
    players = list(range(sum(tables)))
    chance.shuffle(players)
    return [[players.pop() for _ in range(size)] for size in tables]


def above(counts: Sequence[int]) -> int:
    """Tell how much more the squares are than if no two numbers differed by more than one."""
    low, more = divmod(sum(counts), len(counts))
    least = (len(counts) - more) * low**2 + more * (low + 1) ** 2
    return sum(count**2 for count in counts) - least


class _Balance:
    """Rounds, and the counts that are evened out by swapping people in them."""

    def __init__(self, rounds: _Rounds, past: Past, chance: Random) -> None:
        self._rounds, self._chance = rounds, chance
        self._met, self._sat = _counted(rounds, past)
        self.excess = _excess(self._met, self._sat)
        self._swap = (rounds[0][0], 0, rounds[0][1], 0, 0)

    def propose(self) -> int:
        """Choose two people of a round."""
        one, other = self._chance.sample(self._chance.choice(self._rounds), 2)
        i, j = self._chance.randrange(len(one)), self._chance.randrange(len(other))
        worse = self._change(one, one[i], other[j]) + self._change(other, other[j], one[i])
        if len(one) != len(other):
            worse += FAIR * self._shift(one[i], len(one), len(other))
            worse += FAIR * self._shift(other[j], len(other), len(one))
        self._swap = (one, i, other, j, worse)
        return worse

    def accept(self) -> None:
        """Swap them."""
        one, i, other, j, worse = self._swap
        self._count(one, i, other[j], len(other))
        self._count(other, j, one[i], len(one))
        one[i], other[j] = other[j], one[i]
        self.excess += worse

    def _change(self, table: Sequence[int], leaves: int, comes: int) -> int:
        """Give half the change of the squares of meetings, if one comes for another."""
        gone, new = self._met[leaves], self._met[comes]
        return sum([new[stays] - gone[stays] + 1 for stays in table if stays != leaves])

    def _shift(self, player: int, size: int, new: int) -> int:
        """Give half the change of the squares of sizes, if somebody changes the table."""
        return self._sat[player][new] - self._sat[player][size] + 1

    def _count(self, table: Sequence[int], seat: int, comes: int, came: int) -> None:
        leaves = table[seat]
        for stays in table:
            if stays != leaves:
                _add(self._met, stays, leaves, -1)
                _add(self._met, stays, comes, 1)
        self._sat[comes][len(table)] += 1
        self._sat[comes][came] -= 1


def _counted(rounds: _Rounds, past: Past) -> tuple[list[list[int]], list[list[int]]]:
    count, largest = sum(map(len, rounds[0])), max(map(len, rounds[0]))
    met = [[past.met.get((min(a, b), max(a, b)), 0) for b in range(count)] for a in range(count)]
    sat = [[past.sat.get((a, size), 0) for size in range(largest + 1)] for a in range(count)]
    for table in (table for tables in rounds for table in tables):
        for one, other in combinations(table, 2):
            _add(met, one, other, 1)
        for player in table:
            sat[player][len(table)] += 1
    return met, sat


def _add(met: list[list[int]], one: int, other: int, times: int) -> None:
    met[one][other] += times
    met[other][one] += times


def _excess(met: Sequence[Sequence[int]], sat: Sequence[Sequence[int]]) -> int:
    meetings = [met[one][other] for one, other in combinations(range(len(met)), 2)]
    sizes = [above(counts) for counts in zip(*sat, strict=True)]
    return (above(meetings) + FAIR * sum(sizes)) // 2
