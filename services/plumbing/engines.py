"""Engines announce themselves in Redis, so an edition that is deployed alone is found there."""

from collections.abc import Iterable
from time import time
from typing import NamedTuple

import orjson

from services.contracts.ids import ENGINES
from services.contracts.messages import Engine
from services.plumbing.connections import Client, failing


class Version(NamedTuple):
    """Which rules a game is played by; the newer ones are the greater."""

    edition_version: int
    engine_version: int


class Engines:
    """The engines that are up."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def served(self) -> list[Engine]:
        """List them; those that are stale are left out."""
        with failing():
            found = self._client.zrangebyscore(ENGINES, f"({time()}", "+inf")
        return [orjson.loads(each) for each in found]

    def newest(self) -> dict[str, Engine]:
        """Give for every edition that is served now an engine of its newest version."""
        return newest(self.served())


def newest(engines: Iterable[Engine]) -> dict[str, Engine]:
    """Give an engine of the newest version for every edition."""
    return {engine["edition"]: engine for engine in sorted(engines, key=version_of)}


def version_of(engine: Engine) -> Version:
    """Say which version an engine serves."""
    return Version(engine["edition_version"], engine["engine_version"])


def inside(engine: Engine) -> str:
    """Say where the platform's own services and bots reach an engine."""
    return engine.get("inside") or engine["address"]
