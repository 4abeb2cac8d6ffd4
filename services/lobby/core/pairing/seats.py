"""Who sits where at a table, so that over the rounds nobody is always early or always late."""

from collections.abc import Sequence
from itertools import permutations
from typing import Final, NamedTuple

from services.lobby.core.field import Entrant

HALF: Final = 12
"""How far the first and the last seat are from the middle: 2, 3, 4 and 5 seats divide it evenly."""


class Burden(NamedTuple):
    """What speaks against a seat for somebody, the most important first."""

    worn: int
    """How much more often they had it than the seat they had least, squared."""
    lean: int
    """How far from the middle of all tables they would have sat on the whole, squared."""
    again: int
    """Whether they had it at their last table."""


def order_seats(group: Sequence[Entrant]) -> tuple[str, ...]:
    """Give the players of a table in the order of seats, as even over the rounds as can be.

    Of the orders that are as good the first one is taken, beginning with the order of strength
    turned by the number of the strongest: at the beginning every seat is had by strong and weak.
    """
    ranked = sorted(group, key=lambda entrant: entrant.number)
    turn = ranked[0].number % len(ranked) if ranked else 0
    turned = ranked[turn:] + ranked[:turn]
    burdens = [
        [burden(entrant, seat, len(turned)) for seat in range(len(turned))] for entrant in turned
    ]
    best = min(permutations(range(len(turned))), key=lambda seats: _sum(burdens, seats))
    return tuple(entrant.player for _, entrant in sorted(zip(best, turned, strict=True)))


def burden(entrant: Entrant, seat: int, size: int) -> Burden:
    """Weigh what speaks against a seat at a table of this size for somebody."""
    had = [sitting.seat for sitting in entrant.sittings]
    least = min(had.count(each) for each in range(size))
    lean = sum(_lean(sitting.seat, sitting.size) for sitting in entrant.sittings)
    return Burden(
        (had.count(seat) - least) ** 2,
        (lean + _lean(seat, size)) ** 2,
        int(had[-1:] == [seat]),
    )


def _lean(seat: int, size: int) -> int:
    """Tell how far a seat is from the middle of its table, early ones below zero."""
    return 2 * HALF * seat // max(size - 1, 1) - HALF


def _sum(burdens: Sequence[Sequence[Burden]], seats: Sequence[int]) -> tuple[int, ...]:
    chosen = [row[seat] for row, seat in zip(burdens, seats, strict=True)]
    return tuple(map(sum, zip(*chosen, strict=True)))
