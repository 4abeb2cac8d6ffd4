"""Perfect schedules: every pair meets exactly once, and nobody is ever missing."""

from itertools import combinations

import pytest

from services.lobby.core.field import Sizes
from services.lobby.core.pairing.designs import Schedule, circle, design, perfect
from services.lobby.core.pairing.galois import field_of
from tests.lobby.core.pairing.fields import LONDON, NEW_YORK, UNDERGROUND

THREES = (3, 9, 15, 21, 27, 39, 51, 57, 63, 75, 81)
FOURS = (4, 16, 28, 40, 52, 64, 76, 88)
FIVES = (5, 25, 125)


def players_of(schedule: Schedule) -> list[list[int]]:
    return [sorted(player for table in tables for player in table) for tables in schedule]


def pairs_of(schedule: Schedule) -> list[tuple[int, ...]]:
    tables = [table for tables in schedule for table in tables]
    return sorted(pair for table in tables for pair in combinations(sorted(table), 2))


def is_perfect(schedule: Schedule, count: int) -> bool:
    """Tell whether everybody plays in every round, and every pair meets exactly once."""
    everybody = list(range(count))
    return players_of(schedule) == [everybody] * len(schedule) and (
        pairs_of(schedule) == list(combinations(everybody, 2))
    )


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 64])
def test_in_a_field_multiplying_a_sum_sums_the_products(order: int) -> None:
    field = field_of(order)
    assert field is not None
    assert sorted(field.powers) == list(range(1, order))
    for one in field.powers:
        more = field.add(one, 1)
        for i in range(order):
            product = field.power(field.exponent(more) + i) if more else 0
            assert field.add(field.power(field.exponent(one) + i), field.power(i)) == product


@pytest.mark.parametrize("order", [0, 1, 6, 10, 12, 15, 100])
def test_there_is_no_field_of_other_numbers(order: int) -> None:
    assert field_of(order) is None


@pytest.mark.parametrize("count", range(2, 24))
def test_in_a_circle_every_pair_meets_once(count: int) -> None:
    schedule = circle(count)
    assert is_perfect(schedule, count)
    assert len(schedule) == (count if count % 2 else count - 1)


@pytest.mark.parametrize("count", [3, 7, 23])
def test_in_a_circle_of_an_odd_number_everybody_has_one_bye(count: int) -> None:
    alone = [table for tables in circle(count) for table in tables if len(table) == 1]
    assert sorted(alone) == [(player,) for player in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "count"),
    [(size, count) for size, counts in ((3, THREES), (4, FOURS), (5, FIVES)) for count in counts],
)
def test_in_a_design_every_pair_meets_once_at_full_tables(size: int, count: int) -> None:
    schedule = design(count, size)
    assert schedule is not None
    assert is_perfect(schedule, count)
    assert {len(table) for tables in schedule for table in tables} == {size}


@pytest.mark.parametrize(
    ("count", "sizes", "rounds"),
    [(9, NEW_YORK, 4), (15, NEW_YORK, 7), (21, NEW_YORK, 10), (27, NEW_YORK, 13),
     (16, LONDON, 5), (28, LONDON, 9), (64, LONDON, 21), (25, Sizes(5, LONDON.allowed), 6)],
)  # fmt: skip
def test_famous_schedules_are_as_long_as_they_should_be(
    count: int, sizes: Sizes, rounds: int
) -> None:
    schedule = perfect(count, sizes)
    assert schedule is not None
    assert len(schedule) == rounds


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(8, NEW_YORK), (14, NEW_YORK), (20, NEW_YORK), (26, NEW_YORK), (13, UNDERGROUND),
     (14, UNDERGROUND), (15, UNDERGROUND), (27, UNDERGROUND), (24, Sizes(5, LONDON.allowed))],
)  # fmt: skip
def test_with_a_few_players_less_every_pair_still_meets_once_at_allowed_tables(
    count: int, sizes: Sizes
) -> None:
    schedule = perfect(count, sizes)
    assert schedule is not None
    assert is_perfect(schedule, count)
    assert {len(table) for tables in schedule for table in tables} <= sizes.allowed


def test_a_table_that_must_not_shrink_has_no_schedule_with_players_less() -> None:
    assert perfect(15, LONDON) is None
    assert perfect(15, UNDERGROUND) is not None


@pytest.mark.parametrize(("count", "size"), [(6, 3), (10, 3), (12, 4), (20, 4), (10, 5), (36, 6)])
def test_where_no_design_is_known_none_is_given(count: int, size: int) -> None:
    assert design(count, size) is None
