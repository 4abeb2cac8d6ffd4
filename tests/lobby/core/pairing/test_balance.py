"""Schedules that are searched for: as even as can be, and the same everywhere."""

from collections import Counter
from itertools import combinations

import pytest

from services.lobby.core.pairing.balance import Past, above, balanced
from services.lobby.core.pairing.cycles import cycle, length
from services.lobby.core.pairing.designs import Schedule

PINNED = (
    ((0, 3, 5, 6), (1, 2, 4)),
    ((0, 2, 3, 4), (1, 5, 6)),
    ((1, 2, 5, 6), (0, 3, 4)),
)


def spread(schedule: Schedule) -> tuple[int, int]:
    """Tell how often the pairs meet that meet least and most."""
    tables = [sorted(table) for tables in schedule for table in tables]
    met = Counter(pair for table in tables for pair in combinations(table, 2))
    count = sum(map(len, schedule[0]))
    times = [met[pair] for pair in combinations(range(count), 2)]
    return min(times), max(times)


def sat(schedule: Schedule, size: int) -> set[int]:
    """Tell how often people sit at tables of a size, each number once."""
    tables = [table for tables in schedule for table in tables if len(table) == size]
    seats = Counter(player for table in tables for player in table)
    return {seats[player] for player in range(sum(map(len, schedule[0])))}


def is_whole(schedule: Schedule) -> bool:
    """Tell whether everybody has a place in every round."""
    rounds = [sorted(player for table in tables for player in table) for tables in schedule]
    return all(players == list(range(len(players))) for players in rounds)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tables", "rounds", "meets"),
    [((3, 3, 3), 4, (1, 1)), ((4, 4, 4, 4), 5, (1, 1)), ((4, 4), 7, (3, 3)),
     ((3, 3, 2), 4, (1, 1)), ((4, 4, 4, 4, 4), 9, (1, 2))],
)  # fmt: skip
def test_the_search_finds_what_is_known_to_exist(
    tables: tuple[int, ...], rounds: int, meets: tuple[int, int]
) -> None:
    schedule = balanced(tables, rounds, "lot")
    assert is_whole(schedule)
    assert spread(schedule) == meets


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tables", "rounds"), [((4, 4, 3), 5), ((5, 4, 4), 6), ((4, 4, 1, 1), 7), ((3, 3, 2, 2), 4)]
)
def test_everybody_sits_at_odd_tables_equally_often(tables: tuple[int, ...], rounds: int) -> None:
    schedule = balanced(tables, rounds, "lot")
    assert is_whole(schedule)
    for size in set(tables):
        counts = sat(schedule, size)
        assert max(counts) - min(counts) <= 1


def test_who_has_met_is_parted() -> None:
    met = dict.fromkeys([*combinations(range(4), 2), *combinations(range(4, 8), 2)], 1)
    [tables] = balanced((4, 4), 1, "lot", Past(met, {}))
    assert [sum(player < 4 for player in table) for table in tables] == [2, 2]


def test_who_has_had_a_bye_has_no_other_before_the_rest() -> None:
    byes = {(player, 1): 1 for player in range(4)}
    [tables] = balanced((4, 1, 1), 1, "lot", Past({}, byes))
    assert sorted(tables) == [(0, 1, 2, 3), (4,), (5,)]


def test_one_table_needs_no_search() -> None:
    assert balanced((4,), 2, "lot") == (((0, 1, 2, 3),), ((0, 1, 2, 3),))


def test_a_schedule_is_the_same_everywhere() -> None:
    assert balanced((4, 3), 3, "lot") == PINNED
    assert balanced((4, 3), 3, "another lot") != PINNED


@pytest.mark.parametrize(
    ("tables", "meets"),
    [((4, 4), (3, 3)), ((4, 4, 4), (3, 3)), ((3,) * 4, (2, 2)), ((5,) * 4, (4, 4)),
     ((4,) * 6, (3, 3)), ((3, 3, 1), (2, 2)), ((4, 4, 4, 1), (3, 3)), ((4, 3), (3, 3)),
     ((4, 3, 3), (2, 3)), ((5, 4, 4, 4), (3, 4))],
)  # fmt: skip
def test_in_a_full_circle_all_pairs_meet_equally_often(
    tables: tuple[int, ...], meets: tuple[int, int]
) -> None:
    schedule = cycle(tables, "lot")
    assert is_whole(schedule)
    assert len(schedule) == length(tables)
    assert spread(schedule) == meets


@pytest.mark.parametrize("tables", [(4, 3), (4, 4, 4, 1), (5, 4, 4)])
def test_in_a_full_circle_everybody_has_every_place_once(tables: tuple[int, ...]) -> None:
    schedule = cycle(tables, "lot")
    assert all(sat(schedule, size) == {size * tables.count(size)} for size in set(tables))


@pytest.mark.slow
def test_where_no_first_round_is_even_the_best_is_taken() -> None:
    assert spread(cycle((3, 3), "lot")) == (1, 3)


@pytest.mark.parametrize(
    ("counts", "more"), [([1, 1, 1], 0), ([1, 2, 1], 0), ([0, 2], 2), ([0, 3], 4), ([5], 0)]
)
def test_numbers_are_even_if_none_differ_by_more_than_one(counts: list[int], more: int) -> None:
    assert above(counts) == more
