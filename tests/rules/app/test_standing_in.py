"""Seats that are left to others: who plays them, who sees what, and what it comes to."""

from random import Random
from typing import Any, Final

import orjson
import pytest

from services.plumbing.callers import Request
from services.plumbing.errors import NotSeatedError
from services.rules.app.errors import StaleVersionError
from services.rules.app.list_moves import list_moves
from services.rules.app.play_move import MoveRequest, play_move
from services.rules.app.read_record import read_record
from services.rules.app.resign import resign
from services.rules.app.verify_record import verify_record
from services.rules.core.errors import GameOverError, MoveError, ReplayError
from services.rules.store.ports import Games
from tests.rules.app.bench import (
    NOBODY,
    ONCE,
    STRANGER,
    Bench,
    bench,
    documents,
    everything,
    player,
    to_play,
)
from tests.rules.app.stand_ins import (
    BOTS,
    begun,
    bot,
    leave,
    play_out,
    record_if_over,
    shown,
    told,
)
from tests.rules.games import every_edition
from tests.support import EDITIONS

MANY: Final = 10_000
KEYED: Final = Request("request", "key", "body")


@pytest.mark.slow
@every_edition
def test_a_seat_that_is_left_is_played_on_and_the_record_tells_of_it(name: str, at: Bench) -> None:
    place = begun(at, name)
    answer = leave(at, place, player(1))
    assert (answer["version"], answer["finished"]) == (5, False)
    assert [each["event"] for each in answer["events"]] == [{"type": "seat_handed_over", "seat": 1}]
    play_out(at, place, Random(3))  # noqa: S311
    record: Any = orjson.loads(orjson.dumps(read_record(at.rules, NOBODY, place)))
    assert record["players"] == [*at.table(place).players]
    assert record["standing_in"] == [{"seat": 1, "player": BOTS[0]}]
    assert verify_record(EDITIONS, record) == record["outcome"]
    standings = [seat["standing"] for seat in record["outcome"]["seats"]]
    assert standings[1] == "resigned"
    assert "resigned" not in standings[:1] + standings[2:]


@pytest.mark.slow
def test_both_stores_keep_who_has_left(games: Games) -> None:
    at = bench(games)
    place = begun(at, "gob-rome")
    for seat in (2, 0):
        leave(at, place, player(seat))
    assert at.table(place).stored.left == (2, 0)
    assert at.table(place).sitting == ("bot.1", "p1", "bot.0")
    play_out(at, place, Random(1))  # noqa: S311
    assert at.table(place).stored.left == (2, 0)


@pytest.mark.slow
@every_edition
def test_the_sheets_leave_with_the_players_and_say_who_forfeits(name: str, at: Bench) -> None:
    place = begun(at, name)
    leave(at, place, player(0))
    play_out(at, place, Random(3))  # noqa: S311
    (message,) = [each for each in told(at, place) if each["type"] == "game_finished.1"]
    table = at.table(place)
    assert message["players"] == [*table.players]
    plain: Any = table.family.outcome(table.edition, table.state)
    first, *others = plain["seats"]
    assert message["outcome"]["seats"] == [{**first, "standing": "resigned"}, *others]


def test_who_stands_in_is_called_when_the_seat_was_to_play(at: Bench) -> None:
    place = begun(at, "otu-paris")
    (seat,) = to_play(at.table(place))
    leave(at, place, player(seat), Request("leaving"))
    last = told(at, place)[-1]
    assert (last["type"], last["version"]) == ("turn_began.1", 5)
    assert (last["to_play"], last["request_id"]) == ([BOTS[0]], "leaving")


def test_who_leaves_out_of_turn_calls_nobody_before_the_turn_comes(at: Bench) -> None:
    place = begun(at, "otu-paris")
    count, seats = len(told(at, place)), {*range(5)} - {*to_play(at.table(place))}
    leave(at, place, player(min(seats)))
    assert len(told(at, place)) == count
    play_out(at, place, Random(1))  # noqa: S311
    called = [each["to_play"] for each in told(at, place) if each["type"] == "turn_began.1"]
    assert [BOTS[0]] in called


