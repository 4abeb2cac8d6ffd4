"""Bots who may take the seats of those who leave: asked for with the game, called when it is so."""

from typing import Any

import orjson
import pytest

from services.lobby.app import tables
from services.lobby.app.house_bots import fill_with_bots, stand_ins
from services.lobby.app.people import PLAYERS
from services.lobby.app.rematch import rematch
from services.lobby.app.start_table import create_wanted
from services.lobby.app.take_message import take_message
from services.lobby.core.table import Status
from services.lobby.rules_client import _body
from services.lobby.store.ports import Records
from services.lobby.worker.queues import ADDRESSES
from tests.lobby.app.hall import Hall
from tests.lobby.app.people import REQUEST, Town, town

OPEN = {"game": "gob-rome", "most": 2, "public": True, "private": False, "starts_full": True}


def begun(here: Town, **more: Any) -> Any:
    """Let two people begin to play."""
    table: Any = tables.open_table(here.lobby, here.caller("Ana"), {**OPEN, **more}, REQUEST)
    tables.take_seat(here.lobby, here.caller("Ben"), table["id"], None, REQUEST)
    return create_wanted(here.lobby, table["id"], REQUEST)


def sent(here: Town) -> list[Any]:
    return [orjson.loads(each.message) for each in here.lobby.records.outbox("", 2**62)]


def test_a_table_asks_for_bots_who_may_stand_in_if_it_wants_them(here: Town) -> None:
    begun(here, takeover=True)
    begun(here)
    plain: list[Any] = [*here.around.created.values()]
    assert [wanted.stand_ins for wanted in plain] == [("bot.greedy-1", "bot.greedy-2"), ()]
    assert [wanted.tell_turns for wanted in plain] == [True, False]
    assert ["stand_ins" in orjson.loads(_body(wanted)) for wanted in plain] == [True, False]


def test_a_bot_that_stands_in_is_called_like_any_other(records: Records) -> None:
    here = town(records)
    table = begun(here, takeover=True)
    message = {
        "type": "turn_began.1",
        "id": "turn",
        "request_id": "r",
        "game": table.playing.id,
        "edition": "gob-rome",
        "version": 7,
        "to_play": ["bot.greedy-1"],
        "deadline": None,
    }
    take_message(here.lobby, message)
    (called,) = sent(here)
    assert (called["type"], called["player"], called["version"]) == (
        "your_turn.1",
        "bot.greedy-1",
        7,
    )
    assert called["level"] == "greedy"


@pytest.mark.parametrize("players", [("ana", "ben"), ("bot.greedy-1", "ana", "bot.greedy-3")])
def test_nobody_stands_in_who_sits_there(players: tuple[str, ...]) -> None:
    others = stand_ins(players)
    assert len(others) == len(set(others)) == len(players)
    assert not {*others} & {*players}
    assert others == stand_ins(players)


def test_a_table_shows_whether_seats_are_taken_over_and_a_rematch_keeps_it(here: Town) -> None:
    ana = here.caller("Ana")
    opened: Any = tables.open_table(here.lobby, ana, {**OPEN, "takeover": True}, REQUEST)
    fill_with_bots(here.lobby, ana, opened["id"], "random", None, REQUEST)
    table = create_wanted(here.lobby, opened["id"], REQUEST)
    assert opened["takeover"] is True
    assert table.playing is not None
    take_message(
        here.lobby,
        {
            "type": "game_scored.1",
            "id": "scored",
            "request_id": "r",
            "game": table.playing.id,
            "edition": "gob-rome",
            "players": [*table.players],
            "ranks": [2, 1],
            "totals": [None, 9],
            "standings": ["resigned", "playing"],
            "winners": [1],
        },
    )
    again: Any = rematch(here.lobby, ana, opened["id"], REQUEST)
    assert (again["status"], again["takeover"]) == (str(Status.STARTING), True)


@pytest.mark.parametrize("takeover", [False, True])
def test_a_tournament_asks_for_bots_who_may_stand_in(here: Town, *, takeover: bool) -> None:
    hall = Hall(here, 4, **({"takeover": True} if takeover else {}))
    hall.start()
    (message,) = sent(here)
    assert hall.now.takeover == takeover
    assert message["type"] == f"create_game.{2 if takeover else 1}"
    assert message["type"] in ADDRESSES
    assert message["tell_turns"] == takeover
    named = [f"bot.greedy-{number}" for number in (1, 2, 3, 4)]
    assert message.get("stand_ins") == (named if takeover else None)
    known = here.lobby.records.read([PLAYERS.key("bot.greedy-4")])
    assert (known[0] is not None) == takeover
