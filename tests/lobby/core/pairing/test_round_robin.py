"""Round-robin: everybody meets everybody, and the schedule survives those who come and go."""

from collections.abc import Collection, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.core.field import Entrant, Sizes
from services.lobby.core.pairing.round_robin import (
    even_rounds,
    pair_round_robin,
    rounds_of,
    schedule,
)
from tests.laws import examples
from tests.lobby.core.pairing.fields import (
    DUELS,
    LONDON,
    NEW_YORK,
    UNDERGROUND,
    after,
    everybody,
    meetings,
    names,
    strangers,
)


def play(
    field: Sequence[Entrant],
    sizes: Sizes,
    numbers: range,
    rounds: int | None = None,
    withdrawn: Collection[str] = (),
) -> list[Entrant]:
    """Play some rounds; in each of them, everybody who is left must be somewhere once."""
    played = list(field)
    for number in numbers:
        draw = pair_round_robin(played, sizes, number, rounds, f"lot {number}", withdrawn)
        assert everybody(draw) == [name for name in names(played) if name not in withdrawn]
        assert all(len(table.players) in sizes.allowed for table in draw.tables)
        played = after(played, draw, number)
    return played


def of(field: Sequence[Entrant], withdrawn: Collection[str]) -> list[Entrant]:
    return [one for one in field if one.player not in withdrawn]


@pytest.mark.parametrize(
    ("count", "sizes", "rounds"),
    [(9, NEW_YORK, 4), (15, NEW_YORK, 7), (16, LONDON, 5), (16, UNDERGROUND, 5),
     (15, UNDERGROUND, 5), (8, DUELS, 7), (7, DUELS, 7), (5, LONDON, 1),
     (3, Sizes(2, NEW_YORK.allowed), 3)],
)  # fmt: skip
def test_with_a_perfect_schedule_every_pair_meets_exactly_once(
    count: int, sizes: Sizes, rounds: int
) -> None:
    assert rounds_of(count, sizes) == even_rounds(count, sizes) == rounds
    field = play(strangers(count), sizes, range(1, rounds + 1))
    assert set(meetings(field)) == {1}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "sizes"),
    [(7, NEW_YORK), (8, LONDON), (10, UNDERGROUND), (12, NEW_YORK), (12, LONDON)],
)
def test_without_one_every_pair_meets_at_least_once(count: int, sizes: Sizes) -> None:
    rounds = rounds_of(count, sizes)
    assert min(meetings(play(strangers(count), sizes, range(1, rounds + 1)))) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [NEW_YORK, LONDON, UNDERGROUND])
@pytest.mark.parametrize(
    "count",
    [*range(4, 14), *(pytest.param(count, marks=pytest.mark.deep) for count in range(14, 25))],
)
def test_every_pair_meets_whatever_the_number_of_players(count: int, sizes: Sizes) -> None:
    rounds = rounds_of(count, sizes)
    field = play(strangers(count), sizes, range(1, rounds + 1))
    assert min(meetings(field)) >= 1
    for size in sizes.allowed:
        sat = [sum(each.size == size for each in one.sittings) for one in field]
        assert max(sat) - min(sat) <= (2 if max(meetings(field)) == 1 else 1)


@pytest.mark.parametrize(
    ("count", "sizes", "times"),
    [(8, LONDON, 3), (12, LONDON, 3), (12, NEW_YORK, 2), (11, UNDERGROUND, 3)],
)
def test_a_long_schedule_lets_all_pairs_meet_equally_often(
    count: int, sizes: Sizes, times: int
) -> None:
    rounds = even_rounds(count, sizes)
    field = play(strangers(count), sizes, range(1, rounds + 1), rounds)
    assert set(meetings(field)) == {times}


def test_a_schedule_goes_on_when_it_has_come_to_its_end() -> None:
    field = play(strangers(9), NEW_YORK, range(1, 7), rounds=6)
    assert set(meetings(field)) == {1, 2}
    rounds = even_rounds(8, LONDON) + 1
    assert set(meetings(play(strangers(8), LONDON, range(1, rounds + 1), rounds))) == {3, 4}


@pytest.mark.parametrize(("more", "times"), [(0, {1, 2}), (2, {2, 3})])
def test_what_follows_a_full_circle_makes_up_for_it(more: int, times: set[int]) -> None:
    rounds = even_rounds(10, NEW_YORK) + more
    field = play(strangers(10), NEW_YORK, range(1, rounds + 1), rounds)
    assert set(meetings(field)) == times


