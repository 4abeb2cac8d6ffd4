"""Games in which others may stand in for players who leave, and whoever sits there."""

from random import Random
from typing import Any, Final

import orjson

from services.plumbing.callers import Caller, Request
from services.rules.app.play_move import MoveRequest, play_move
from services.rules.app.read_record import read_record
from services.rules.app.resign import resign
from services.rules.app.rules import PLAY
from services.rules.app.verify_record import verify_record
from services.rules.app.view_game import game_document, look_at
from services.rules.store.ports import Place
from tests.rules.app.bench import NOBODY, ONCE, Bench, documents, to_play
from tests.support import EDITIONS

FAR: Final = 10**14
BOTS: Final = tuple(f"bot.{number}" for number in range(5))


def begun(at: Bench, name: str = "gob-rome", moves: int = 4, **wanted: Any) -> Place:
    """Begin a game of as many as there may be, with bots who may stand in."""
    wanted = {"stand_ins": BOTS, "tell_turns": True, **wanted}
    place = at.create(name, EDITIONS[name].edition.players[-1], **wanted)
    at.play(place, Random(2), moves)  # noqa: S311
    return place


def leave(at: Bench, place: Place, who: Caller, request: Request = ONCE) -> Any:
    """Let somebody leave."""
    return orjson.loads(resign(at.rules, who, place, request))


def bot(number: int = 0) -> Caller:
    """Give somebody who may stand in."""
    return Caller(BOTS[number], frozenset({PLAY}))


def shown(at: Bench, place: Place, who: Caller = NOBODY) -> Any:
    """Look at a game."""
    return game_document(look_at(at.rules, who, place))


def told(at: Bench, place: Place) -> list[Any]:
    """Give the messages that wait."""
    return [orjson.loads(each.message) for each in at.games.outbox(place.edition, FAR)]


def play_out(at: Bench, place: Place, chance: Random) -> None:
    """Let whoever sits there play to the end."""
    while seats := to_play(table := at.table(place)):
        seat = chance.choice(seats)
        wanted = MoveRequest(table.stored.version, chance.choice(documents(table, seat)))
        who = Caller(table.sitting[seat], frozenset({PLAY}))
        play_move(at.rules, who, place, wanted, ONCE)


def record_if_over(at: Bench, place: Place) -> None:
    """See that the log is true, however the game went on."""
    play_out(at, place, Random(1))  # noqa: S311
    record: Any = orjson.loads(orjson.dumps(read_record(at.rules, NOBODY, place)))
    assert verify_record(EDITIONS, record) == record["outcome"]
