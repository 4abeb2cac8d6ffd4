"""All stores, for every test that asks for one."""

from typing import Protocol

import pytest

from services.plumbing.connections import connect
from services.rules.store.memory import MemoryEngines, MemoryGames
from services.rules.store.ports import Engines, Games, News
from services.rules.store.redis import RedisGames
from services.rules.store.redis_signals import RedisEngines, RedisNews
from tests.collector import collector
from tests.servers import connected, own_server, server

__all__ = ["collector", "own_server", "server"]


class Listening(Protocol):
    """Begins to listen to a store."""

    def __call__(self, *editions: str) -> News:
        """Listen for the logs of some editions."""


@pytest.fixture(params=["memory", "server", pytest.param("cluster", marks=pytest.mark.slow)])
def address(request: pytest.FixtureRequest) -> str:
    """Say where the games of this test are; nothing stands for memory."""
    return "" if request.param == "memory" else request.getfixturevalue(request.param).url


@pytest.fixture
def games(address: str) -> Games:
    """Give a store of games."""
    return RedisGames(connect(address)) if address else MemoryGames()


@pytest.fixture(params=["memory", "redis"])
def engines(request: pytest.FixtureRequest) -> Engines:
    """Give a store of engines, with none in it."""
    if request.param == "memory":
        return MemoryEngines()
    client = connected(request.getfixturevalue("server"))
    client.delete("rules:engines")
    return RedisEngines(client)


@pytest.fixture
def listening(games: Games, address: str) -> Listening:
    """Give what listens to the store of this test."""

    def listen(*editions: str) -> News:
        if isinstance(games, MemoryGames):
            return games.news()
        news = RedisNews(address, editions)
        for _ in range(len(editions)):
            news.next(1)  # each channel is confirmed
        return news

    return listen
