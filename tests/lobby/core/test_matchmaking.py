"""Matchmaking, by example: who sits with whom, and who has to wait."""

from collections.abc import Sequence

import pytest

from services.lobby.core.matchmaking import (
    BASE,
    GROWTH,
    LIMIT,
    Ticket,
    match,
    window,
)

NOW = 1000.0
CITIES = ("gob-london", "gob-paris-rome")


def ticket(
    player: str,
    rating: float = 25.0,
    waited: float = 0.0,
    *,
    sizes: Sequence[int] = (2,),
    edition: str = CITIES[0],
) -> Ticket:
    """Write a ticket that is `waited` seconds old now."""
    return Ticket(f"t-{player}", player, edition, frozenset(sizes), rating, NOW - waited)


def seated(tickets: Sequence[Ticket]) -> list[list[str]]:
    return [[each.player for each in table.tickets] for table in match(tickets, NOW)]


def test_a_window_widens_with_every_second() -> None:
    assert window(ticket("ana"), NOW) == BASE
    assert window(ticket("ana", waited=60), NOW) == BASE + 60 * GROWTH
    assert window(ticket("ana", waited=-5), NOW) == BASE


@pytest.mark.parametrize(("waited", "sit"), [(19, False), (20, True)])
def test_two_sit_together_once_each_is_in_the_others_window(waited: float, *, sit: bool) -> None:
    tickets = [ticket("ana", 20.0, 100), ticket("bo", 25.0, waited)]
    assert seated(tickets) == ([["ana", "bo"]] if sit else [])


def test_ratings_do_not_matter_once_somebody_has_waited_for_the_limit() -> None:
    newcomer = ticket("bo", 90.0)
    assert seated([ticket("ana", 0.0, LIMIT - 1), newcomer]) == []
    assert seated([ticket("ana", 0.0, LIMIT), newcomer]) == [["ana", "bo"]]


def test_who_has_waited_for_the_limit_gets_the_nearest_people() -> None:
    tickets = [
        ticket("ana", 60.0, LIMIT, sizes=[3]),
        *(ticket(name, rating, sizes=[3]) for name, rating in [("bo", 9), ("cy", 30), ("di", 20)]),
    ]
    assert seated(tickets) == [["ana", "cy", "di"]]


def test_every_pair_at_a_table_has_to_fit() -> None:
    tickets = [ticket("ana", 25.0, 50, sizes=[3]), ticket("bo", 22.5, 1, sizes=[3])]
    assert seated([*tickets, ticket("cy", 27.5, sizes=[3])]) == []
    assert seated([*tickets, ticket("cy", 25.5, sizes=[3])]) == [["ana", "bo", "cy"]]


def test_people_further_away_are_asked_when_the_nearest_do_not_fit_each_other() -> None:
    away = {"bo": (2, 0), "cy": (-2, 0), "di": (6, 30), "ed": (-6, 30), "flo": (10, 70)}
    others = [ticket(name, *numbers, sizes=[3]) for name, numbers in away.items()]
    anchor = ticket("ana", 0, LIMIT - 1, sizes=[3])
    assert seated([anchor, *others[:-1]]) == []
    assert seated([anchor, *others]) == [["ana", "flo", "di"]]


def test_a_narrow_window_in_the_middle_does_not_part_two_wide_ones() -> None:
    tickets = [
        ticket("ana", 22.0, 40, sizes=[3]),
        ticket("bo", 28.0, 40, sizes=[3]),
        ticket("cy", 25.0, sizes=[3]),
    ]
    assert seated(tickets) == [["ana", "bo", "cy"]]


def test_the_oldest_ticket_chooses_first_and_takes_the_nearest() -> None:
    tickets = [ticket("ana", 25.0, 5), ticket("bo", 26.0, 9), ticket("cy", 27.5, 7)]
    assert seated(tickets) == [["bo", "ana"]]
    assert seated([ticket("di", 28.0, 10), *tickets]) == [["di", "cy"], ["bo", "ana"]]


def test_of_equally_old_tickets_the_id_decides() -> None:
    tickets = [ticket(name) for name in ("cy", "ana", "bo")]
    assert seated(tickets) == [["ana", "bo"]]


def test_the_largest_table_that_can_be_had_is_taken() -> None:
    some = [ticket(name, sizes=[2, 3, 4]) for name in ("ana", "bo", "cy")]
    assert seated(some) == [["ana", "bo", "cy"]]
    assert seated([*some, ticket("di", sizes=[3, 4])]) == [["ana", "bo", "cy", "di"]]
    assert seated([*some[:2], ticket("di", sizes=[4])]) == [["ana", "bo"]]


def test_nobody_sits_where_they_did_not_want_to() -> None:
    assert seated([ticket("ana", waited=500), ticket("bo", edition=CITIES[1])]) == []
    assert seated([ticket("ana", waited=500), ticket("bo", sizes=[3])]) == []


def test_several_tickets_of_a_player_make_one_table() -> None:
    both = [Ticket(f"t-{edition}", "ana", edition, frozenset({2}), 25.0, NOW) for edition in CITIES]
    assert seated(both) == []
    others = [ticket("bo", edition=CITIES[0]), ticket("cy", edition=CITIES[1])]
    assert seated([*both, *others]) == [["bo", "ana"]]


def test_nobody_sits_at_a_table_with_themselves() -> None:
    twice = [Ticket(f"t{n}", "ana", CITIES[0], frozenset({2, 3}), 25.0, NOW) for n in range(3)]
    assert seated(twice) == []
    assert seated([*twice, ticket("bo", sizes=[2, 3])]) == [["bo", "ana"]]


def test_of_several_tickets_for_the_same_table_the_oldest_counts() -> None:
    tickets = [
        ticket("ana", 25.0, 9),
        ticket("ana", 40.0, 5)._replace(id="t-2"),
        ticket("bo", 40.0),
    ]
    assert seated(tickets) == []
    assert seated([*tickets, ticket("cy", 25.0)]) == [["ana", "cy"]]


def test_nobody_finds_a_table_where_nobody_else_is() -> None:
    assert match([], NOW) == []
    assert match([ticket("ana", waited=10 * LIMIT)], NOW) == []
