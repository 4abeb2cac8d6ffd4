"""What tests of a deployment ask for."""

from tests.servers import own_server

__all__ = ["own_server"]
