"""How many sit at each table, when numbers do not always divide."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from services.lobby.core.field import Sizes


def table_sizes(count: int, sizes: Sizes) -> tuple[tuple[int, ...], int]:
    """Give the sizes of the tables, the largest first, and how many have a bye.

    There are as few byes as can be, then as few tables of another size than wanted, then sizes as
    near to it as can be (by the squares of the differences), then as few tables as can be.
    """
    for byes in range(count + 1):
        ways = list(_ways(count - byes, sizes))
        if ways:
            best = min(ways, key=lambda way: _rank(way, sizes.wanted))
            return tuple(sorted(best, reverse=True)), byes
    raise ValueError(f"{count} players cannot be seated")


def _ways(count: int, sizes: Sizes) -> Iterator[tuple[int, ...]]:
    """List the ways to seat all of them that have few tables of another size than wanted.

    Of `wanted` numbers some have a sum that `wanted` divides, and those who sit at these tables
    could sit at wanted ones: so a way with that many other tables is never the best.
    """
    others = sorted(sizes.allowed - {sizes.wanted})
    for number in range(sizes.wanted):
        for way in combinations_with_replacement(others, number):
            tables, left = divmod(count - sum(way), sizes.wanted)
            if tables >= 0 and not left:
                yield (sizes.wanted,) * tables + way


def _rank(way: tuple[int, ...], wanted: int) -> tuple[int, int, int]:
    odd = [size for size in way if size != wanted]
    return len(odd), sum((size - wanted) ** 2 for size in odd), len(way)
