"""The examples of the contract: what some people do in a lobby while it is written."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import Any, Final

import orjson

from services.contracts.messages import Engine
from services.lobby.app import (
    entering,
    matchmaking,
    people,
    rounds,
    running,
    tables,
    tokens,
    tournaments,
    webhooks,
)
from services.lobby.app.create_tournament import create_tournament
from services.lobby.app.editions import served_editions
from services.lobby.app.house_bots import fill_with_bots
from services.lobby.app.lobby import Created, Lobby, Wanted
from services.lobby.app.notify import notify
from services.lobby.app.start_table import start_table
from services.lobby.app.tokens import Session
from services.lobby.core.course import Told
from services.lobby.core.people import PERSON, SCOPES
from services.lobby.core.table import Game
from services.lobby.core.webhooks import YOUR_TURN
from services.lobby.store.memory import MemoryRecords
from services.plumbing.callers import Caller, Request
from services.plumbing.http.openapi import Examples
from services.plumbing.types import JsonObject

NOON: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
REQUEST: Final = Request("example")
ADDRESS: Final = "http://127.0.0.1:8080/rules/v1/editions/{}/games/{}"
HOOK: Final = {"url": "https://hooks.example/ana", "types": ["your_turn"], "description": ""}
TOURNAMENT: Final[dict[str, Any]] = {
    "name": "Friday",
    "game": "gob-rome",
    "format": "swiss",
    "size": 2,
    "rounds": 2,
    "advance": 1,
    "minutes": 60,
    "tiebreaks": ["opponents_points", "lot"],
    "clock": {"seconds_per_turn": 120, "on_expiry": "resign"},
    "most": 64,
    "late": True,
    "public": True,
}
STREAM: Final = (
    "retry: 1000\n\nid: 1\nevent: table_opened\ndata: …\n\n"
    ': alive\n\nevent: end\ndata: {"reason":"wait","next":1}\n\n'
)
OTHERS: Final = {
    ("readLobbyEvents", "text/event-stream"): STREAM,
    ("getRound", "text/html"): '<!doctype html>\n<html lang="en">…</html>',
    ("getStandings", "text/csv"): "position,player,name,points\r\n1,p.example,Ana,6\r\n",
    (
        "exportTournament",
        "text/csv",
    ): "round,game,edition,status,seat\r\n1,…,gob-rome,finished,0\r\n",
}
KEY: Final = {
    "kty": "OKP",
    "crv": "Ed25519",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    "kid": "signing-1",
    "alg": "EdDSA",
    "use": "sig",
}


class Everywhere:
    """Lets webhooks lead anywhere."""

    def check(self, url: str) -> None:
        """Refuse nothing."""


class Quiet:
    """Everything around an example lobby: it asks nobody, and is always the same."""

    def relay(self) -> None:
        """Ask nobody."""

    def go_on(self, tournament: str) -> None:
        """Ask nobody."""

    def announce(self, token: str, until: float) -> None:
        """Tell nobody."""

    def sign(self, player: str, scope: str, session: str, until: datetime) -> str:
        """Give something that looks like a token."""
        return f"eyJhbGciOiJFZERTQSJ9.{player}.{scope}-{session}-{until:%H%M}"

    def published(self) -> Mapping[str, object]:
        """Give a key that is in no use."""
        return {"keys": [KEY]}

    def secret_of(self, token: str) -> str:
        """Give something that looks like a secret."""
        return f"{token:x<43.43}".replace(":", "-")

    def served(self) -> list[Engine]:
        """Say that two cities are up."""
        return [
            Engine(
                edition=name,
                edition_version=1,
                engine_version=1,
                players=numbers,
                address="http://127.0.0.1:8080/rules/v1",
                process="example",
            )
            for name, numbers in (("gob-paris", [4, 5]), ("gob-rome", [2, 3]))
        ]

    def create(self, wanted: Wanted, key: str) -> Created:
        """Say that a game is there."""
        id_ = f"{key:x<22.22}"
        game = Game(id_, wanted.edition, ADDRESS.format(wanted.edition, id_))
        return Created(game, wanted.players, None)

    def rating(self, player: str, edition: str) -> float:
        """Say that everybody is as strong as a newcomer."""
        del player, edition
        return 25.0


def example_lobby() -> Lobby:
    """Make a lobby in memory, in which it is always the same noon."""
    around, numbers = Quiet(), _secrets()
    return Lobby(
        records=MemoryRecords(),
        jobs=around,
        signer=around,
        revocations=around,
        engines=around,
        rules=around,
        ratings=around,
        now=lambda: NOON,
        secret=lambda: next(numbers),
    )


def make_examples() -> Examples:
    """Give requests by operation, and answers by operation and status."""
    lobby = example_lobby()
    ana = {"name": "Ana", "kind": PERSON}
    registered: Any = people.register(lobby, Session(Caller()), ana, REQUEST)
    session = Session(
        Caller(registered["player"]["id"], frozenset(SCOPES)), registered["token"]["id"]
    )
    wanted = {"label": "my bot", "scopes": ["play"], "days": 30}
    answers: dict[tuple[str, int], Any] = {
        ("registerPlayer", 201): registered,
        ("getMe", 200): people.me(lobby, session),
        ("issueToken", 201): tokens.issue_token(lobby, session, wanted, REQUEST),
        ("listTokens", 200): tokens.list_tokens(lobby, session),
        ("signGameToken", 201): tokens.game_token(lobby, session),
        ("getKeys", 200): lobby.signer.published(),
        ("listServedEditions", 200): served_editions(lobby, None, 50),
        **_at_a_table(lobby, session),
        **_waiting(lobby, session),
        **_in_a_tournament(lobby, session),
        **_told(lobby, session),
    }
    happened = [orjson.loads(text) for text in lobby.records.events("events", 0, 3)]
    answers["readLobbyEvents", 200] = {"items": happened, "next": 3}
    requests: dict[str, Any] = {
        "registerPlayer": {"name": "Ana"},
        "issueToken": wanted,
        "openTable": {"game": "gob-rome", "most": 2},
        "takeSeat": {},
        "addBots": {"level": "random"},
        "waitForTable": {"game": "gob-rome", "sizes": [2]},
        "createTournament": {"name": "Friday", "game": "gob-rome", "format": "swiss", "size": 2},
        "enterBots": {"level": "random", "count": 3},
        "cancelTournament": {"reason": "the hall is closed"},
        "correctResult": {"ranks": [2, 1], "reason": "the wrong seat had resigned"},
        "createWebhook": HOOK,
    }
    return Examples(requests, answers, OTHERS)


def _at_a_table(lobby: Lobby, session: Session) -> dict[tuple[str, int], Any]:
    ben: Any = people.register(lobby, Session(Caller()), {"name": "Ben", "kind": PERSON}, REQUEST)
    other, who = Caller(ben["player"]["id"], frozenset(SCOPES)), session.caller
    body = {"game": "gob-rome", "most": 3, "least": 2, "public": True, "private": False}
    opened: Any = tables.open_table(lobby, who, {**body, "starts_full": False}, REQUEST)
    id_ = opened["id"]
    seated = tables.take_seat(lobby, other, id_, None, REQUEST)
    left = tables.leave_table(lobby, other, id_, REQUEST)
    listed = tables.list_tables(lobby, tables.TableFilter(), None, 50)
    filled = fill_with_bots(lobby, who, id_, "random", None, REQUEST)
    started = start_table(lobby, who, id_, REQUEST)
    return {
        ("openTable", 201): opened,
        ("takeSeat", 201): seated,
        ("leaveTable", 200): left,
        ("listTables", 200): listed,
        ("addBots", 201): filled,
        ("startTable", 201): started,
        ("getTable", 200): started,
        ("playAgain", 201): opened,
    }


def _waiting(lobby: Lobby, session: Session) -> dict[tuple[str, int], Any]:
    wanted = {"game": "gob-rome", "sizes": [2]}
    ticket: Any = matchmaking.wait_for_table(lobby, session.caller, wanted, REQUEST)
    found = matchmaking.read_ticket(lobby, session.caller, ticket["id"])
    return {("waitForTable", 201): ticket, ("getTicket", 200): found}


def _in_a_tournament(lobby: Lobby, session: Session) -> dict[tuple[str, int], Any]:
    who = session.caller
    made: Any = create_tournament(lobby, who, TOURNAMENT, REQUEST)
    id_ = made["id"]
    entered = entering.enter_tournament(lobby, who, id_, REQUEST)
    left = entering.withdraw_from(lobby, who, id_, REQUEST)
    filled = entering.enter_bots(lobby, who, id_, "random", 4, REQUEST)
    started = running.start_tournament(lobby, who, id_, REQUEST)
    running.go_on(lobby, id_)
    drawn = tournaments.read_tournament(lobby, id_)
    first: Any = rounds.read_round(lobby, id_, 1)
    for table in first["tables"]:
        told = Told((1, 2), (31, 24), ("playing", "playing"))
        game_over = partial(running.game_over, lobby, id_=id_, game=table["game"], told=told)
        lobby.change(REQUEST, game_over)
    given = running.Correcting((2, 1), "the wrong seat had resigned")
    game = first["tables"][0]["game"]
    corrected = running.correct_result(lobby, who, id_, game, given, REQUEST)
    return {
        ("createTournament", 201): made,
        ("enterTournament", 201): entered,
        ("withdraw", 200): left,
        ("enterBots", 201): filled,
        ("startTournament", 201): started,
        ("getTournament", 200): drawn,
        ("listTournaments", 200): tournaments.list_tournaments(lobby, None, None, 50),
        ("getRound", 200): rounds.read_round(lobby, id_, 1),
        ("getStandings", 200): rounds.read_standings(lobby, id_),
        ("exportTournament", 200): rounds.export(lobby, id_),
        ("correctResult", 201): corrected,
        ("cancelTournament", 201): running.cancel_tournament(
            lobby, who, id_, "the hall is closed", REQUEST
        ),
    }


def _told(lobby: Lobby, session: Session) -> dict[tuple[str, int], Any]:
    who = session.caller
    hook: Any = webhooks.create_webhook(lobby, Everywhere(), who, HOOK, REQUEST)
    game: JsonObject = {"game": "Zm9yLWV4YW1wbGUtb25seQ", "edition": "gob-rome", "version": 7}
    player = str(who.player)
    lobby.change(REQUEST, lambda draft: notify(draft, lobby, player, YOUR_TURN, game, "7"))
    sent: Any = webhooks.list_deliveries(lobby, who, hook["id"], None, 50)
    again = webhooks.redeliver(lobby, who, hook["id"], sent["items"][0]["id"], REQUEST)
    return {
        ("createWebhook", 201): hook,
        ("listWebhooks", 200): webhooks.list_webhooks(lobby, who),
        ("listDeliveries", 200): sent,
        ("redeliver", 202): again,
    }


def _secrets() -> Iterator[str]:
    """Give texts that look like secrets, the same every time."""
    return (f"example-secret-{number:07}" for number in count(1))
