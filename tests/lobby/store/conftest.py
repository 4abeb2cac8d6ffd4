"""All stores, for every test that asks for one."""

import pytest

from services.lobby.store.memory import MemoryRecords
from services.lobby.store.ports import Records
from services.lobby.store.redis import RedisRecords
from services.plumbing.connections import connect
from tests.collector import collector
from tests.servers import connected, own_server, server

__all__ = ["collector", "own_server", "server"]


@pytest.fixture(params=["memory", "server", pytest.param("cluster", marks=pytest.mark.slow)])
def records(request: pytest.FixtureRequest) -> Records:
    """Give a store with nothing in it."""
    if request.param == "memory":
        return MemoryRecords()
    running = request.getfixturevalue(request.param)
    for node in running.nodes if request.param == "cluster" else [running]:
        connected(node).flushall()
    return RedisRecords(connect(running.url))
