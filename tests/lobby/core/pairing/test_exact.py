"""The fewest repeats are found and proven, and prices never claim more than is so."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given

from services.lobby.core.field import Sizes
from services.lobby.core.pairing import exact
from services.lobby.core.pairing.designs import perfect
from services.lobby.core.pairing.exact import fewest_repeats, least_repeats
from services.lobby.core.pairing.prices import PART, Option, first_prices, narrow
from services.lobby.core.pairing.weights import Matrix, count_repeats, meetings
from tests.lobby.core.pairing.fields import UNDERGROUND
from tests.lobby.core.pairing.partitions import all_draws, histories, repeats
from tests.lobby.core.pairing.rounds import played

FOURS = Sizes(4, frozenset({4}))


def met_in(schedule: Sequence[Sequence[Sequence[int]]], count: int) -> Matrix:
    """Count the meetings of a schedule."""
    met = [[0] * count for _ in range(count)]
    for pair in (
        pair for tables in schedule for table in tables for pair in combinations(table, 2)
    ):
        met[pair[0]][pair[1]] += 1
        met[pair[1]][pair[0]] += 1
    return met


def in_turn(shape: Sequence[int]) -> list[list[int]]:
    """Seat everybody as they come."""
    ends = [sum(shape[: at + 1]) for at in range(len(shape))]
    return [list(range(end - size, end)) for size, end in zip(shape, ends, strict=True)]


def tables_of(met: Matrix, shape: Sequence[int]) -> list[Option]:
    return [
        Option(table, PART * len(repeats([table], met)))
        for size in set(shape)
        for table in combinations(range(len(met)), size)
    ]


@given(histories())
def test_no_draw_of_a_small_field_is_better(history: tuple[tuple[int, ...], Matrix]) -> None:
    shape, met = history
    found = fewest_repeats(met, in_turn(shape))
    assert sorted(map(len, found.groups)) == sorted(shape)
    assert sorted(player for group in found.groups for player in group) == list(range(len(met)))
    again = repeats(found.groups, met)
    every = [repeats(draw, met) for draw in all_draws(range(len(met)), shape)]
    best = min((len(each), sum(times**2 for times in each)) for each in every)
    assert (len(again), sum(times**2 for times in again)) == best
    assert found.proven


@given(histories())
def test_what_nobody_can_avoid_is_never_counted_too_high(
    history: tuple[tuple[int, ...], Matrix],
) -> None:
    shape, met = history
    every = (repeats(draw, met) for draw in all_draws(range(len(met)), shape))
    assert 0 <= least_repeats(met, shape) <= min(map(len, every))


@given(histories())
def test_prices_are_paid_by_every_table_and_so_by_every_draw(
    history: tuple[tuple[int, ...], Matrix],
) -> None:
    shape, met = history
    options = tables_of(met, shape)
    fewest = min(len(repeats(draw, met)) for draw in all_draws(range(len(met)), shape))
    market = first_prices(options, shape, PART * (fewest + 1))
    assert all(market.prices.slack(option) >= 0 for option in options)
    paid = sum(market.prices.players) + sum(market.prices.sizes[size] for size in shape)
    assert paid == market.total <= PART * fewest


@given(histories())
def test_no_table_of_a_best_draw_is_left_out(history: tuple[tuple[int, ...], Matrix]) -> None:
    shape, met = history
    every = list(all_draws(range(len(met)), shape))
    fewest = min(len(repeats(draw, met)) for draw in every)
    market = first_prices(tables_of(met, shape), shape, PART * (fewest + 1))
    left = {option.players for option in narrow(market, shape, PART * fewest).options}
    best = [draw for draw in every if len(repeats(draw, met)) == fewest]
    assert {tuple(sorted(table)) for draw in best for table in draw} <= left


def test_who_has_met_everybody_repeats_all() -> None:
    met = [[int(one != other) for other in range(9)] for one in range(9)]
    assert least_repeats(met, (5, 4)) == 16
    assert least_repeats(met, (3, 3, 3)) == 9
    assert fewest_repeats(met, in_turn((5, 4))).proven


@pytest.mark.slow
@pytest.mark.parametrize("left_out", range(5))
def test_the_last_perfect_round_is_found(left_out: int) -> None:
    schedule = perfect(16, FOURS)
    assert schedule is not None
    met = met_in([tables for at, tables in enumerate(schedule) if at != left_out], 16)
    found = fewest_repeats(met, schedule[left_out - 1])
    assert sorted(map(tuple, found.groups)) == sorted(schedule[left_out])
    assert found.proven


@pytest.mark.slow
def test_after_a_perfect_schedule_every_pair_meets_again() -> None:
    schedule = perfect(16, FOURS)
    assert schedule is not None
    met = met_in(schedule, 16)
    found = fewest_repeats(met, schedule[0])
    assert count_repeats(found.groups, met) == 24
    assert found.proven


@pytest.mark.parametrize(
    ("rounds", "fewest"),
    [([], 0), ([(0, 1, 2, 3), (4, 5, 6, 7)], 4), ([(0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 4, 5)], 4)],
)
def test_eight_players_at_tables_of_four_meet_again_in_the_second_round(
    rounds: list[tuple[int, ...]], fewest: int
) -> None:
    met = met_in([rounds], 8)
    found = fewest_repeats(met, [[0, 1, 2, 3], [4, 5, 6, 7]])
    assert (count_repeats(found.groups, met), found.proven) == (fewest, True)


@pytest.mark.slow
def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    met = meetings(played(18, UNDERGROUND, 5, "given up"))
    known = in_turn((4, 4, 4, 4, 2))
    monkeypatch.setattr(exact, "PROOF", 0)
    answer = fewest_repeats(met, known)
    assert not answer.proven
    assert answer.groups == known
    monkeypatch.undo()
    assert fewest_repeats(met, known).proven
