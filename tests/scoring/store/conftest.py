"""All stores, for every test that asks for one."""

import pytest

from services.plumbing.connections import connect
from services.scoring.store.memory import MemoryResults
from services.scoring.store.ports import Results
from services.scoring.store.redis import RedisResults
from tests.collector import collector
from tests.servers import own_server, server

__all__ = ["collector", "own_server", "server"]


@pytest.fixture(params=["memory", "server", pytest.param("cluster", marks=pytest.mark.slow)])
def results(request: pytest.FixtureRequest) -> Results:
    """Give a store of results."""
    if request.param == "memory":
        return MemoryResults()
    return RedisResults(connect(request.getfixturevalue(request.param).url))
