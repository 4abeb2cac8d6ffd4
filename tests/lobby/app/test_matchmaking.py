"""Who waits is seated with others like them, once, and nobody waits for ever."""

from typing import Any

import pytest

from services.lobby.app import matchmaking, tables
from services.lobby.app.errors import AlreadyWaitingError, UnknownTicketError, WrongNumberError
from services.lobby.core.table import Status
from services.plumbing.callers import Caller
from tests.lobby.app.people import REQUEST, Town

ROME = {"game": "gob-rome", "sizes": [2]}


def waits(here: Town, who: Caller, **more: Any) -> Any:
    return matchmaking.wait_for_table(here.lobby, who, {**ROME, **more}, REQUEST)


def test_two_who_fit_are_seated_and_play(here: Town) -> None:
    ana, ben = here.caller("Ana"), here.caller("Ben")
    tickets = [waits(here, who) for who in (ana, ben)]
    assert matchmaking.make_tables(here.lobby) == 1
    found: Any = matchmaking.read_ticket(here.lobby, ana, tickets[0]["id"])
    assert found["status"] == "seated"
    table = tables.find_table(here.lobby, found["table"])
    assert table.status == Status.PLAYING
    assert {*table.players} == {ana.player, ben.player}
    assert matchmaking.make_tables(here.lobby) == 0


def test_who_waits_for_something_else_waits_on(here: Town) -> None:
    waits(here, here.caller("Ana"))
    waits(here, here.caller("Ben"), game="gob-paris", sizes=[4])
    waits(here, here.caller("Cy"), sizes=[3])
    assert matchmaking.make_tables(here.lobby) == 0


def test_nobody_waits_twice_but_may_wait_again(here: Town) -> None:
    ana = here.caller("Ana")
    ticket = waits(here, ana)
    with pytest.raises(AlreadyWaitingError, match=ticket["id"]):
        waits(here, ana)
    for _ in range(2):
        matchmaking.withdraw_ticket(here.lobby, ana, ticket["id"], REQUEST)
    assert waits(here, ana)["status"] == "waiting"
    assert here.lobby.records.count(matchmaking.WAITING) == 1


def test_a_ticket_belongs_to_who_waits(here: Town) -> None:
    ticket = waits(here, here.caller("Ana"))
    with pytest.raises(UnknownTicketError):
        matchmaking.read_ticket(here.lobby, here.caller("Ben"), ticket["id"])
    with pytest.raises(UnknownTicketError):
        matchmaking.withdraw_ticket(here.lobby, here.caller("Ben"), ticket["id"], REQUEST)


def test_a_number_that_the_edition_is_not_for_is_refused(here: Town) -> None:
    with pytest.raises(WrongNumberError):
        waits(here, here.caller("Ana"), sizes=[2, 4])


def test_without_an_engine_people_are_seated_and_the_table_says_why(here: Town) -> None:
    ana = here.caller("Ana")
    ticket = waits(here, ana)
    waits(here, here.caller("Ben"))
    del here.around.up["gob-rome"]
    matchmaking.make_tables(here.lobby)
    found: Any = matchmaking.read_ticket(here.lobby, ana, ticket["id"])
    table = tables.find_table(here.lobby, found["table"])
    assert (table.status, table.reason) == (Status.OPEN, "nobody serves gob-rome now")
