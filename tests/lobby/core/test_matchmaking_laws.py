"""Laws of matchmaking: whoever waits, tables suit everybody, and nobody waits for ever."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.core.matchmaking import (
    CELLS,
    LIMIT,
    Match,
    Ticket,
    fit,
    match,
    overdue,
)

NOW = 1000.0
CITIES = ("gob-london", "gob-paris-rome")


def numbered(drawn: Sequence[tuple[int, str, frozenset[int], int, int]]) -> list[Ticket]:
    return [
        Ticket(f"t-{number:02}", f"p-{player}", edition, sizes, float(rating), NOW - waited)
        for number, (player, edition, sizes, rating, waited) in enumerate(drawn)
    ]


CROWDS = st.lists(
    st.tuples(
        st.integers(0, 8),
        st.sampled_from(CITIES),
        st.sampled_from([frozenset(each) for each in ((2,), (3,), (4,), (2, 3), (2, 3, 4, 5))]),
        st.integers(0, 30),
        st.integers(0, 130),
    ),
    max_size=10,
).map(numbered)
"""A few tickets; some players have several."""


def left_over(tickets: Sequence[Ticket], tables: Sequence[Match]) -> list[Ticket]:
    """List the tickets of those who have no table."""
    found = {each.player for table in tables for each in table.tickets}
    return [each for each in tickets if each.player not in found]


def possible(tickets: Sequence[Ticket]) -> Iterator[tuple[Ticket, ...]]:
    """Try every table there could be."""
    for size in range(2, 6):
        for some in combinations(tickets, size):
            players = {each.player for each in some}
            same = len({each.edition for each in some}) == 1 and len(players) == size
            if same and all(size in each.sizes for each in some) and suits(some):
                yield some


def suits(table: Sequence[Ticket]) -> bool:
    """Tell whether people may sit together, from the words of the module alone."""
    late = any(overdue(each, NOW) for each in table)
    return late or all(fit(*pair, NOW) for pair in combinations(table, 2))


@pytest.mark.slow
@given(CROWDS)
def test_a_table_has_people_who_wanted_it_and_each_of_them_once(tickets: list[Ticket]) -> None:
    tables = match(tickets, NOW)
    for table in tables:
        assert len(table.tickets) == table.size
        assert all(table.size in each.sizes for each in table.tickets)
        assert {each.edition for each in table.tickets} == {table.edition}
        assert suits(table.tickets)
    players = [each.player for table in tables for each in table.tickets]
    assert len(players) == len(set(players))
    assert {each for table in tables for each in table.tickets} <= set(tickets)


@given(CROWDS)
def test_no_table_that_could_be_had_is_left(tickets: list[Ticket]) -> None:
    rest = _first_of_each(left_over(tickets, match(tickets, NOW)))
    assert next(possible(rest), None) is None


def _first_of_each(tickets: Sequence[Ticket]) -> list[Ticket]:
    """Leave out tickets for what the player has an older ticket for."""
    ordered = sorted(tickets, key=lambda each: (each.since, each.id))
    kept: list[Ticket] = []
    for one in ordered:
        older = [each for each in kept if (each.player, each.edition) == (one.player, one.edition)]
        sizes = one.sizes.difference(*(each.sizes for each in older))
        kept.append(one._replace(sizes=sizes))
    return kept


@given(CROWDS, st.randoms(use_true_random=False))
def test_the_order_of_the_tickets_does_not_matter(tickets: list[Ticket], chance: Random) -> None:
    assert match(chance.sample(tickets, len(tickets)), NOW) == match(tickets, NOW)


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_no_table_is_left_in_a_crowd_either(size: int) -> None:
    chance = Random(size)  # noqa: S311
    for _ in range(20):
        tickets = [
            Ticket(
                f"t{n}",
                f"p{n}",
                CITIES[0],
                frozenset({size}),
                chance.uniform(0, 60),
                NOW - chance.uniform(0, LIMIT - 1),
            )
            for n in range(CELLS * size * 2)
        ]
        tables = match(tickets, NOW)
        assert all(map(suits, (table.tickets for table in tables)))
        assert next(possible(left_over(tickets, tables)), None) is None


@given(CROWDS)
def test_a_ticket_past_the_limit_has_a_table_if_enough_others_are_there(
    tickets: list[Ticket],
) -> None:
    tables = match(tickets, NOW)
    rest = left_over(tickets, tables)
    for late in (each for each in rest if overdue(each, NOW)):
        for size in late.sizes:
            assert len(_others(late, rest, size)) < size - 1
    oldest = min(tickets, key=lambda each: (each.since, each.id), default=None)
    if oldest and overdue(oldest, NOW):
        enough = any(len(_others(oldest, tickets, size)) >= size - 1 for size in oldest.sizes)
        assert not enough or oldest not in rest


def _others(one: Ticket, tickets: Sequence[Ticket], size: int) -> set[str]:
    """Name the other people who would sit at such a table."""
    return {
        each.player
        for each in tickets
        if each.player != one.player and each.edition == one.edition and size in each.sizes
    }


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_nobody_waits_for_ever_among_people_who_find_each_other_quickly(size: int) -> None:
    chance, tick, hours = Random(size), 5, 4  # noqa: S311
    waiting: list[Ticket] = []
    waits: dict[str, float] = {}
    for now in range(0, hours * 3600, tick):
        odd = now % 600 == 0
        rating = chance.choice([-20.0, 90.0]) if odd else chance.gauss(25, 5)
        waiting.append(
            Ticket(f"t{now}", f"p{now}", CITIES[0], frozenset({size}), rating, float(now))
        )
        for table in match(waiting, now):
            for each in table.tickets:
                assert each.id not in waits
                waits[each.id] = now - each.since
                waiting.remove(each)
    assert max(waits.values()) <= LIMIT + size * tick
    assert sum(wait >= LIMIT for wait in waits.values()) >= hours * 6 - 1
    assert len(waiting) < LIMIT / tick + size
