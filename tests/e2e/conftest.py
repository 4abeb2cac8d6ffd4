"""A platform for all who leave it as it was, and somebody who plays."""

from collections.abc import Iterator

import pytest

from tests.e2e.players import Client
from tests.service import Running, running_service


@pytest.fixture(scope="session")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run the platform for every file that does not need one of its own."""
    folder = tmp_path_factory.mktemp("e2e")
    with running_service(folder, LOBBY_PRIVATE_WEBHOOKS="yes") as running:
        yield running


@pytest.fixture(scope="module")
def service(platform: Running) -> Running:
    """Give the platform that a file works with; some have another one."""
    return platform


@pytest.fixture
def client(service: Running) -> Iterator[Client]:
    """Give a program that plays on the service of the file."""
    with Client(service) as program:
        yield program
