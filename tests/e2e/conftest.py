"""The platform that files share, and somebody who plays."""

from collections.abc import Iterator

import pytest

from tests.e2e.players import Client
from tests.service import Running


@pytest.fixture(scope="module")
def service(platform: Running) -> Running:
    """Give the platform that a file works with; some have another one."""
    return platform


@pytest.fixture
def client(service: Running) -> Iterator[Client]:
    """Give a program that plays on the service of the file."""
    with Client(service) as program:
        yield program
