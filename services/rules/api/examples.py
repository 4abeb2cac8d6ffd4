"""Examples for the contract: a real game, played here, so that they are true and stay so."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import orjson

from services.plumbing.callers import Caller, Request
from services.plumbing.engines import Version
from services.plumbing.feed import Wanted
from services.plumbing.http.openapi import Examples
from services.rules.app.create_game import GameRequest, create_game
from services.rules.app.feed import Feed
from services.rules.app.list_editions import list_editions
from services.rules.app.list_moves import list_moves
from services.rules.app.play_move import MoveRequest, play_move, try_move
from services.rules.app.read_events import read_page
from services.rules.app.read_record import read_record
from services.rules.app.resign import resign
from services.rules.app.rules import CREATE, PLAY, Rules, Served
from services.rules.app.view_game import game_document, look_at
from services.rules.core.types import JsonObject
from services.rules.editions import load_editions
from services.rules.store.memory import MemoryGames
from services.rules.store.ports import Place

EDITION: Final = "gob-rome"
GAME: Final = "Zm9yLWV4YW1wbGUtb25seQ"
PLACE: Final = Place(EDITION, GAME)
PLAYERS: Final = ("ana", "ben")
NOON: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
REQUEST: Final = Request("example")
THOUGHT: Final = 3_200
STREAM: Final = (
    "retry: 1000\n\nid: 1\nevent: game_started\ndata: …\n\n"
    ': alive\n\nevent: end\ndata: {"reason":"wait","next":1}\n\n'
)
PICTURE: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'

OTHERS: Final = {
    ("readEvents", "text/event-stream"): STREAM,
    ("drawBoard", "image/svg+xml"): PICTURE,
    ("drawBoard", "application/octet-stream"): PICTURE,
}


class NoJobs:
    """A queue that nobody works on."""

    def relay(self, edition: str) -> None:
        """Leave messages where they are."""

    def expire(self, place: Place, version: Version, at: int) -> None:
        """Let turns last."""


@dataclass
class _Play:
    """The game of the examples."""

    rules: Rules
    version: int = 0

    def moves_of(self, seat: int) -> dict[str, Any]:
        return list_moves(self.rules, _caller(seat), PLACE)

    def wanted(self, seat: int) -> MoveRequest:
        return MoveRequest(self.version, self.moves_of(seat)["moves"][0]["move"], THOUGHT)

    def play(self, seat: int) -> JsonObject:
        answer = play_move(self.rules, _caller(seat), PLACE, self.wanted(seat), REQUEST)
        self.version += 1
        played: JsonObject = orjson.loads(answer)
        return played

    def view(self) -> JsonObject:
        return game_document(look_at(self.rules, _caller(0), PLACE))


def make_examples() -> Examples:
    """Play a game, and give requests by operation, and answers by operation and status."""
    games = MemoryGames()
    rules = Rules(
        Served(load_editions()),
        games,
        NoJobs(),
        now=lambda: NOON,
        secret=lambda: GAME,
        seed=lambda: "0" * 64,
    )
    play = _Play(rules)
    create_game(rules, _caller(0), EDITION, GameRequest(PLAYERS), REQUEST)
    answers: dict[tuple[str, int], Any] = {
        ("listEditions", 200): list_editions(rules, [], "", 100),
        ("getEdition", 200): _edition(rules),
        ("createGame", 201): play.view(),
        ("listLegalMoves", 200): play.moves_of(0),
    }
    requests = {"createGame": {"seats": list(PLAYERS)}, "playMove": _body(play.wanted(0))}
    preview = try_move(rules, _caller(0), PLACE, play.wanted(0))
    answers["playMove", 200] = orjson.loads(preview)
    answers["playMove", 201] = play.play(0)
    answers["getGame", 200] = play.view()
    look = look_at(rules, _caller(0), PLACE)
    feed = Feed(games, games.news())
    answers["readEvents", 200] = read_page(rules, feed, look, Wanted(0, 100, 0))
    play.play(1)
    for seat in (0, 1):
        resigned = orjson.loads(resign(rules, _caller(seat), PLACE, REQUEST))
        answers.setdefault(("resign", 201), resigned)
    answers["getRecord", 200] = read_record(rules, _caller(0), PLACE)
    return Examples(requests, answers, OTHERS)


def _edition(rules: Rules) -> JsonObject:
    entry = rules.served.entry(EDITION)
    return entry.family.edition_to_json(entry.edition)


def _caller(seat: int) -> Caller:
    return Caller(PLAYERS[seat], frozenset({PLAY, CREATE}))


def _body(wanted: MoveRequest) -> JsonObject:
    return {**wanted._asdict()}
