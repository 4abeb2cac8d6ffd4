"""Turns that are told: which games tell them, when, and to the right players."""

from random import Random
from typing import Any, Final

import orjson
import pytest

from services.plumbing.callers import Request
from services.plumbing.moments import moment_of
from services.rules.app.expire_turn import expire_turn
from services.rules.app.resign import resign
from services.rules.store.ports import Clock, Place
from tests.rules.app.bench import MINUTE, ONCE, Bench, documents, player, to_play
from tests.rules.games import every_edition
from tests.support import EDITIONS

FAR: Final = 10**14
MOVES: Final = 60


def begun(at: Bench, name: str, **wanted: Any) -> Place:
    """Begin a game of as many as there may be, of which the lobby is told."""
    return at.create(name, EDITIONS[name].edition.players[-1], **{"tell_turns": True, **wanted})


def told(at: Bench, place: Place) -> list[Any]:
    """Give the messages that wait."""
    return [orjson.loads(each.message) for each in at.games.outbox(place.edition, FAR)]


def turns(at: Bench, place: Place) -> list[Any]:
    """Give what was told of turns."""
    return [each for each in told(at, place) if each["type"] == "turn_began.1"]


def turn_of(at: Bench, place: Place) -> tuple[int, set[int]]:
    table = at.table(place)
    return table.family.turn(table.state), {*to_play(table)}


def play_on(at: Bench, place: Place, choose: Random) -> None:
    """Let somebody move who may."""
    table = at.table(place)
    seat = choose.choice(to_play(table))
    at.move(place, seat, choose.choice(documents(table, seat)))


@pytest.mark.slow
@every_edition
def test_every_turn_of_a_game_is_told_and_nothing_else(at: Bench, name: str) -> None:
    place, choose, expected = begun(at, name), Random(3), []  # noqa: S311
    before = turn_of(at, place)
    while before[1]:
        play_on(at, place, choose)
        after = turn_of(at, place)
        if after[1] and after != before:
            expected.append((at.table(place).stored.version, sorted(after[1])))
        before = after
    found = [(each["version"], each["to_play"]) for each in turns(at, place)]
    assert found == [(version, [f"p{seat}" for seat in seats]) for version, seats in expected]
    assert len(found) > len(EDITIONS[name].edition.players)


@every_edition
def test_the_same_turn_is_not_told_twice(at: Bench, name: str) -> None:
    """In one family a turn has several moves, in the other several players move in a turn."""
    place = begun(at, name)
    at.play(place, Random(3), MOVES)  # noqa: S311
    ids = [each["id"] for each in turns(at, place)]
    assert ids == [f"turn-{place.game}-{each['version']}" for each in turns(at, place)]
    assert len({*ids}) == len(ids)
    moves = at.table(place).stored.version
    assert len(ids) < moves if name.startswith("otu") else len(ids) <= moves


@pytest.mark.slow
@every_edition
def test_a_game_that_does_not_tell_its_turns_sends_only_its_end(at: Bench, name: str) -> None:
    place = begun(at, name, tell_turns=False)
    at.play(place, Random(3))  # noqa: S311
    assert [each["type"] for each in told(at, place)] == ["game_finished.1"]
    assert at.jobs.relayed == [name]


@pytest.mark.slow
@every_edition
def test_the_end_of_a_game_is_no_turn(at: Bench, name: str) -> None:
    place = begun(at, name)
    at.play(place, Random(3))  # noqa: S311
    *before, last = told(at, place)
    assert last["type"] == "game_finished.1"
    assert {each["type"] for each in before} == {"turn_began.1"}
    assert last["moves"] > before[-1]["version"]
    assert len(at.jobs.relayed) == len(before) + 1


def test_a_turn_is_told_with_the_request_and_its_time(at: Bench) -> None:
    place = begun(at, "otu-paris", clock=MINUTE)
    seat = to_play(at.table(place))[0]
    at.time.turn(10)
    resign(at.rules, player(seat), place, Request("leaving"))
    (message,) = turns(at, place)
    table = at.table(place)
    assert table.stored.deadline is not None
    assert message == {
        "type": "turn_began.1",
        "id": f"turn-{place.game}-1",
        "request_id": "leaving",
        "at": "2026-03-01T12:00:10.123Z",
        "game": place.game,
        "edition": "otu-paris",
        "version": 1,
        "to_play": [table.players[each] for each in to_play(table)],
        "deadline": moment_of(table.stored.deadline),
    }


def test_who_leaves_out_of_turn_leaves_the_turn_as_it_is(at: Bench) -> None:
    place = begun(at, "otu-new-york")
    others = {*range(len(at.table(place).players))} - {*to_play(at.table(place))}
    resign(at.rules, player(max(others)), place, ONCE)
    assert told(at, place) == []
    assert at.jobs.relayed == []


@pytest.mark.parametrize("word", ["resign", "play"])
@every_edition
def test_a_turn_that_follows_an_expired_one_is_told_once(at: Bench, name: str, word: str) -> None:
    place = begun(at, name, clock=Clock(60, word))
    while to_play(at.table(place)) and len(turns(at, place)) < 3:
        at.time.turn(60)
        count = len(turns(at, place))
        expire_turn(at.rules, place, Request("clockwork"))
        goes_on = bool(to_play(at.table(place)))
        assert len(turns(at, place)) == count + goes_on
    assert {each["request_id"] for each in turns(at, place)} <= {"clockwork"}


def test_a_move_that_comes_again_under_its_key_tells_nothing_new(at: Bench) -> None:
    place = begun(at, "gob-rome")
    table = at.table(place)
    seat = to_play(table)[0]
    keyed = Request("request", "key", "body")
    move = documents(table, seat)[0]
    assert at.move(place, seat, move, keyed) == at.move(place, seat, move, keyed)
    assert len(turns(at, place)) == 1
