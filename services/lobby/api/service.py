"""What the endpoints of a process work with."""

from dataclasses import dataclass
from typing import Any, cast

from flask import current_app

from services.lobby.api.metrics import Metrics
from services.lobby.api.sessions import Sessions
from services.lobby.app.lobby import Lobby
from services.lobby.config import Config
from services.lobby.sending import HttpSender
from services.lobby.wiring import Parts, make_sender
from services.plumbing.feed import Feed
from services.plumbing.http.service import EXTENSION


@dataclass
class Service:
    """The lobby in one process."""

    config: Config
    lobby: Lobby
    tokens: Sessions
    metrics: Metrics
    sender: HttpSender
    feed: Feed[str]

    def start(self) -> None:
        """Begin to follow what happens."""
        self.feed.start()

    def stop(self) -> None:
        """Let streams end."""
        self.feed.close()

    def readiness(self) -> dict[str, Any]:
        """Say nothing more than that the store is there."""
        self.lobby.records.ping()
        return {}


def make_service(config: Config, parts: Parts) -> Service:
    """Put the service together."""
    sessions, metrics = Sessions(parts.lobby), Metrics(parts.numbers)
    return Service(config, parts.lobby, sessions, metrics, make_sender(config), parts.feed)


def the_service() -> Service:
    """Give the service of the application at hand."""
    return cast("Service", current_app.extensions[EXTENSION])


def the_lobby() -> Lobby:
    """Give the lobby of the application at hand."""
    return the_service().lobby
