"""Long schedules from one round: everybody moves on by one place, round after round.

Each pair of places then meets as often as the first round has two people that far apart, and
everybody sits once in every place: nothing is fairer about tables of odd sizes and byes. If all
tables are alike, one person stays where they are, and the others move: with a good first round
every pair meets equally often, once less than the number at a table. The first round is searched
for; the most even one that is found is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from services.lobby.core.pairing.balance import above, deal
from services.lobby.core.pairing.cooling import cool, seeded
from services.lobby.core.pairing.designs import Schedule

STEPS: Final = 20_000
TRIES: Final = 4
"""How often the search begins anew if it has not found what cannot be better."""


def length(tables: Sequence[int]) -> int:
    """Tell how many rounds it takes until all are back in their places."""
    return sum(tables) - (len(set(tables)) == 1)


def cycle(tables: Sequence[int], lot: str) -> Schedule:
    """Find a good first round with tables of these sizes, and make all the others from it."""
    places = length(tables)
    first = _first(tables, places, seeded(lot))
    return tuple(
        tuple(tuple(sorted(_moved(one, by, places) for one in table)) for table in first)
        for by in range(places)
    )


def _first(tables: Sequence[int], places: int, chance: Random) -> list[list[int]]:
    tries = [_First(deal(tables, chance), places, chance)]
    while tries[-1].excess and len(tries) <= TRIES:
        tries.append(_First(deal(tables, chance), places, chance))
        cool(tries[-1], chance, STEPS)
    return min(tries, key=lambda each: each.excess).tables


def _moved(one: int, by: int, places: int) -> int:
    return (one + by) % places if one < places else one


class _First:
    """A first round, in which all distances are to be equally frequent."""

    def __init__(self, tables: list[list[int]], places: int, chance: Random) -> None:
        self.tables, self._places, self._chance = tables, places, chance
        self._swap = (tables[0], 0, tables[-1], 0, 0)
        self.excess = self._above()

    def propose(self) -> int:
        """Choose two people of different tables."""
        one, other = self._chance.sample(self.tables, 2)
        i, j = self._chance.randrange(len(one)), self._chance.randrange(len(other))
        one[i], other[j] = other[j], one[i]
        worse = self._above() - self.excess
        one[i], other[j] = other[j], one[i]
        self._swap = (one, i, other, j, worse)
        return worse

    def accept(self) -> None:
        """Swap them."""
        one, i, other, j, worse = self._swap
        one[i], other[j] = other[j], one[i]
        self.excess += worse

    def _above(self) -> int:
        """Count how often distances occur, to either side, and tell how uneven that is.

        Every distance is there twice, and no less than two change at a time: hence the quarter.
        """
        met = [0] * self._places
        for table in self.tables:
            for one, other in combinations([one for one in table if one < self._places], 2):
                met[(one - other) % self._places] += 1
                met[(other - one) % self._places] += 1
        return -(-above(met[1:]) // 4)
