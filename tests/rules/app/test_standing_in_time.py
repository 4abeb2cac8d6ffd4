"""Seats that others play because time was up, and games that the lobby wants to be played on."""

import pytest

from services.contracts import messages
from services.plumbing.callers import Request
from services.rules.app.create_for_lobby import CreateGame2, create_for_lobby
from services.rules.app.expire_turn import expire_turn
from services.rules.store.ports import Clock
from tests.rules.app.bench import MINUTE, ONCE, Bench, player, to_play
from tests.rules.app.orders import order, place_of
from tests.rules.app.stand_ins import BOTS, begun, leave, record_if_over, shown, told
from tests.rules.games import every_edition


@every_edition
def test_an_expired_turn_goes_to_others_who_get_the_whole_time(name: str, at: Bench) -> None:
    place = begun(at, name, 0, clock=MINUTE)
    seats = to_play(at.table(place))
    at.time.turn(60)
    again = expire_turn(at.rules, place, Request("clockwork"))
    table = at.table(place)
    assert table.stored.left == seats
    assert to_play(table) == seats
    assert again == table.stored.deadline == at.rules.milliseconds() + 60_000
    assert told(at, place)[-1]["to_play"] == [*BOTS[: len(seats)]]
    assert {each["by"] for each in at.log(place)} == {"setup", "clock"}


def test_others_who_let_the_time_pass_as_well_resign(at: Bench) -> None:
    place = begun(at, "gob-rome", 0, clock=MINUTE)
    for _ in range(2):
        at.time.turn(60)
        expire_turn(at.rules, place, ONCE)
    assert shown(at, place)["finished"]
    record_if_over(at, place)


def test_a_turn_that_is_played_by_the_clock_is_handed_to_nobody(at: Bench) -> None:
    place = begun(at, "gob-rome", 0, clock=Clock(60, "play"))
    at.time.turn(60)
    expire_turn(at.rules, place, ONCE)
    assert at.table(place).stored.left == ()


def test_who_takes_a_seat_over_in_its_turn_has_the_whole_time(at: Bench) -> None:
    place = begun(at, "otu-paris", 0, clock=MINUTE)
    at.time.turn(59)
    (seat,) = to_play(at.table(place))
    leave(at, place, player((seat + 1) % 5))
    assert at.table(place).stored.deadline == at.rules.milliseconds() + 1_000
    leave(at, place, player(seat))
    assert at.table(place).stored.deadline == at.rules.milliseconds() + 60_000


def test_the_lobby_names_who_may_stand_in(at: Bench) -> None:
    message = order(type="create_game.2", stand_ins=["bot.7", "bot.8"], tell_turns=True)
    assert create_for_lobby(at.rules, message, "")["type"] == "game_created.1"
    leave(at, place_of(message), player(0))
    assert at.table(place_of(message)).sitting == ("bot.7", "p1")


@pytest.mark.parametrize("stand_ins", [None, "bot.1", ["bot.1", "bot.1"], ["b ot"], [*"abcdef"]])
def test_strange_stand_ins_are_refused(at: Bench, stand_ins: object) -> None:
    message = order(type="create_game.2", stand_ins=stand_ins)
    assert create_for_lobby(at.rules, message, "")["type"] == "game_refused.1"


def test_the_members_of_the_newer_message_are_those_of_the_contract() -> None:
    assert {*CreateGame2().fields} == {*messages.CreateGame2.__annotations__}
