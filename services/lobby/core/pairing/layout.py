"""Where a draw begins: by the standings, before it is known who has met whom."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from services.lobby.core.field import Entrant
from services.lobby.core.pairing.weights import odd_tables


def standing(entrant: Entrant) -> tuple[int, int]:
    """Sort by points, those with as many by their numbers."""
    return -entrant.points, entrant.number


def first_layout(field: Sequence[Entrant], shape: Sequence[int], wanted: int) -> list[list[int]]:
    """Seat a field that is sorted by its standing, as groups of places in it.

    Before anybody has played all are spread over all tables. Later those who have sat least often
    at tables of another size than wanted sit there, the lowest of them first; the others fill the
    wanted tables from the top.
    """
    points = [entrant.points for entrant in field]
    if not any(entrant.sittings for entrant in field):
        return _fold(range(len(field)), points, shape)
    usual = [size for size in shape if size == wanted]
    other = [size for size in shape if size != wanted]
    places = sorted(range(len(field)), key=lambda place: (odd_tables(field[place], wanted), -place))
    chosen, left = sorted(places[: sum(other)]), sorted(places[sum(other) :])
    return _fold(left, points, usual) + _fold(chosen, points, other)


def _fold(places: Sequence[int], points: Sequence[int], shape: Sequence[int]) -> list[list[int]]:
    """Fill tables from the top; those of the same points are spread evenly over their tables."""
    slots = iter([table for table, size in enumerate(shape) for _ in range(size)])
    groups: list[list[int]] = [[] for _ in shape]
    for _, run in groupby(places, key=points.__getitem__):
        equals = list(run)
        room = Counter(next(slots) for _ in equals)
        for place, table in zip(equals, _there_and_back(room), strict=True):
            groups[table].append(place)
    return groups


def _there_and_back(room: Counter[int]) -> Iterator[int]:
    """Go through tables from the first to the last and back again, until all are full."""
    tables = list(room)
    while tables:
        yield from tables
        room.subtract(tables)
        tables = [table for table in reversed(tables) if room[table]]
