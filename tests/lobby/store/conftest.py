"""Both stores, for every test that asks for one."""

import pytest

from deploy.embedded import Embedded
from services.lobby.store.memory import MemoryRecords
from services.lobby.store.ports import Records
from services.lobby.store.redis import RedisRecords
from tests.servers import connected, own_server, server

__all__ = ["own_server", "server"]


@pytest.fixture(params=["memory", "redis"])
def records(request: pytest.FixtureRequest) -> Records:
    """Give a store with nothing in it."""
    if request.param == "memory":
        return MemoryRecords()
    running: Embedded = request.getfixturevalue("server")
    client = connected(running)
    client.flushall()
    return RedisRecords(client)
