"""Connections to Redis: pooled, made when first used, and their errors turned into the store's."""

from typing import Any, Final, TypeAlias

from redis import BlockingConnectionPool, Redis, RedisError
from redis.backoff import NoBackoff
from redis.exceptions import RedisClusterException
from redis.retry import Retry

from services.plumbing.cluster.address import is_cluster, read_address
from services.plumbing.cluster.client import Cluster

Client: TypeAlias = Any
"""A client whose answers are bytes; redis' own types cannot tell them from texts."""

CONNECTIONS: Final = 64
TIMEOUT: Final = 5
LIMITS: Final = {
    "max_connections": CONNECTIONS,
    "timeout": TIMEOUT,
    "socket_connect_timeout": TIMEOUT,
}
FAILURES: Final = (RedisError, RedisClusterException)
"""What clients fail with: the second, of a cluster that cannot be read, is no `RedisError`."""


class StoreError(Exception):
    """The store cannot be reached or cannot write; nothing was changed, or nobody knows."""


def connect(url: str) -> Client:
    """Make a client that never repeats a command by itself.

    A script that was run but not answered would be refused the second time, as its own first run
    has raised the version. A cluster has as many connections to each of its nodes.
    """
    if is_cluster(url):
        return Cluster(read_address(url), **LIMITS, socket_timeout=TIMEOUT)
    pool = BlockingConnectionPool.from_url(
        url,
        **LIMITS,
        socket_timeout=TIMEOUT,
        retry=_never(),
    )
    return Redis(connection_pool=pool)


def connect_to_wait(url: str) -> Client:
    """Make a client for reads that wait as long as they have to."""
    if is_cluster(url):
        return Cluster(read_address(url), **LIMITS, socket_timeout=None)
    return Redis.from_url(url, socket_timeout=None, retry=_never())


class failing:  # noqa: N801 - it is used like a function, and made twice a move
    """Turn the client's errors into the store's."""

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Turn an error of the client."""
        if isinstance(error, FAILURES):
            raise StoreError(f"the store cannot be used: {error}") from error


def _never() -> Retry:
    return Retry(NoBackoff(), 0)
