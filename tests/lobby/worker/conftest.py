"""A lobby on a real server, with real queues."""

import pytest

from services.plumbing.connections import Client
from tests.lobby.worker.workshop import Workshop
from tests.servers import client, server

__all__ = ["client", "server"]


@pytest.fixture
def shop(client: Client) -> Workshop:
    """Give a lobby with nobody in it, and what its workers work with."""
    return Workshop(client)
