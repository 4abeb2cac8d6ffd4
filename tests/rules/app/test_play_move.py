"""Playing: whole games, what they leave behind, and moves that are refused."""

from random import Random
from typing import Any

import orjson
import pytest

from services.plumbing.callers import Caller, Request
from services.plumbing.errors import (
    KeyReusedError,
    MissingScopeError,
    NotSeatedError,
    TokenNeededError,
)
from services.rules.app.errors import EditionNotServedError, StaleVersionError, UnknownGameError
from services.rules.app.list_moves import list_moves
from services.rules.app.play_move import MoveRequest, play_move, try_move
from services.rules.app.rules import CREATE, Rules, Served
from services.rules.core.errors import (
    GameOverError,
    IllegalMoveError,
    MalformedMoveError,
    NotYourTurnError,
)
from services.rules.core.replay import replay
from services.rules.store.ports import Place
from tests.rules.app.bench import (
    NOBODY,
    ONCE,
    STRANGER,
    Bench,
    documents,
    everything,
    player,
    to_play,
)
from tests.rules.games import every_table
from tests.support import EDITIONS

FAR = 10**14
KEYED = Request("request", "key", "body")


def begun(at: Bench, edition: str = "gob-rome", moves: int = 9) -> Place:
    """Begin a game of two."""
    place = at.create(edition, 2)
    at.play(place, Random(2), moves)  # noqa: S311
    return place


def a_move(at: Bench, place: Place) -> tuple[int, Any]:
    """Give a move that may be made, and who may make it."""
    table = at.table(place)
    seat = to_play(table)[0]
    return seat, documents(table, seat)[0]


def refused(
    at: Bench, place: Place, error: type[Exception], caller: Caller, wanted: MoveRequest
) -> Any:
    """See that a move is refused, tried or made, and that nothing changes."""
    before = everything(at.games)
    with pytest.raises(error):
        try_move(at.rules, caller, place, wanted)
    with pytest.raises(error) as refusal:
        play_move(at.rules, caller, place, wanted, KEYED)
    assert everything(at.games) == before
    assert at.jobs.relayed == []
    return refusal.value


@pytest.mark.slow
@every_table
def test_a_game_ends_and_its_log_replays_to_what_is_stored(
    name: str, seats: int, at: Bench
) -> None:
    place = at.create(name, seats)
    at.play(place, Random(seats))  # noqa: S311
    table, log = at.table(place), at.log(place)
    family = EDITIONS[name].family
    events = [family.event_from_json(each["event"]) for each in log]
    assert replay(family, table.edition, seats, events) == table.state
    assert [each["number"] for each in log] == [*range(1, len(log) + 1)]
    assert len(log) == table.stored.length
    versions = [each["version"] for each in log]
    assert versions == sorted(versions)
    assert {*versions} == {*range(table.stored.version + 1)}
    assert {each["by"] for each in log} == {"setup", "player"}


@pytest.mark.slow
@every_table
def test_the_sheets_of_a_finished_game_leave_once(name: str, seats: int, at: Bench) -> None:
    place = at.create(name, seats)
    at.play(place, Random(seats))  # noqa: S311
    table = at.table(place)
    waiting = at.games.outbox(name, FAR)
    assert [orjson.loads(each.message) for each in waiting] == [
        {
            "type": "game_finished.1",
            "id": f"game_finished-1-{place.game}",
            "request_id": "request",
            "at": "2026-03-01T12:00:00.123Z",
            "game": place.game,
            "edition": name,
            "edition_version": table.edition.version,
            "engine_version": table.family.ENGINE_VERSION,
            "players": [*table.players],
            "public": True,
            "created_at": "2026-03-01T12:00:00.123Z",
            "moves": table.stored.version,
            "outcome": table.family.outcome(table.edition, table.state),
        }
    ]
    assert at.jobs.relayed == [name]


def test_nothing_leaves_before_the_end(at: Bench) -> None:
    begun(at)
    assert at.games.outbox("gob-rome", FAR) == []


def test_the_answer_tells_what_happened_and_who_is_next(at: Bench) -> None:
    place = begun(at)
    length, (seat, move) = len(at.log(place)), a_move(at, place)
    answer = at.move(place, seat, move)
    table = at.table(place)
    assert (answer["version"], answer["finished"]) == (table.stored.version, False)
    assert answer["to_play"] == [*to_play(table)]
    assert [each["number"] for each in answer["events"]] == [
        each["number"] for each in at.log(place)[length:]
    ]


def test_a_move_without_a_token_is_refused(at: Bench) -> None:
    place = begun(at)
    refused(at, place, TokenNeededError, NOBODY, MoveRequest(9, a_move(at, place)[1]))


