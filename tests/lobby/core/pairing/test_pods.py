"""The swiss draw: nobody meets twice if that can be, and those of like score sit together."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.core.field import UNIT, Draw, Entrant, Sitting, Sizes
from services.lobby.core.pairing.pods import pair_pods
from services.lobby.core.pairing.sizes import table_sizes
from services.lobby.core.pairing.weights import distance, meetings, odd_tables, weigh
from tests.laws import examples
from tests.lobby.core.pairing.fields import (
    DUELS,
    LONDON,
    NEW_YORK,
    UNDERGROUND,
    after,
    everybody,
    names,
    strangers,
)
from tests.lobby.core.pairing.partitions import all_draws
from tests.lobby.core.pairing.rounds import play, played, tables_of

FOURS = Sizes(4, frozenset({4}))
EDITIONS = st.sampled_from([NEW_YORK, LONDON, UNDERGROUND, DUELS, FOURS])


def repeats(draw: Draw, field: Sequence[Entrant]) -> int:
    known = {one.player: one for one in field}
    pairs = [pair for table in draw.tables for pair in combinations(table.players, 2)]
    return sum(known[one].met(other) > 0 for one, other in pairs)


def numbers(draw: Draw, field: Sequence[Entrant]) -> list[list[int]]:
    return [sorted(one.number for one in table) for table in tables_of(draw, field)]


@pytest.mark.slow
@examples(40)
@given(st.integers(0, 20), EDITIONS, st.integers(0, 4), st.text(max_size=3))
def test_everybody_has_a_place_or_a_bye(count: int, sizes: Sizes, rounds: int, lot: str) -> None:
    field = played(count, sizes, rounds, lot)
    draw = pair_pods(field, sizes, lot)
    assert everybody(draw) == names(field)
    found = [len(table.players) for table in draw.tables], len(draw.byes)
    tables, byes = table_sizes(count, sizes)
    assert (sorted(found[0]), found[1]) == (sorted(tables), byes)
    assert draw.repeats == repeats(draw, field)
    assert draw.proven


@pytest.mark.slow
@examples(20)
@given(st.integers(0, 40), EDITIONS, st.integers(0, 3), st.randoms(use_true_random=False))
def test_the_same_field_has_the_same_draw_in_any_order(
    count: int, sizes: Sizes, rounds: int, chance: Random
) -> None:
    field = played(count, sizes, rounds, "order")
    draw = pair_pods(field, sizes, "lot")
    chance.shuffle(field)
    assert pair_pods(field, sizes, "lot") == draw


def test_the_first_round_spreads_the_strong_ones_evenly() -> None:
    field = strangers(16)
    expected = [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert numbers(pair_pods(field, FOURS, "lot"), field) == expected


def test_larger_tables_of_the_first_round_have_strong_and_weak_players_too() -> None:
    field = strangers(18)
    expected = [[1, 8, 9, 16, 17], [2, 7, 10, 15, 18], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert numbers(pair_pods(field, LONDON, "lot"), field) == expected


def test_winners_meet_winners_at_the_first_table() -> None:
    field = strangers(16)
    first = pair_pods(field, FOURS, "1")
    points = {
        player: UNIT * (3 - place)
        for table in first.tables
        for place, player in enumerate(sorted(table.players, reverse=True))
    }
    field = after(field, first, 1, points)
    second = pair_pods(field, FOURS, "2")
    assert second.repeats == 0
    assert [{one.points for one in table} for table in tables_of(second, field)] == [
        {3 * UNIT}, {2 * UNIT}, {UNIT}, {0},
    ]  # fmt: skip
    assert numbers(second, field)[0] == [13, 14, 15, 16]


def test_a_bye_goes_to_the_lowest_of_those_who_had_the_fewest() -> None:
    rested = [one._replace(byes=1) for one in strangers(9)]
    played_on = [one._replace(byes=0, points=one.number) for one in rested[3:6]]
    field = [*rested[:3], *played_on, *rested[6:]]
    assert pair_pods(field, DUELS, "lot").byes == ("p004",)
    draw = pair_pods(field[:7], Sizes(4, frozenset({4})), "lot")
    assert draw.byes == ("p004", "p005", "p006")
    assert pair_pods(field[:2], Sizes(5, frozenset({5})), "lot").byes == ("p002", "p001")


@pytest.mark.slow
def test_byes_go_around() -> None:
    field = strangers(9)
    for number in range(1, 10):
        field = play(field, pair_pods(field, DUELS, str(number)), number, Random(number))  # noqa: S311
    assert [one.byes for one in field] == [1] * 9


@pytest.mark.slow
def test_tables_of_another_size_go_around() -> None:
    field = strangers(34)
    for number in range(1, 6):
        draw = pair_pods(field, LONDON, str(number))
        field = play(field, draw, number, Random(number))  # noqa: S311
        assert draw.repeats == 0
        often, more = divmod(10 * number, 34)
        counts = Counter(odd_tables(one, LONDON.wanted) for one in field)
        assert counts == {often: 34 - more, often + 1: more}


def test_repeats_are_avoided_before_anything_else() -> None:
    """The two leaders have met, and so have the two last ones."""
    pairs = {"ana": "bo", "bo": "ana", "cy": "di", "di": "cy"}
    field = [
        Entrant(player, points, number, (Sitting(1, number % 2, 2, (pairs[player],)),))
        for number, (player, points) in enumerate(
            {"ana": 900, "bo": 900, "cy": 0, "di": 0}.items(), start=1
        )
    ]
    draw = pair_pods(field, DUELS, "lot")
    assert draw.repeats == 0
    assert all(pairs[table.players[0]] != table.players[1] for table in draw.tables)


def test_of_two_repeats_the_one_that_has_been_less_often_is_made() -> None:
    """All have met, ana and bo twice; those who sit by score would meet for the third time."""
    field = strangers(4)
    for number, tables in enumerate(
        ["p001 p002/p003 p004", "p001 p002/p003 p004", "p001 p003/p002 p004", "p001 p004/p002 p003",
         "p001 p004/p002 p003"], start=1,
    ):  # fmt: skip
        draw = pair_pods(field, DUELS, "")
        seated = [
            table._replace(players=tuple(players.split()))
            for table, players in zip(draw.tables, tables.split("/"), strict=True)
        ]
        field = after(field, draw._replace(tables=tuple(seated)), number, {"p001": 9, "p002": 9})
    draw = pair_pods(field, DUELS, "lot")
    assert (draw.repeats, draw.proven) == (2, True)
    assert {frozenset(table.players) for table in draw.tables} == {
        frozenset({"p001", "p003"}), frozenset({"p002", "p004"}),
    }  # fmt: skip


@pytest.mark.slow
@examples(30)
@given(st.integers(4, 9), st.sampled_from([LONDON, UNDERGROUND, NEW_YORK]), st.integers(1, 5))
def test_no_draw_of_a_small_field_is_better(count: int, sizes: Sizes, rounds: int) -> None:
    field = played(count, sizes, rounds, "small")
    draw = pair_pods(field, sizes, "lot")
    seats = [one for one in field if one.player not in draw.byes]
    shape = sorted(len(table.players) for table in draw.tables)
    weights = weigh(seats, meetings(seats), shape, sizes.wanted)

    def weight(groups: Sequence[Sequence[int]]) -> int:
        pairs = [pair for group in groups for pair in combinations(group, 2)]
        odd = [one for group in groups if len(group) != sizes.wanted for one in group]
        return sum(weights.pairs[a][b] for a, b in pairs) + sum(weights.odd[one] for one in odd)

    places = {one.player: place for place, one in enumerate(seats)}
    drawn = [[places[player] for player in table.players] for table in draw.tables]
    assert weight(drawn) == min(map(weight, all_draws(range(len(seats)), shape)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "rounds", "fewest"),
    [(8, 1, 4), (8, 2, 4), (8, 3, 12), (12, 1, 3), (16, 5, None), (20, 4, None)],
)
def test_repeats_that_have_to_be_are_proven(count: int, rounds: int, fewest: int | None) -> None:
    draw = pair_pods(played(count, FOURS, rounds, "proven"), FOURS, "lot")
    assert draw.proven
    assert fewest is None or draw.repeats == fewest


def test_a_large_field_knows_when_repeats_cannot_be_avoided() -> None:
    field = strangers(36)
    others = {one.player: tuple(set(names(field)) - {one.player}) for one in field}
    met = [one._replace(sittings=(Sitting(1, 0, 36, others[one.player]),)) for one in field]
    draw = pair_pods(met, FOURS, "lot")
    assert (draw.repeats, draw.proven) == (54, True)


def test_a_meeting_that_only_one_has_kept_counts_for_both() -> None:
    field = strangers(8)
    field[0] = field[0]._replace(sittings=(Sitting(1, 0, 3, (field[1].player, "gone")),))
    draw = pair_pods(field, FOURS, "lot")
    assert draw.repeats == 0
    assert not any({field[0].player, field[1].player} <= {*each.players} for each in draw.tables)


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [3, 4])
def test_points_are_nearly_as_near_as_by_the_standings_alone(rounds: int) -> None:
    field = played(64, FOURS, rounds, "near")
    draw = pair_pods(field, FOURS, "lot")
    ranked = sorted(field, key=lambda one: -one.points)
    shuffled = sorted(field, key=lambda one: one.player[::-1])
    by_standings, by_chance = (
        sum(distance(order[at : at + 4]) for at in range(0, 64, 4)) for order in (ranked, shuffled)
    )
    apart = sum(map(distance, tables_of(draw, field)))
    assert draw.repeats == 0
    assert apart - by_standings < (by_chance - by_standings) / 10


@pytest.mark.slow
def test_256_players_play_seven_rounds_at_tables_of_four_without_a_repeat() -> None:
    field = strangers(256)
    for number in range(1, 8):
        draw = pair_pods(field, UNDERGROUND, str(number))
        assert draw.repeats == 0
        field = play(field, draw, number, Random(number))  # noqa: S311
    assert all(len(one.sittings) == 7 for one in field)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (32, FOURS),
        (31, NEW_YORK),
        pytest.param(30, LONDON, marks=pytest.mark.deep),
        pytest.param(32, DUELS, marks=pytest.mark.deep),
    ],
)
def test_every_round_up_to_32_players_is_proven(count: int, sizes: Sizes) -> None:
    field = strangers(count)
    for number in range(1, 41):
        draw = pair_pods(field, sizes, str(number))
        assert draw.proven
        if draw.repeats > count // 2:
            break
        field = play(field, draw, number, Random(number))  # noqa: S311
