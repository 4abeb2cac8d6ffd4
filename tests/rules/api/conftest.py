"""The API for every test that asks for one."""

from pathlib import Path

import pytest

from tests.rules.api.client import Api
from tests.servers import own_server, server

__all__ = ["own_server", "server"]


@pytest.fixture
def api(tmp_path: Path) -> Api:
    """Give the API with a store in memory."""
    return Api(tmp_path / "keys")
