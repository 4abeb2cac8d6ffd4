"""What the places at a table are worth: match points, in units, whatever game was played."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from services.lobby.core.field import UNIT

PLAYING: Final = "playing"
RESIGNED: Final = "resigned"
"""The standings that match points ask about; a seat of any other one is placed by its rank."""

FIRST: Final = 3 * UNIT
"""What the first place is worth at a table of any size; the last one is worth nothing."""
BYE: Final = FIRST // 2
"""What a round without a table is worth: as much as a table gives on the average."""
SIZES: Final = range(2, 6)
PART: Final = UNIT // 4
"""Own schemes count in quarters of a point: two, three, four or five can share them exactly."""

Scheme = Mapping[int, tuple[int, ...]]
"""What each place is worth in units, from the first on, by the number at the table."""


class SchemeError(ValueError):
    """An organiser's own scheme of points cannot be used."""


class Played(NamedTuple):
    """A finished table: what scoring has told, or what the organiser has made of it.

    Match points are worked out from it each time. So a correction is another tuple of ranks.
    """

    round: int
    """Counted from 1."""
    players: tuple[str, ...]
    """By seat, like everything that follows."""
    ranks: tuple[int, ...]
    """Equal ranks are shared."""
    standings: tuple[str, ...]
    totals: tuple[int | None, ...]
    """Points of the game; None for a seat that is out."""


def usual_places(size: int) -> tuple[int, ...]:
    """Give what the places are worth if the organiser says nothing: equal steps down to 0."""
    return tuple(FIRST * (size - place) // (size - 1) for place in range(1, size + 1))


USUAL: Final[Scheme] = MappingProxyType({size: usual_places(size) for size in SIZES})


def read_scheme(worth: Mapping[int, Sequence[int]], sizes: Collection[int]) -> Scheme:
    """Check an organiser's own scheme: it tells every place of every size a table may have."""
    if set(worth) != set(sizes):
        expected, given = (", ".join(map(str, sorted(each))) for each in (sizes, worth))
        raise SchemeError(f"expected points for tables of {expected}, not of {given or 'none'}")
    for size, places in worth.items():
        _check_places(size, places)
    return MappingProxyType({size: tuple(worth[size]) for size in sorted(worth)})


def bye_points(scheme: Scheme, size: int) -> int:
    """Give what a table of this size is worth on the average: what a bye should be worth."""
    return sum(scheme[size]) // size


def places(ranks: Sequence[int], standings: Sequence[str]) -> tuple[int, ...]:
    """Place the seats of a table: those who stayed by their ranks, then those who resigned.

    Games rank who was eliminated and who resigned together; in a tournament only the latter
    have given up a place that they could have had.
    """
    seats = list(zip(ranks, standings, strict=True))
    stayed = [rank for rank, standing in seats if standing != RESIGNED]
    return tuple(
        len(stayed) + 1 if standing == RESIGNED else 1 + sum(other < rank for other in stayed)
        for rank, standing in seats
    )


def match_points(
    ranks: Sequence[int], standings: Sequence[str], scheme: Scheme = USUAL
) -> tuple[int, ...]:
    """Give the match points of every seat, in units.

    Who shares a place shares what these places are worth, and those who were eliminated share
    the last ones. Who resigned has nothing, whatever the scheme says about the last place; if
    all did, nobody has anything.
    """
    worth, placed = scheme[len(ranks)], places(ranks, standings)
    return tuple(
        0 if standing == RESIGNED else _shared(worth, place, placed.count(place))
        for place, standing in zip(placed, standings, strict=True)
    )


def _shared(worth: Sequence[int], place: int, number: int) -> int:
    return sum(worth[place - 1 : place - 1 + number]) // number


def _check_places(size: int, places: Sequence[int]) -> None:
    if size not in SIZES or len(places) != size:
        raise SchemeError(f"a table of {size} cannot have points for {len(places)} places")
    if any(worth < 0 or worth % PART for worth in places):
        raise SchemeError(f"table of {size}: expected quarters of points, and none below 0")
    if list(places) != sorted(places, reverse=True):
        raise SchemeError(f"table of {size}: a place is worth more than the one before it")
