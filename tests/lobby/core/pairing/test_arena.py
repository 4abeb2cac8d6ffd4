"""Arena: whoever waits is seated soon, with new people of like points."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.core.field import UNIT, Draw, Entrant, Sitting, Sizes
from services.lobby.core.pairing.arena import PATIENCE, Waiting, pair_arena
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

EDITIONS = st.sampled_from([NEW_YORK, LONDON, UNDERGROUND, DUELS])


def seat(
    field: Sequence[Entrant], sizes: Sizes, *, since: Sequence[float] = (), now: float = 10.0
) -> Draw:
    """Pair people who wait since these moments, or all since 0."""
    moments = since or [0.0] * len(field)
    waiting = [Waiting(*each) for each in zip(field, moments, strict=True)]
    return pair_arena(waiting, sizes, "lot", now)


def tables_of(draw: Draw) -> list[list[str]]:
    return sorted(sorted(table.players) for table in draw.tables)


def course(seed: int, sizes: Sizes, count: int) -> Iterator[tuple[float, list[Waiting], Draw]]:
    """Play an arena of ten minutes: every ten seconds, who waits then, and who is seated."""
    chance = Random(seed)  # noqa: S311
    field, waiting = strangers(count), dict.fromkeys(names(strangers(count)), 0.0)
    ends: dict[str, float] = {}
    for now in range(0, 600, 10):
        back = [player for player, end in ends.items() if end <= now]
        waiting |= {player: ends.pop(player) for player in back}
        queue = [Waiting(one, waiting[one.player]) for one in field if one.player in waiting]
        draw = pair_arena(queue, sizes, f"lot {now}", now)
        yield now, queue, draw
        field = after(field, draw, now)
        for table in draw.tables:
            ends |= dict.fromkeys(table.players, now + chance.uniform(60, 120))
        waiting = {player: waiting[player] for player in draw.byes}


def have_just_met(table: Sequence[str], queue: Sequence[Waiting]) -> bool:
    """Tell whether all of a table sat together at their last one."""
    sittings = [one.entrant.sittings[-1:] for one in queue if one.entrant.player in table]
    return all(last and len({*table, *last[0].others}) == last[0].size for last in sittings)


def test_like_points_sit_together() -> None:
    field = [one._replace(points=one.number % 2 * UNIT) for one in strangers(8)]
    odd, even = ["p001", "p003", "p005", "p007"], ["p002", "p004", "p006", "p008"]
    draw = seat(field, LONDON)
    assert tables_of(draw) == [odd, even]
    first = next(table for table in draw.tables if "p001" in table.players)
    assert first.why.startswith("1 point each; p00")
    assert first.why.endswith(" has waited longest.")


def test_who_has_waited_longest_chooses_first() -> None:
    draw = seat(strangers(6), LONDON, since=[6, 5, 4, 3, 2, 1])
    assert tables_of(draw) == [["p003", "p004", "p005", "p006"]]
    assert draw.byes == ("p002", "p001")


def test_people_of_the_last_tables_are_avoided_if_others_wait() -> None:
    field = after(strangers(4), seat(strangers(4), LONDON), 1)
    far = [one._replace(points=20 * UNIT) for one in strangers(7)[4:]]
    draw = seat([*field, *far], LONDON, since=[0, 1, 1, 1, 2, 2, 2])
    assert tables_of(draw) == [["p001", "p005", "p006", "p007"]]


def test_two_tables_that_end_together_are_mixed() -> None:
    field = after(strangers(8), seat(strangers(8), LONDON), 1)
    assert seat(field, LONDON).repeats == 4


def test_the_same_people_do_not_sit_down_again_at_once() -> None:
    field = after(strangers(4), seat(strangers(4), LONDON), 1)
    assert seat(field, LONDON).tables == ()
    again = seat(field, LONDON, now=PATIENCE)
    assert tables_of(again) == [names(field)]
    assert again.repeats == 6
    assert "have met before" in again.tables[0].why


def test_people_who_have_played_elsewhere_since_may_sit_down_again() -> None:
    field = after(strangers(4), seat(strangers(4), LONDON), 1)
    other = Sitting(2, 0, 4, ("x1", "x2", "x3"))
    field[3] = field[3]._replace(sittings=(*field[3].sittings, other))
    assert tables_of(seat(field, LONDON)) == [names(field)]


def test_smaller_tables_are_made_only_for_those_who_have_lost_patience() -> None:
    field = strangers(3)
    assert seat(field, UNDERGROUND, now=PATIENCE - 1).tables == ()
    assert tables_of(seat(field, UNDERGROUND, now=PATIENCE)) == [names(field)]
    assert seat(field, LONDON, now=10 * PATIENCE).tables == ()


def test_a_wanted_table_is_not_made_smaller_because_of_somebody_who_sits_at_it() -> None:
    draw = seat(strangers(6), UNDERGROUND, since=[0, 40, 40, 40, 40, 40], now=41)
    assert [len(table.players) for table in draw.tables] == [4]


def test_a_larger_table_takes_the_odd_one_out_when_patience_is_lost() -> None:
    field = strangers(5)
    assert [len(table.players) for table in seat(field, LONDON).tables] == [4]
    assert [len(table.players) for table in seat(field, LONDON, now=PATIENCE).tables] == [5]


def test_nobody_is_seated_when_nobody_waits() -> None:
    assert seat([], LONDON) == Draw((), ())


@given(
    count=st.integers(0, 40),
    sizes=EDITIONS,
    seed=st.integers(0, 1000),
    now=st.floats(0, 3 * PATIENCE),
)
def test_everybody_is_at_one_table_or_goes_on_waiting(
    count: int, sizes: Sizes, seed: int, now: float
) -> None:
    chance = Random(seed)  # noqa: S311
    field = [one._replace(points=chance.randrange(9) * UNIT) for one in strangers(count)]
    since = [chance.uniform(0, now) for _ in field]
    draw = seat(field, sizes, since=since, now=now)
    assert everybody(draw) == names(field)
    assert all(len(table.players) in sizes.allowed for table in draw.tables)
    assert len(draw.byes) < sizes.wanted
    longest = dict(zip(names(field), since, strict=True))
    if draw.tables:
        assert min(longest, key=longest.__getitem__) not in draw.byes


@pytest.mark.slow
@given(seed=st.integers(0, 1000), sizes=EDITIONS, count=st.integers(6, 24))
def test_who_has_lost_patience_is_seated_before_others(seed: int, sizes: Sizes, count: int) -> None:
    for now, queue, draw in course(seed, sizes, count):
        late = {one.entrant.player for one in queue if one.since <= now - PATIENCE}
        seated = set(everybody(draw)).difference(draw.byes)
        if len(queue) >= sizes.wanted and late.intersection(draw.byes):
            assert seated <= late
        assert len(late.intersection(draw.byes)) < sizes.wanted


@pytest.mark.slow
@given(seed=st.integers(0, 1000), sizes=EDITIONS, count=st.integers(6, 24))
def test_the_same_people_meet_again_only_when_patience_is_lost(
    seed: int, sizes: Sizes, count: int
) -> None:
    for now, queue, draw in course(seed, sizes, count):
        since = {one.entrant.player: one.since for one in queue}
        again = [table.players for table in draw.tables if have_just_met(table.players, queue)]
        assert all(min(map(since.__getitem__, table)) <= now - PATIENCE for table in again)