def test_a_move_of_somebody_who_does_not_sit_there_is_refused(at: Bench) -> None:
    place = begun(at)
    refused(at, place, NotSeatedError, STRANGER, MoveRequest(9, a_move(at, place)[1]))


def test_a_token_must_allow_to_play(at: Bench) -> None:
    place = begun(at)
    seat, move = a_move(at, place)
    refused(at, place, MissingScopeError, player(seat, CREATE), MoveRequest(9, move))
    with pytest.raises(MissingScopeError):
        list_moves(at.rules, player(seat, CREATE), place)


@pytest.mark.parametrize("version", [0, 8, 10, -1])
def test_a_move_made_on_another_version_is_refused(at: Bench, version: int) -> None:
    place = begun(at)
    seat, move = a_move(at, place)
    error = refused(at, place, StaleVersionError, player(seat), MoveRequest(version, move))
    assert error.version == 9


def test_an_illegal_move_is_refused_with_its_rule(at: Bench) -> None:
    place = begun(at)
    seat, _ = a_move(at, place)
    wanted = MoveRequest(9, {"type": "plot_route", "path": ["A1", "B7", "A1"], "metro": False})
    assert refused(at, place, IllegalMoveError, player(seat), wanted).rule.startswith("GOB-")


@pytest.mark.parametrize(
    "move", [None, 3, [], {}, {"type": "fly"}, {"type": "take_branch"}, {"type": "resign"}]
)
def test_what_is_no_move_is_refused(at: Bench, move: Any) -> None:
    place = begun(at)
    refused(at, place, MalformedMoveError, player(a_move(at, place)[0]), MoveRequest(9, move))


def test_leaving_is_no_move_of_the_underground_either(at: Bench) -> None:
    place = begun(at, "otu-paris")
    wanted = MoveRequest(9, {"type": "resign"})
    refused(at, place, MalformedMoveError, player(a_move(at, place)[0]), wanted)


def test_a_move_out_of_turn_is_refused(at: Bench) -> None:
    place = begun(at)
    seat, move = a_move(at, place)
    refused(at, place, NotYourTurnError, player(1 - seat), MoveRequest(9, move))


def test_a_move_after_the_end_is_refused(at: Bench) -> None:
    place = begun(at, moves=1_000)
    at.jobs.relayed.clear()
    wanted = MoveRequest(at.table(place).stored.version, {"type": "choose_departure", "ticket": 1})
    refused(at, place, GameOverError, player(0), wanted)


def test_a_game_that_is_not_there_is_refused(at: Bench) -> None:
    refused(at, Place("gob-rome", "x"), UnknownGameError, player(0), MoveRequest(0, None))


def test_a_game_of_an_edition_that_others_serve_is_refused(at: Bench) -> None:
    place = begun(at)
    rules = Rules(Served(EDITIONS, ("gob-paris",)), at.games, at.jobs)
    with pytest.raises(EditionNotServedError):
        play_move(rules, player(0), place, MoveRequest(9, None), ONCE)


def test_the_same_request_gives_the_first_answer_whatever_happened_since(at: Bench) -> None:
    place = begun(at)
    seat, move = a_move(at, place)
    wanted = MoveRequest(9, move)
    first = play_move(at.rules, player(seat), place, wanted, KEYED)
    at.play(place, Random(1), 3)  # noqa: S311
    before = everything(at.games)
    again = KEYED._replace(id="other")
    assert play_move(at.rules, player(seat), place, wanted, again) == first
    assert everything(at.games) == before


def test_another_move_under_the_same_key_is_refused(at: Bench) -> None:
    place = begun(at)
    seat, move = a_move(at, place)
    play_move(at.rules, player(seat), place, MoveRequest(9, move), KEYED)
    before = everything(at.games)
    other = KEYED._replace(fingerprint="other body")
    with pytest.raises(KeyReusedError):
        play_move(at.rules, player(seat), place, MoveRequest(10, move), other)
    assert everything(at.games) == before


def test_a_move_that_was_refused_may_be_repeated_under_its_key(at: Bench) -> None:
    place = begun(at)
    seat, move = a_move(at, place)
    with pytest.raises(StaleVersionError):
        play_move(at.rules, player(seat), place, MoveRequest(8, move), KEYED)
    assert play_move(at.rules, player(seat), place, MoveRequest(9, move), KEYED)


def test_of_two_moves_at_the_same_time_the_second_is_stale(at: Bench) -> None:
    place = begun(at)
    seat, move = a_move(at, place)

    rules = at.interrupted(lambda: at.move(place, seat, move))
    with pytest.raises(StaleVersionError) as refusal:
        play_move(rules, player(seat), place, MoveRequest(9, move), ONCE)
    assert refusal.value.version == 10
    assert at.table(place).stored.version == 10
