"""Both stores, for every test that asks for one."""

import pytest

from deploy.embedded import Embedded
from services.scoring.store.memory import MemoryResults
from services.scoring.store.ports import Results
from services.scoring.store.redis import RedisResults
from tests.servers import connected, own_server, server

__all__ = ["own_server", "server"]


@pytest.fixture(params=["memory", "redis"])
def results(request: pytest.FixtureRequest) -> Results:
    """Give a store of results."""
    if request.param == "memory":
        return MemoryResults()
    running: Embedded = request.getfixturevalue("server")
    return RedisResults(connected(running))