def test_who_stands_in_sees_and_plays_the_seat_and_who_left_looks_on(at: Bench) -> None:
    place = begun(at, "gob-rome", 0, public=False)
    before = shown(at, place, player(1))
    leave(at, place, player(1))
    after = shown(at, place, bot())
    assert (after["seat"], after["table"]) == (1, before["table"])
    assert after["standing_in"] == [{"seat": 1, "player": BOTS[0]}]
    assert after["players"] == before["players"] == ["p0", "p1", "p2"]
    assert list_moves(at.rules, bot(), place)["moves"]
    looking = shown(at, place, player(1))
    assert looking["seat"] is None
    assert looking["table"] != before["table"]
    for somebody in (player(1), bot(1), STRANGER):
        with pytest.raises(NotSeatedError):
            list_moves(at.rules, somebody, place)
    with pytest.raises(NotSeatedError):
        shown(at, place, bot(1))


def test_who_has_left_cannot_leave_again_but_is_answered_again(at: Bench) -> None:
    place = begun(at)
    first = leave(at, place, player(1), KEYED)
    before = everything(at.games)
    assert leave(at, place, player(1), KEYED) == first
    with pytest.raises(NotSeatedError):
        leave(at, place, player(1))
    assert everything(at.games) == before


def test_who_stands_in_and_leaves_is_not_replaced_again(at: Bench) -> None:
    place = begun(at)
    leave(at, place, player(1))
    answer = leave(at, place, bot())
    assert answer["events"][0]["event"] == {"type": "player_resigned", "seat": 1}
    assert at.table(place).stored.left == (1,)


@pytest.mark.parametrize("stand_ins", [(), ("bot.0",), ("p0", "bot.0", "p2")])
def test_when_nobody_is_left_to_stand_in_a_seat_resigns(
    at: Bench, stand_ins: tuple[str, ...]
) -> None:
    place = begun(at, stand_ins=stand_ins)
    kinds = [leave(at, place, player(seat))["events"][0]["event"]["type"] for seat in (0, 1)]
    handed = ["seat_handed_over"] if stand_ins else ["player_resigned"]
    assert kinds == [*handed, "player_resigned"]
    record_if_over(at, place)


def test_nobody_leaves_a_game_that_is_over(at: Bench) -> None:
    place = begun(at, moves=MANY)
    before = everything(at.games)
    with pytest.raises(GameOverError):
        leave(at, place, player(0))
    assert everything(at.games) == before


def test_who_was_eliminated_has_no_seat_to_leave(at: Bench) -> None:
    """Found by play: in some game somebody runs out of places to go."""
    for seed in range(40):
        place = begun(at, "gob-rome", 0, seed=f"tram {seed}")
        chance = Random(seed)  # noqa: S311
        while to_play(at.table(place)):
            at.play(place, chance, 1)
            for view in shown(at, place)["table"]["seats"]:
                if view["standing"] == "eliminated" and to_play(at.table(place)):
                    with pytest.raises(MoveError):
                        leave(at, place, player(view["seat"]))
                    return
    pytest.fail("nobody was ever eliminated")


def test_two_who_leave_at_once_are_both_replaced(at: Bench) -> None:
    place, going = begun(at), [player(0)]

    def other() -> None:
        if going:
            leave(at, place, going.pop())

    resign(at.interrupted(other), player(2), place, ONCE)
    assert at.table(place).stored.left == (0, 2)


def test_a_move_on_the_version_before_somebody_left_is_stale(at: Bench) -> None:
    place = begun(at, "otu-paris")
    (seat,) = to_play(at.table(place))
    move = documents(at.table(place), seat)[0]
    leave(at, place, player((seat + 1) % 5))
    with pytest.raises(StaleVersionError):
        play_move(at.rules, player(seat), place, MoveRequest(4, move), ONCE)


@pytest.mark.parametrize("seats", [[], [{"seat": 0, "player": "bot.0"}]])
def test_a_record_that_hides_who_has_left_is_not_true(at: Bench, seats: list[Any]) -> None:
    place = begun(at)
    leave(at, place, player(1))
    play_out(at, place, Random(3))  # noqa: S311
    record: Any = orjson.loads(orjson.dumps(read_record(at.rules, NOBODY, place)))
    with pytest.raises(ReplayError, match="left"):
        verify_record(EDITIONS, {**record, "standing_in": seats})
