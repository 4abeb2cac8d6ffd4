"""Scoring's API around a store in memory, and a client that holds answers against the contract."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from flask import Flask
from werkzeug.test import TestResponse

from deploy.keys import issue_token
from services.lobby.keys import ensure_keys
from services.plumbing.http.service import EXTENSION
from services.plumbing.http.tokens import Tokens
from services.scoring.api import build_app
from services.scoring.api.metrics import Metrics
from services.scoring.api.service import Service
from services.scoring.app.errors import UnknownGameError
from services.scoring.app.read_score import Running
from tests.rules.api.contract import Contract, Reply
from tests.scoring.app.bench import Bench, bench

PREFIX: Final = "/scoring/v1"


class Rules:
    """Rules with the games that a test puts there."""

    def __init__(self) -> None:
        self.games: dict[str, Running] = {}
        self.asked: list[tuple[str, str | None, str | None]] = []
        self.error: Exception | None = None

    def game(self, game: str, edition: str | None, authorization: str | None) -> Running:
        """Give a game, or fail as wanted."""
        self.asked.append((game, edition, authorization))
        if self.error is not None:
            raise self.error
        if game not in self.games:
            raise UnknownGameError(f"there is no game {game!r}")
        return self.games[game]


class Api:
    """The service, and whoever calls it."""

    def __init__(self, folder: Path, at: Bench | None = None) -> None:
        self.folder = folder
        self.at = at or bench()
        self.rules = Rules()
        keys = ensure_keys(folder)
        metrics = Metrics()
        self.service = Service(self.at.scoring, self.rules, Tokens(keys), metrics)

    def token(self, player: str) -> str:
        """Give a token of a player."""
        return issue_token(self.folder, player)

    def call(self, method: str, path: str, player: str | None = None, **more: Any) -> TestResponse:
        """Send a request; a player's comes with a token."""
        headers = dict(more.pop("headers", {}))
        if player is not None:
            headers["Authorization"] = f"Bearer {self.token(player)}"
        app = the_app(self.service)
        app.extensions[EXTENSION] = self.service
        answer = app.test_client().open(f"{PREFIX}{path}", method=method, headers=headers, **more)
        body = answer.json if answer.is_json else answer.data or None
        reply = Reply(method, f"{PREFIX}{path}".partition("?")[0], answer.status_code,
                      answer.mimetype or "", body)  # fmt: skip
        the_contract().check(reply)
        return answer

    def get(self, path: str, player: str | None = None, **more: Any) -> TestResponse:
        """Read something."""
        return self.call("GET", path, player, **more)


@cache
def the_contract() -> Contract:
    """Give the contract as the API publishes it."""
    return Contract(_built[0].test_client().get("/scoring/openapi.json").json)


_built: list[Flask] = []


def the_app(service: Service) -> Flask:
    """Give the application; making one takes longer than a test, so they share it."""
    if not _built:
        _built.append(build_app(service))
    return _built[0]
