"""Servers and workers for every test that asks for them."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from deploy.embedded import Embedded
from services.plumbing.connections import Client
from tests.rules.worker.processes import Start, starting
from tests.scoring.worker.workshop import MODULE
from tests.servers import client, own_server, server

__all__ = ["client", "own_server", "server"]


@pytest.fixture
def start(server: Embedded, client: Client, tmp_path: Path) -> Iterator[Start]:
    """Give what starts workers on that server; they end with the test."""
    assert client.dbsize() == 0
    with starting(server, tmp_path) as begin:
        yield partial(begin, module=MODULE)
