"""A bench for every test that asks for one."""

import pytest

from tests.rules.app.bench import Bench, bench
from tests.rules.store.conftest import address, games
from tests.servers import own_server, server

__all__ = ["address", "games", "own_server", "server"]


@pytest.fixture
def at() -> Bench:
    """Give a bench with a store in memory."""
    return bench()
