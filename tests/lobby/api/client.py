"""Somebody who uses the lobby over HTTP; every answer is read by the contract."""

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from services.lobby.api import build_app
from services.lobby.api.metrics import Metrics
from services.lobby.api.service import Service
from services.lobby.api.sessions import Sessions
from services.lobby.config import Config
from services.lobby.sending import HttpSender
from services.lobby.store.memory import MemoryNews
from services.plumbing.feed import Feed
from services.plumbing.http.service import EXTENSION
from tests.lobby.app.people import Town, town

V1 = "/lobby/v1"


class Api:
    """An application, and people who use it."""

    def __init__(self, **settings: Any) -> None:
        self.town: Town = town()
        config = Config(queues_url="memory://", registrations="1000 per hour", **settings)
        lobby = self.town.lobby
        sender = HttpSender(resolve=lambda _: ["93.184.215.14"])
        feed = Feed(lobby.records, MemoryNews())
        self.service = Service(config, lobby, Sessions(lobby), Metrics(), sender, feed)
        self.app = build_app(self.service) if settings else the_app(self.service)
        self.client: FlaskClient = self.app.test_client()

    def register(self, name: str = "Ana") -> str:
        """Register somebody; give their token."""
        answer = self.ask("POST", "/players", body={"name": name})
        assert answer.status_code == 201, answer.text
        return str(answer.json["token"]["bearer"] if answer.json else "")

    def ask(
        self, method: str, path: str, token: str | None = None, body: Any = None, **headers: str
    ) -> TestResponse:
        """Send a request."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            named["Authorization"] = f"Bearer {token}"
        self.app.extensions[EXTENSION] = self.service
        return self.client.open(f"{V1}{path}", method=method, json=body, headers=named)

    def done(self, method: str, path: str, token: str | None = None, body: Any = None) -> Any:
        """Send a request that has to go well; give its answer."""
        answer = self.ask(method, path, token, body)
        assert answer.status_code < 300, answer.text
        return answer.json

    def refused(self, method: str, path: str, token: str | None = None, body: Any = None) -> Any:
        """Send a request that has to be refused; give status and code."""
        answer = self.ask(method, path, token, body)
        assert answer.mimetype == "application/problem+json", answer.text
        assert answer.json
        return answer.status_code, answer.json["code"]


_built: list[Flask] = []


def the_app(service: Service) -> Flask:
    """Give the application, with nobody counted; making one takes longer than most tests."""
    if not _built:
        _built.append(build_app(service))
    for limiter in _built[0].extensions["limiter"]:
        limiter.reset()
    return _built[0]
