"""A server, and a collector of traces."""

from tests.collector import collector
from tests.servers import client, server

__all__ = ["client", "collector", "server"]
