"""Both stores, for every test that asks for one."""

from typing import Protocol

import pytest

from deploy.embedded import Embedded
from services.rules.store.memory import MemoryEngines, MemoryGames
from services.rules.store.ports import Engines, Games, News
from services.rules.store.redis import RedisGames
from services.rules.store.redis_signals import RedisEngines, RedisNews
from tests.servers import connected, own_server, server

__all__ = ["own_server", "server"]

both_stores = pytest.fixture(params=["memory", "redis"])


class Listening(Protocol):
    """Begins to listen to a store."""

    def __call__(self, *editions: str) -> News:
        """Listen for the logs of some editions."""


@both_stores
def games(request: pytest.FixtureRequest) -> Games:
    """Give a store of games."""
    if request.param == "memory":
        return MemoryGames()
    running: Embedded = request.getfixturevalue("server")
    return RedisGames(connected(running))


@both_stores
def engines(request: pytest.FixtureRequest) -> Engines:
    """Give a store of engines, with none in it."""
    if request.param == "memory":
        return MemoryEngines()
    client = connected(request.getfixturevalue("server"))
    client.delete("rules:engines")
    return RedisEngines(client)


@pytest.fixture
def listening(games: Games, request: pytest.FixtureRequest) -> Listening:
    """Give what listens to the store of this test."""

    def listen(*editions: str) -> News:
        if isinstance(games, MemoryGames):
            return games.news()
        news = RedisNews(request.getfixturevalue("server").url, editions)
        for _ in range(len(editions)):
            news.next(1)  # each channel is confirmed
        return news

    return listen
