"""The API around a store, and a client that holds every answer against the contract."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from flask import Flask
from werkzeug.test import TestResponse

from deploy.keys import issue_token
from services.lobby.keys import ensure_keys
from services.plumbing.http.service import EXTENSION
from services.plumbing.http.tokens import Tokens
from services.rules.api import build_app
from services.rules.api.metrics import Metrics
from services.rules.api.service import Service
from services.rules.app.feed import Feed
from services.rules.app.rules import Rules, Served
from services.rules.config import Config
from services.rules.store.memory import MemoryEngines, MemoryGames
from services.rules.store.ports import Games
from tests.rules.api.contract import Contract, Reply
from tests.rules.app.bench import NotedJobs, Time, everything
from tests.support import EDITIONS

ROME: Final = "gob-rome"
GAMES: Final = "/rules/v1/editions/{}/games"
STREAM: Final = {"Accept": "text/event-stream"}
PATIENCE: Final = 0.05
"""Nobody listens to the store here, so followers ask it."""


class Api:
    """The service, and whoever calls it."""

    def __init__(
        self,
        folder: Path,
        *,
        games: Games | None = None,
        editions: tuple[str, ...] = (),
        **set_: Any,
    ) -> None:
        self.folder = folder
        self.games = MemoryGames() if games is None else games
        self.jobs, self.time = NotedJobs(), Time()
        keys = ensure_keys(folder)
        self.service = Service(
            config=Config(keys=str(keys), editions=editions, **set_),
            rules=Rules(Served(EDITIONS, editions), self.games, self.jobs, self.time),
            feed=Feed(self.games, MemoryGames().news(), PATIENCE),
            engines=MemoryEngines(),
            tokens=Tokens(keys),
            metrics=Metrics(),
        )
        self.answered: set[tuple[str, int]] = set()
        """Operations, and the statuses they answered with."""

    def token(self, player: str, scopes: str = "play create", hours: float = 1) -> str:
        """Give a token of a player."""
        return issue_token(self.folder, player, scopes, hours)

    def call(self, method: str, path: str, player: str | None = None, **more: Any) -> TestResponse:
        """Send a request; a player's comes with a token."""
        headers = dict(more.pop("headers", {}))
        if player is not None:
            headers.setdefault("Authorization", f"Bearer {self.token(player)}")
        app = the_app(self.service)
        app.extensions[EXTENSION] = self.service
        answer = app.test_client().open(path, method=method, headers=headers, **more)
        if method not in {"HEAD", "OPTIONS"}:
            self._check(method, answer)
        return answer

    def get(self, path: str, player: str | None = None, **more: Any) -> TestResponse:
        """Read something."""
        return self.call("GET", path, player, **more)

    def post(self, path: str, player: str | None = None, **more: Any) -> TestResponse:
        """Send something."""
        return self.call("POST", path, player, **more)

    def create(self, edition: str = ROME, players: str = "ana ben", **body: Any) -> str:
        """Create a game; give its path."""
        body = {"seats": players.split(), "seed": "tram", **body}
        answer = self.post(GAMES.format(edition), "host", json=body)
        assert answer.status_code == 201, answer.text
        return answer.headers["Location"]

    def moves(self, game: str, player: str) -> Any:
        """List the legal moves of a player."""
        return self.get(f"{game}/legal-moves", player).json

    def move(self, game: str, player: str, at: int = 0, **more: Any) -> TestResponse:
        """Play one of the legal moves."""
        return self.post(f"{game}/moves", player, json=self.body(game, player, at), **more)

    def body(self, game: str, player: str, at: int = 0) -> dict[str, Any]:
        """Write a legal move down as a request."""
        legal = self.moves(game, player)
        return {"expected_version": legal["version"], "move": legal["moves"][at]["move"]}

    def play_on(self, game: str, moves: int = 10_000) -> None:
        """Let everybody move, to the end or a number of moves on."""
        for number in range(moves):
            shown: Any = self.get(game).json
            if shown["finished"]:
                return
            player = shown["players"][shown["to_play"][0]]
            legal = self.moves(game, player)
            move = legal["moves"][number % len(legal["moves"])]["move"]
            body = {"expected_version": legal["version"], "move": move}
            assert self.post(f"{game}/moves", player, json=body).status_code == 201

    def end(self, game: str) -> None:
        """Let everybody leave who has not been eliminated."""
        shown: Any = self.get(game).json
        for player in shown["players"]:
            self.post(f"{game}/resignation", player)
        shown = self.get(game).json
        assert shown["finished"]

    def everything(self) -> str:
        """Write down whatever the store holds."""
        return everything(self.games)

    def _check(self, method: str, answer: TestResponse) -> None:
        reply = Reply(
            method,
            answer.request.path,
            answer.status_code,
            answer.mimetype or "",
            answer.json if answer.is_json else answer.data or None,
        )
        if reply.path.startswith("/rules/v1/") or reply.status >= 400:
            operation = the_contract().check(reply)
            if operation is not None:
                self.answered.add((operation, reply.status))


@cache
def the_contract() -> Contract:
    """Give the contract as the API publishes it."""
    return Contract(_built[0].test_client().get("/rules/openapi.json").json)


_built: list[Flask] = []


def the_app(service: Service) -> Flask:
    """Give the application; making one takes longer than a test, so they share it."""
    if not _built:
        _built.append(build_app(service))
    return _built[0]
