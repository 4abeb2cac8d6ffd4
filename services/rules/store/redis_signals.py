"""What is told through Redis beside the games: logs that have grown, and engines that are up."""

from collections.abc import Sequence
from time import sleep
from typing import Final

import orjson

from services.contracts.ids import ENGINES
from services.contracts.messages import Engine
from services.plumbing.connections import Client, connect_to_wait, failing
from services.rules.store.keys import news_channel
from services.rules.store.ports import Place

FORGET: Final = 3600.0
"""Seconds after which an engine that was killed, and so has not withdrawn, is forgotten."""


class RedisNews:
    """Listens for logs that grow, on one connection of its own that waits without limit."""

    def __init__(self, url: str, editions: Sequence[str]) -> None:
        self._channels = [news_channel(edition) for edition in editions]
        self._pubsub = connect_to_wait(url).pubsub(ignore_subscribe_messages=True)

    def next(self, seconds: float) -> Place | None:
        """Wait for the next game whose log has grown; None if there is none in that time."""
        if not self._channels:  # nothing is served here, so nothing grows
            sleep(seconds)
            return None
        with failing():
            if not self._pubsub.subscribed:
                self._pubsub.subscribe(*self._channels)
            told = self._pubsub.get_message(timeout=seconds)
        if told is None:
            return None
        edition = told["channel"].decode().rpartition(":")[2]
        return Place(edition, told["data"].decode())

    def close(self) -> None:
        """Stop listening altogether."""
        self._pubsub.close()


class RedisEngines:
    """Engines that are up, in a sorted set by the second when each is stale."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def announce(self, engines: Sequence[Engine], until: float) -> None:
        """Say that engines are up, and until which second this holds; forget those long gone."""
        pipe = self._client.pipeline()
        with failing():
            pipe.zadd(ENGINES, {_engine(engine): until for engine in engines})
            pipe.zremrangebyscore(ENGINES, 0, until - FORGET)
            pipe.execute()

    def withdraw(self, engines: Sequence[Engine]) -> None:
        """Say that engines are gone."""
        with failing():
            self._client.zrem(ENGINES, *map(_engine, engines))

    def up(self, now: float) -> list[Engine]:
        """List the engines that are up; whoever lists them need not be allowed to forget any."""
        with failing():
            found = self._client.zrangebyscore(ENGINES, f"({now}", "+inf")
        return [orjson.loads(engine) for engine in found]


def _engine(engine: Engine) -> bytes:
    return orjson.dumps(engine, option=orjson.OPT_SORT_KEYS)