def test_large_fields_have_as_many_rounds_as_a_perfect_schedule_would_have() -> None:
    assert rounds_of(48, LONDON) == 16


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_too_few_have_no_schedule(count: int) -> None:
    with pytest.raises(ValueError, match=f"{count} are too few"):
        rounds_of(count, LONDON)


@pytest.mark.parametrize("number", [0, 6])
def test_there_is_no_round_outside_the_schedule(number: int) -> None:
    with pytest.raises(ValueError, match=f"there is no round {number}: the schedule has 5"):
        pair_round_robin(strangers(16), LONDON, number, None, "lot")


def test_tables_are_explained() -> None:
    draw = pair_round_robin(strangers(16), LONDON, 1, None, "lot")
    why = "Round 1 of 5 of the schedule, in which every pair meets once."
    assert {table.why for table in draw.tables} == {why}
    assert draw.proven
    field = play(strangers(8), LONDON, range(1, 2), rounds=7)
    draw = pair_round_robin(field, LONDON, 2, 7, "lot")
    assert all("in which every pair meets 3 times; p0" in table.why for table in draw.tables)
    assert all(table.why.endswith(" have met before.") for table in draw.tables)
    assert (draw.repeats, draw.proven) == (4, False)


def test_who_leaves_leaves_an_empty_seat_and_all_others_still_meet_once() -> None:
    field = play(strangers(16), UNDERGROUND, range(1, 3))
    field = play(field, UNDERGROUND, range(3, 5), withdrawn={"p007"})
    field = play(field, UNDERGROUND, range(5, 6), withdrawn={"p007", "p001"})
    assert set(meetings(of(field, {"p007", "p001"}))) == {1}


def test_whose_opponent_has_left_has_a_bye() -> None:
    field = play(strangers(6), DUELS, range(1, 3))
    field = play(field, DUELS, range(3, 6), withdrawn={"p002"})
    assert sum(one.byes for one in field) == 3
    assert set(meetings(of(field, {"p002"}))) == {1}


@pytest.mark.slow
def test_a_table_that_is_too_small_has_the_round_drawn_anew() -> None:
    field = play(strangers(16), LONDON, range(1, 3))
    draw = pair_round_robin(field, LONDON, 3, None, "lot", {"p007"})
    assert [len(table.players) for table in draw.tables] == [5, 5, 5]
    assert "drawn anew because people have come or left" in draw.tables[0].why
    field = play(field, LONDON, range(3, 6), withdrawn={"p007"})
    assert set(meetings(of(field, {"p007"}))) <= {0, 1, 2, 3}


@pytest.mark.slow
def test_who_comes_late_is_seated_and_the_rest_is_drawn_anew() -> None:
    field = play(strangers(12), NEW_YORK, range(1, 4), rounds=7)
    field.append(Entrant("late", 0, 13))
    draw = pair_round_robin(field, NEW_YORK, 4, 7, "lot")
    assert all("drawn anew" in table.why for table in draw.tables)
    field = play(field, NEW_YORK, range(4, 8), rounds=7)
    assert max(meetings(field)) <= 2
    assert len(field[-1].sittings) == 4


def test_what_is_drawn_anew_remembers_who_had_a_bye() -> None:
    field = [one._replace(byes=one.number != 5) for one in strangers(11)]
    assert pair_round_robin(field, LONDON, 2, 3, "lot").byes == ("p005",)


def test_nobody_plays_when_too_few_are_left() -> None:
    field = play(strangers(5), LONDON, range(1, 2), rounds=2)
    draw = pair_round_robin(field, LONDON, 2, 2, "lot", {"p001", "p002"})
    assert draw.tables == ()
    assert draw.byes == ("p003", "p004", "p005")


@pytest.mark.slow
@examples(25)
@given(
    count=st.integers(4, 18),
    sizes=st.sampled_from([NEW_YORK, LONDON, UNDERGROUND, DUELS]),
    leaving=st.sets(st.integers(1, 18), max_size=3),
    coming=st.integers(0, 2),
)
def test_everybody_who_is_there_is_somewhere_whatever_happens(
    count: int, sizes: Sizes, leaving: set[int], coming: int
) -> None:
    field = play(strangers(count), sizes, range(1, 2), rounds=3)
    gone = {f"p{number:03}" for number in leaving}
    field = play(field, sizes, range(2, 3), 3, gone)
    late = strangers(count + coming)[count:]
    play([*field, *late], sizes, range(3, 4), 3, gone)


@pytest.mark.slow
def test_a_schedule_does_not_depend_on_who_asks() -> None:
    first = schedule(10, UNDERGROUND, 4)
    schedule.cache_clear()
    assert schedule(10, UNDERGROUND, 4) == first
