"""What the endpoints of a process work with, and what runs beside them."""

from dataclasses import dataclass, field
from threading import Event, Thread
from time import time
from typing import Any, Final, cast

import structlog
from flask import current_app

from services.contracts.messages import Engine
from services.plumbing.callers import new_secret
from services.plumbing.connections import StoreError
from services.plumbing.engines import Version, version_of
from services.plumbing.http.service import EXTENSION
from services.plumbing.http.tokens import Tokens
from services.rules.api.metrics import Metrics
from services.rules.app.feed import Feed
from services.rules.app.list_editions import card_of
from services.rules.app.rules import Rules
from services.rules.config import Config
from services.rules.store.ports import Engines
from services.rules.wiring import Parts

HEARTBEAT: Final = 5.0
"""Seconds between two announcements; after three that are missing an engine counts as gone."""


@dataclass
class Service:
    """The rules service in one process."""

    config: Config
    rules: Rules
    feed: Feed
    engines: Engines
    tokens: Tokens
    metrics: Metrics
    process: str = field(default_factory=new_secret)

    def __post_init__(self) -> None:
        self._stopping = Event()
        self._heart = Thread(target=self._beat, name="heartbeat", daemon=True)

    def start(self) -> None:
        """Begin to follow the logs and revoked sessions, and to announce the engines."""
        self.tokens.start()
        self.feed.start()
        if self.rules.served.entries:
            self._heart.start()

    def stop(self) -> None:
        """Let streams end, and say that the engines are gone."""
        self._stopping.set()
        self.tokens.stop()
        self.feed.close()
        if not self.rules.served.entries:
            return
        try:
            self.engines.withdraw(self.announcement())
        except StoreError as error:
            structlog.get_logger().warning("engines_not_withdrawn", error=str(error))

    def readiness(self) -> dict[str, Any]:
        """Say which editions can be played; the store has to be there."""
        self.rules.games.ping()
        return {"editions": list(self.rules.served.entries)}

    def announcement(self) -> list[Engine]:
        """Say what is served here."""
        return [
            Engine(
                edition=name,
                edition_version=entry.edition.version,
                engine_version=entry.family.ENGINE_VERSION,
                players=list(entry.edition.players),
                address=self.config.address,
                process=self.process,
                inside=self.config.inside or self.config.address,
                upstream=self.config.upstream,
                card=card_of(entry),
            )
            for name, entry in self.rules.served.entries.items()
        ]

    def announced(self) -> list[Engine]:
        """List the engines that are up; none if that cannot be read."""
        try:
            return self.engines.up(time())
        except StoreError as error:
            structlog.get_logger().warning("engines_not_read", error=str(error))
            return []

    def upstream_of(self, edition: str, version: Version) -> str | None:
        """Say where the gateway reaches an engine of a version; never that this one is it.

        Without such a gateway there would be nobody to keep the address from players.
        """
        if self.config.upstream is None:
            return None
        found = {
            upstream
            for engine in self.announced()
            if (engine["edition"], version_of(engine)) == (edition, version)
            and (upstream := engine.get("upstream"))
        }
        return min(found - {self.config.upstream}, default=None)

    def _beat(self) -> None:
        while not self._stopping.is_set():
            try:
                self.engines.announce(self.announcement(), time() + 3 * HEARTBEAT)
            except StoreError as error:
                structlog.get_logger().warning("engines_not_announced", error=str(error))
            self._stopping.wait(HEARTBEAT)


def make_service(config: Config, parts: Parts) -> Service:
    """Put the service together."""
    return Service(
        config=config,
        rules=parts.rules,
        feed=parts.feed,
        engines=parts.engines,
        tokens=Tokens(config.keys, parts.revoked),
        metrics=Metrics(parts.numbers),
    )


def the_service() -> Service:
    """Give the service of the application at hand."""
    return cast("Service", current_app.extensions[EXTENSION])
