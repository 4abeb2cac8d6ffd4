"""Servers for every test that asks for one, and a collector of traces."""

from tests.collector import collector
from tests.servers import client, own_server, server

__all__ = ["client", "collector", "own_server", "server"]
