"""What other services tell is taken once, and whoever has to know is told."""

from typing import Any

import orjson
import pytest

from services.lobby.app import tables
from services.lobby.app.close_tables import ABANDONED, close_idle_tables
from services.lobby.app.house_bots import fill_with_bots
from services.lobby.app.start_table import create_wanted
from services.lobby.app.take_message import STRANGE, TAKEN, take_message
from services.lobby.core.table import Status
from services.plumbing.callers import Caller
from tests.engines import INSIDE, engine
from tests.lobby.app.people import REQUEST, Town

OPEN = {"game": "gob-rome", "most": 2, "public": True, "private": False, "starts_full": True}


def playing(here: Town, host: Caller) -> Any:
    """Give a table at which somebody plays against a bot."""
    table: Any = tables.open_table(here.lobby, host, dict(OPEN), REQUEST)
    fill_with_bots(here.lobby, host, table["id"], "random", None, REQUEST)
    return create_wanted(here.lobby, table["id"], REQUEST)


def told(here: Town, type_: str, game: str, **more: Any) -> str:
    message = {"type": type_, "id": f"{type_}-{game}", "request_id": "r", "game": game, **more}
    return take_message(here.lobby, {"edition": "gob-rome", **message})


def sent(here: Town) -> list[Any]:
    return [orjson.loads(each.message) for each in here.lobby.records.outbox("", 2**62)]


def scored(here: Town, game: str) -> str:
    return told(
        here,
        "game_scored.1",
        game,
        players=["a", "b"],
        ranks=[2, 1],
        totals=[3, 9],
        standings=["playing", "playing"],
        winners=[1],
    )


def test_a_scored_game_ends_its_table_once(here: Town) -> None:
    table = playing(here, here.caller("Ana"))
    assert scored(here, table.playing.id) == scored(here, table.playing.id) == TAKEN
    found = tables.find_table(here.lobby, table.id)
    assert found.status == Status.FINISHED
    assert found.result
    assert (found.result.ranks, found.result.winners) == ((2, 1), (1,))


def test_a_game_that_nobody_asked_for_is_strange(here: Town) -> None:
    assert scored(here, "x" * 22) == STRANGE
    assert told(here, "tram_arrived.1", "x" * 22) == STRANGE


def test_a_bot_is_called_when_it_is_its_turn_with_all_it_needs(here: Town) -> None:
    ana = here.caller("Ana")
    table = playing(here, ana)
    game, bot = table.playing.id, "bot.random-1"
    for _ in range(2):
        told(here, "turn_began.1", game, version=3, to_play=[ana.player, bot], deadline=None)
    begun, message = sent(here)
    assert (begun["type"], begun["version"]) == ("your_turn.1", 0)
    assert (message["type"], message["player"], message["level"]) == ("your_turn.1", bot, "random")
    assert message["version"] == 3
    assert message["address"].endswith(f"/editions/gob-rome/games/{game}")
    assert bot in message["token"]


def test_a_bot_is_sent_to_the_inside_address_of_the_newest_engine(here: Town) -> None:
    here.around.others = [engine(3), engine(2, inside="http://older:8080")]
    playing(here, here.caller("Ana"))
    (message,) = sent(here)
    assert message["address"].startswith(f"{INSIDE}/editions/gob-rome/games/")


def test_tables_with_bots_tell_turns_and_others_do_not(here: Town) -> None:
    playing(here, here.caller("Ana"))
    table: Any = tables.open_table(here.lobby, here.caller("Ben"), dict(OPEN), REQUEST)
    tables.take_seat(here.lobby, here.caller("Cy"), table["id"], None, REQUEST)
    create_wanted(here.lobby, table["id"], REQUEST)
    assert [wanted.tell_turns for wanted in here.around.created.values()] == [True, False]


@pytest.mark.parametrize("touched", [False, True])
def test_a_table_that_nobody_has_touched_for_long_closes(here: Town, *, touched: bool) -> None:
    table: Any = tables.open_table(here.lobby, here.caller("Ana"), {**OPEN, "most": 3}, REQUEST)
    here.time.turn(minutes=29)
    if touched:
        tables.take_seat(here.lobby, here.caller("Ben"), table["id"], None, REQUEST)
    here.time.turn(minutes=2)
    assert close_idle_tables(here.lobby) == (0 if touched else 1)
    found = tables.find_table(here.lobby, table["id"])
    assert found.status == (Status.OPEN if touched else Status.CLOSED)
    here.time.turn(seconds=ABANDONED.total_seconds())
    close_idle_tables(here.lobby)
    assert tables.find_table(here.lobby, table["id"]).status == Status.CLOSED
