"""Knockout: the strong meet late, odd tables are shared out, and the right people go on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.core.field import Entrant, Sitting, Sizes
from services.lobby.core.pairing.knockout import (
    advancing,
    is_final,
    pair_knockout,
    rounds_of,
    survivors,
)
from services.lobby.core.points import RESIGNED
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
from tests.lobby.core.results import table

EDITIONS = st.sampled_from([NEW_YORK, LONDON, UNDERGROUND, DUELS])
NUMBERS = {"ana": 1, "bo": 2, "cy": 3, "di": 4, "ed": 5, "flo": 6, "gus": 7, "hal": 8}


def numbers_at(field: list[Entrant], sizes: Sizes = LONDON) -> list[list[int]]:
    numbers = {one.player: one.number for one in field}
    draw = pair_knockout(field, sizes, 1, "lot")
    return [sorted(numbers[player] for player in table.players) for table in draw.tables]


def test_the_strongest_are_spread_there_and_back() -> None:
    assert numbers_at(strangers(12)) == [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]
    assert numbers_at(strangers(8), DUELS) == [[1, 8], [2, 7], [3, 6], [4, 5]]


def test_tables_are_explained() -> None:
    draw = pair_knockout(strangers(12), LONDON, 3, "lot")
    assert draw.tables[0].why == "Round 3: numbers 1, 6, 7 and 12 by strength."
    draw = pair_knockout(strangers(4), LONDON, 4, "lot")
    assert draw.tables[0].why == "The final: numbers 1, 2, 3 and 4 by strength."


def test_people_of_a_row_change_tables_if_they_have_met() -> None:
    field = strangers(8)
    field[0] = field[0]._replace(sittings=(Sitting(1, 0, 4, ("p005", "p009", "p010")),))
    field[4] = field[4]._replace(sittings=(Sitting(1, 1, 4, ("p001", "p009", "p010")),))
    assert numbers_at(field) == [[1, 4, 6, 8], [2, 3, 5, 7]]
    assert pair_knockout(field, LONDON, 2, "lot").repeats == 0


def test_those_who_have_to_meet_again_are_told_so() -> None:
    field = after(strangers(4), pair_knockout(strangers(4), LONDON, 1, "lot"), 1)
    draw = pair_knockout(field[:2], DUELS, 2, "lot")
    assert (draw.repeats, draw.proven) == (1, False)
    assert draw.tables[0].why.endswith("; p001 and p002 have met before.")


def test_larger_tables_go_to_those_who_had_smaller_ones() -> None:
    field = strangers(9)
    spared = Sitting(1, 0, 2, ("p099",))
    for player in (1, 8):
        changed = [*field]
        changed[player - 1] = changed[player - 1]._replace(sittings=(spared,))
        [large] = [table for table in numbers_at(changed, UNDERGROUND) if len(table) == 5]
        assert player in large


def test_who_has_the_larger_table_at_first_is_drawn_by_lot() -> None:
    draws = [pair_knockout(strangers(9), UNDERGROUND, 1, f"lot {i}") for i in range(20)]
    large = {"p001" in max((each.players for each in draw.tables), key=len) for draw in draws}
    assert large == {True, False}


def test_byes_go_to_the_strongest_who_have_had_the_fewest() -> None:
    field = strangers(7)
    assert pair_knockout(field, LONDON, 1, "lot").byes == ("p001", "p002")
    field[0] = field[0]._replace(byes=1)
    assert pair_knockout(field, LONDON, 2, "lot").byes == ("p002", "p003")


@pytest.mark.slow
@given(count=st.integers(4, 70), sizes=EDITIONS, lot=st.text())
def test_everybody_has_one_table_of_an_allowed_size_or_a_bye(
    count: int, sizes: Sizes, lot: str
) -> None:
    field = strangers(count)
    draw = pair_knockout(field, sizes, 1, lot)
    assert everybody(draw) == names(field)
    assert all(len(table.players) in sizes.allowed for table in draw.tables)
    assert not draw.byes or sizes in {LONDON, DUELS}
    assert draw == pair_knockout(field[::-1], sizes, 1, lot)


@pytest.mark.slow
@given(count=st.integers(2, 70), sizes=EDITIONS)
def test_every_table_has_one_of_each_class_of_strength(count: int, sizes: Sizes) -> None:
    tables = numbers_at(strangers(count), sizes)
    byes = len(pair_knockout(strangers(count), sizes, 1, "lot").byes)
    for row in range(min(map(len, tables), default=0)):
        those = {numbers[row] - byes for numbers in tables}
        assert those == set(range(row * len(tables) + 1, (row + 1) * len(tables) + 1))


@pytest.mark.parametrize(
    ("ranks", "totals", "k", "seats"),
    [([2, 1, 4, 3], (), 2, (1, 0)),
     ([1, 1, 1, 1], (), 2, (0, 1)),
     ([1, 2, 2, 4], (9, 5, 7, 1), 2, (0, 2)),
     ([2, 2, 1, 2], (5, 5, 9, 5), 2, (2, 0)),
     ([2, 2, 1, 2], (None, -5, 9, -7), 3, (2, 1, 3))],
)  # fmt: skip
def test_who_goes_on_is_decided_by_rank_then_points_then_number(
    ranks: list[int], totals: tuple[int | None, ...], k: int, seats: tuple[int, ...]
) -> None:
    assert advancing(table("ana bo cy di", ranks, totals=totals), NUMBERS, k) == seats


def test_who_has_resigned_goes_on_only_if_nobody_else_is_left() -> None:
    resigned = table("ana bo cy di", [2, 1, 3, 3], out=[RESIGNED, RESIGNED])
    assert advancing(resigned, NUMBERS, 2) == (1, 0)
    resigned = table("bo ana cy", [1, 1, 1], out=[RESIGNED, RESIGNED])
    assert advancing(resigned, NUMBERS, 2) == (0, 1)


@pytest.mark.parametrize("k", [0, 3, 4])
def test_some_of_a_table_have_to_go_on_and_some_not(k: int) -> None:
    with pytest.raises(ValueError, match=f"{k} of 3 cannot go on: some have to, and some not"):
        advancing(table("ana bo cy", [1, 2, 3]), NUMBERS, k)


def test_the_best_of_all_others_fill_up_a_table() -> None:
    tables = [
        table("ana bo cy di", [4, 1, 2, 3], totals=(1, 9, 7, 6), out=[RESIGNED]),
        table("ed flo gus hal", [1, 2, 3, 4], totals=(9, 8, 4, 2)),
    ]
    assert survivors(tables, NUMBERS, LONDON, 1) == ("bo", "ed", "flo", "cy")
    assert survivors(tables, NUMBERS, LONDON, 1, byes=1) == ("bo", "ed", "flo")
    assert survivors(tables, NUMBERS, UNDERGROUND, 1) == ("bo", "ed")
    assert sorted(survivors(tables, NUMBERS, LONDON, 2)) == ["bo", "cy", "ed", "flo"]


def test_nobody_who_has_resigned_fills_up_a_table_before_others() -> None:
    tables = [
        table("ana bo cy", [1, 2, 2], out=[RESIGNED, RESIGNED]),
        table("di ed flo", [1, 2, 3]),
    ]
    five = Sizes(5, frozenset({5}))
    assert survivors(tables, NUMBERS, five, 1) == ("ana", "di", "ed", "flo", "bo")


@pytest.mark.parametrize(
    ("count", "sizes", "final"),
    [(4, LONDON, True), (5, LONDON, True), (3, LONDON, False), (6, LONDON, False),
     (2, DUELS, True), (4, DUELS, False), (5, UNDERGROUND, True), (3, NEW_YORK, True)],
)  # fmt: skip
def test_it_is_the_final_if_all_sit_at_one_table(count: int, sizes: Sizes, *, final: bool) -> None:
    assert is_final(count, sizes) is final


@pytest.mark.parametrize(
    ("count", "sizes", "k", "rounds"),
    [(16, LONDON, 2, 3), (64, LONDON, 2, 5), (16, LONDON, 1, 2), (12, LONDON, 1, 2),
     (32, DUELS, 1, 5), (9, NEW_YORK, 1, 2), (4, LONDON, 3, 1), (7, LONDON, 3, 2)],
)  # fmt: skip
def test_the_number_of_rounds_follows_from_those_who_go_on(
    count: int, sizes: Sizes, k: int, rounds: int
) -> None:
    assert rounds_of(count, sizes, k) == rounds


@pytest.mark.slow
@given(count=st.integers(4, 80), sizes=EDITIONS, lot=st.text(max_size=3))
def test_a_knockout_comes_to_its_final_after_as_many_rounds_as_were_told(
    count: int, sizes: Sizes, lot: str
) -> None:
    field, number = strangers(count), 1
    order = {one.player: one.number for one in field}
    while not is_final(len(field), sizes):
        draw = pair_knockout(field, sizes, number, lot)
        played = [
            table(" ".join(each.players), range(1, len(each.players) + 1)) for each in draw.tables
        ]
        going = {*survivors(played, order, sizes, 1, len(draw.byes)), *draw.byes}
        field = [one for one in after(field, draw, number) if one.player in going]
        number += 1
    assert number == rounds_of(count, sizes, 1)


def test_as_many_as_sit_at_a_table_cannot_go_on() -> None:
    with pytest.raises(ValueError, match="2 of each table cannot go on: of 8, 2 share a table"):
        rounds_of(8, NEW_YORK, 2)


def test_too_few_have_no_knockout() -> None:
    with pytest.raises(ValueError, match="3 are too few: the smallest table is one of 4"):
        rounds_of(3, LONDON, 1)
