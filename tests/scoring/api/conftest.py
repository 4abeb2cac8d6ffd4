"""The API for every test that asks for one."""

from pathlib import Path

import pytest

from tests.scoring.api.client import Api


@pytest.fixture
def api(tmp_path: Path) -> Api:
    """Give the API with a store in memory."""
    return Api(tmp_path / "keys")
