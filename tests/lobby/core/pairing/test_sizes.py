"""How many sit at each table: few byes, few tables of another size, and near to the wanted one."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.core.field import Sizes
from services.lobby.core.pairing.sizes import table_sizes
from tests.lobby.core.pairing.fields import DUELS, LONDON, NEW_YORK, UNDERGROUND


@st.composite
def some_sizes(draw: st.DrawFn) -> Sizes:
    allowed = draw(st.frozensets(st.integers(2, 5), min_size=1))
    return Sizes(draw(st.sampled_from(sorted(allowed))), allowed)


def all_ways(count: int, allowed: list[int]) -> Iterator[list[int]]:
    """List all tables that so many can sit at, some of them perhaps not at all."""
    yield []
    for at, size in enumerate(allowed):
        if size <= count:
            yield from ([size, *others] for others in all_ways(count - size, allowed[at:]))


def badness(way: list[int], byes: int, wanted: int) -> tuple[int, ...]:
    others = [size for size in way if size != wanted]
    return byes, len(others), sum((size - wanted) ** 2 for size in others), len(way)


@pytest.mark.parametrize(
    ("count", "sizes", "tables", "byes"),
    [
        (0, LONDON, (), 0),
        (3, LONDON, (), 3),
        (16, LONDON, (4, 4, 4, 4), 0),
        (18, LONDON, (5, 5, 4, 4), 0),
        (11, LONDON, (5, 5), 1),
        (7, NEW_YORK, (3, 2, 2), 0),
        (8, NEW_YORK, (3, 3, 2), 0),
        (1, NEW_YORK, (), 1),
        (10, UNDERGROUND, (4, 4, 2), 0),
        (13, UNDERGROUND, (5, 4, 4), 0),
        (15, UNDERGROUND, (4, 4, 4, 3), 0),
        (9, DUELS, (2, 2, 2, 2), 1),
        (6, Sizes(5, frozenset({2, 3, 4, 5})), (3, 3), 0),
        (10, Sizes(4, frozenset({3, 4, 5})), (5, 5), 0),
    ],
)
def test_tables_are_as_wanted_or_nearly(
    count: int, sizes: Sizes, tables: tuple[int, ...], byes: int
) -> None:
    assert table_sizes(count, sizes) == (tables, byes)


@given(st.integers(0, 30), some_sizes())
def test_no_other_tables_would_be_better(count: int, sizes: Sizes) -> None:
    tables, byes = table_sizes(count, sizes)
    assert sum(tables) + byes == count
    best = min(
        badness(way, count - sum(way), sizes.wanted)
        for way in all_ways(count, sorted(sizes.allowed))
    )
    assert badness(list(tables), byes, sizes.wanted) == best


@given(st.integers(200, 2000), some_sizes())
def test_a_large_field_has_hardly_any_tables_of_another_size(count: int, sizes: Sizes) -> None:
    tables, byes = table_sizes(count, sizes)
    assert set(tables) <= sizes.allowed
    assert sum(size != sizes.wanted for size in tables) < sizes.wanted
    assert byes < min(sizes.allowed)
