"""The order of seats: over the rounds everybody sits everywhere."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.core.field import Draw, Entrant, Seated, Sitting, Sizes
from services.lobby.core.pairing.pods import pair_pods
from services.lobby.core.pairing.seats import order_seats
from tests.lobby.core.pairing.fields import after, strangers
from tests.lobby.core.pairing.rounds import play


def sat(player: str, number: int, *places: tuple[int, int]) -> Entrant:
    """Give somebody who sat at these seats, of tables of these sizes."""
    sittings = [Sitting(at, seat, size, ()) for at, (seat, size) in enumerate(places, start=1)]
    return Entrant(player, 0, number, tuple(sittings))


def seats_of(entrant: Entrant) -> Counter[int]:
    return Counter(sitting.seat for sitting in entrant.sittings)


def test_at_the_beginning_strong_and_weak_have_every_seat() -> None:
    draw = pair_pods(strangers(64), Sizes(4, frozenset({4})), "lot")
    strongest = [table.players.index(min(table.players)) for table in draw.tables]
    assert Counter(strongest) == {0: 4, 1: 4, 2: 4, 3: 4}


def test_who_was_first_is_last_and_who_was_last_is_first() -> None:
    group = [sat("ana", 1, (0, 2)), sat("bo", 2, (1, 2))]
    assert order_seats(group) == ("bo", "ana")


def test_who_never_had_a_seat_gets_it() -> None:
    group = [
        sat("ana", 1, (0, 4), (1, 4), (2, 4)),
        sat("bo", 2, (1, 4), (2, 4), (3, 4)),
        sat("cy", 3, (2, 4), (3, 4), (0, 4)),
        sat("di", 4, (3, 4), (0, 4), (1, 4)),
    ]
    assert order_seats(group) == ("bo", "cy", "di", "ana")


@pytest.mark.parametrize("numbers", [(1, 2), (2, 1)])
def test_who_sat_early_at_tables_of_any_size_sits_late(numbers: tuple[int, int]) -> None:
    """Both had both seats once, but the second of five is an early one."""
    early = sat("ana", numbers[0], (0, 2), (1, 5))
    even = sat("bo", numbers[1], (0, 5), (1, 2))
    assert order_seats([early, even]) == ("bo", "ana")


@pytest.mark.parametrize("numbers", [(1, 2), (2, 1)])
def test_who_just_had_a_seat_has_another_one(numbers: tuple[int, int]) -> None:
    last_second = sat("ana", numbers[0], (0, 2), (1, 2))
    last_first = sat("bo", numbers[1], (1, 2), (0, 2))
    assert order_seats([last_second, last_first]) == ("ana", "bo")


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_people_who_always_meet_take_turns(size: int) -> None:
    field = strangers(size)
    for number in range(1, 3 * size + 1):
        draw = Draw((Seated(order_seats(field), ""),))
        field = after(field, draw, number)
        if number % size == 0:
            counts = [set(seats_of(one).values()) for one in field]
            assert counts == [{number // size}] * size


@pytest.mark.slow
@given(st.integers(2, 5), st.integers(0, 6), st.randoms(use_true_random=False))
def test_the_order_of_the_group_does_not_matter(size: int, rounds: int, chance: Random) -> None:
    group = [
        sat(f"p{number}", number, *[(chance.randrange(size), size) for _ in range(rounds)])
        for number in range(1, size + 1)
    ]
    expected = order_seats(group)
    assert sorted(expected) == sorted(one.player for one in group)
    assert {order_seats(order) for order in permutations(group)} == {expected}


@pytest.mark.slow
def test_over_a_tournament_nobody_keeps_a_seat() -> None:
    field, chance = strangers(32), Random("seats")  # noqa: S311
    for number in range(1, 9):
        draw = pair_pods(field, Sizes(4, frozenset({4})), str(number))
        field = play(field, draw, number, chance)
    assert max(max(seats_of(one).values()) for one in field) <= 3
    middles = [sum(sitting.seat for sitting in one.sittings) / 8 for one in field]
    assert all(1 <= middle <= 2 for middle in middles)


def test_nobody_at_a_table_is_no_order() -> None:
    assert order_seats([]) == ()
