"""Engines announce themselves in Redis, so an edition that is deployed alone is found there."""

from time import time

import orjson

from services.contracts.ids import ENGINES
from services.contracts.messages import Engine
from services.plumbing.connections import Client, failing


class Engines:
    """The engines that are up."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def served(self) -> list[Engine]:
        """List them; those that are stale are left out."""
        with failing():
            found = self._client.zrangebyscore(ENGINES, f"({time()}", "+inf")
        return [orjson.loads(each) for each in found]

    def addresses(self) -> dict[str, str]:
        """Give an address for every edition that is served now, by its newest version."""
        engines = sorted(self.served(), key=lambda each: each["edition_version"])
        return {engine["edition"]: engine["address"] for engine in engines}
