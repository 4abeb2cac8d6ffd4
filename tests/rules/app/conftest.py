"""A bench for every test that asks for one."""

import pytest

from tests.rules.app.bench import Bench, bench
from tests.rules.store.conftest import games
from tests.servers import own_server, server

__all__ = ["games", "own_server", "server"]


@pytest.fixture
def at() -> Bench:
    """Give a bench with a store in memory."""
    return bench()
