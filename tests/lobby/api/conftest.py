"""The lobby as an application, with a lobby in memory behind it."""

import pytest

from tests.lobby.api.client import Api


@pytest.fixture
def api() -> Api:
    """Give an application with nobody in it."""
    return Api()
