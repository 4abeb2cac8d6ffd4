"""A private Valkey for tests: a server of their own, and what is in it."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Protocol

import pytest

from deploy.embedded import Embedded, running_server
from services.plumbing.connections import Client, connect


class Sign(Protocol):
    """Something that is waited for."""

    def __call__(self) -> Any:
        """Say whether it is there."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """Run a server for all tests of a folder; each uses keys of its own."""
    with running_server(tmp_path_factory.mktemp("valkey"), fsync="no") as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Embedded]:
    """Run a server for one test alone, which may kill it and start it again."""
    with running_server(tmp_path / "valkey") as running:
        yield running


@pytest.fixture
def client(server: Embedded) -> Client:
    """Connect to a server with nothing in it."""
    connection = connected(server)
    connection.flushall()
    return connection


def everything_in(client: Client) -> dict[bytes, bytes]:
    """Give whatever a server keeps, by its key."""
    return {key: client.dump(key) for key in client.scan_iter(count=1000)}


def connected(server: Embedded) -> Client:
    """Connect to a server as the services do."""
    return connect(server.url)


def wait_until(sign: Sign, seconds: float) -> None:
    """Wait for something to happen, but not for long."""
    until = monotonic() + seconds
    while not sign():
        assert monotonic() < until, f"nothing happened for {seconds} seconds"
        sleep(0.02)
