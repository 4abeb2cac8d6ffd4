"""What tests of the use cases ask for, on both stores."""

import pytest

from tests.lobby.app.hooks import hooks
from tests.lobby.app.people import Town, town
from tests.lobby.store.conftest import records
from tests.servers import own_server, server

__all__ = ["hooks", "own_server", "records", "server"]


@pytest.fixture
def here() -> Town:
    """Give a lobby in memory with nobody in it."""
    return town()
