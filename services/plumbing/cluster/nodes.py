"""Which node of a cluster has what: read when it is first asked for, and again when it changed."""

import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from queue import Empty
from random import shuffle
from threading import Lock
from typing import Any, Final, Generic, NamedTuple, TypeVar
from weakref import ReferenceType, ref

from redis import BlockingConnectionPool, Redis, RedisCluster, RedisError
from redis.backoff import NoBackoff
from redis.cluster import PRIMARY, ClusterNode
from redis.exceptions import (
    AskError,
    MaxConnectionsError,
    RedisClusterException,
    SlotNotCoveredError,
)
from redis.maint_notifications import MaintNotificationsConfig
from redis.retry import Retry

from services.plumbing.cluster.address import Address

Made = TypeVar("Made")

KEEPALIVE: Final = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}
"""Seconds and probes after which a machine that has vanished counts as such. Others take over for
it, so nobody would notice otherwise that nothing is heard of it."""


class Pool(BlockingConnectionPool):
    """Connections to a node. That all of them are in use is no failure of the node."""

    def get_connection(self, *_: object, **__: object) -> Any:  # noqa: ANN401 - as in redis-py
        """Take a connection; if all are in use, wait for one."""
        try:
            return super().get_connection()  # type: ignore[no-untyped-call]
        except RedisError as error:
            if isinstance(error.__context__, Empty):
                raise MaxConnectionsError("all connections to the node are in use") from error
            raise


class Nodes:
    """The nodes of a cluster, and their slots."""

    def __init__(self, address: Address, settings: Mapping[str, object]) -> None:
        self._address = address
        self._settings = settings
        self._made: RedisCluster | None = None
        self._make = Together(self._made_once)

    def slot(self, command: Sequence[object]) -> int:
        """Say which slot a command is about; all its keys have to be of one."""
        return int(self._cluster().determine_slot(*command) or 0)

    def owner(self, slot: int) -> ClusterNode:
        """Give the node that has a slot."""
        try:
            return self._cluster().nodes_manager.get_node_from_slot(slot)
        except SlotNotCoveredError:
            self.read_again()
        return self._cluster().nodes_manager.get_node_from_slot(slot)

    def primaries(self) -> list[ClusterNode]:
        """Give the nodes that have slots, in no order."""
        known = self._cluster().nodes_manager.nodes_cache.values()
        found = [node for node in list(known) if node.server_type == PRIMARY]
        shuffle(found)
        return found

    def client(self, node: ClusterNode) -> Redis:
        """Give the client of a node alone."""
        return self._cluster().get_redis_connection(node)

    def redirected(self, error: AskError, by: ClusterNode) -> ClusterNode:
        """Give the node to which another one leads; it may be new."""
        manager, host = self._cluster().nodes_manager, error.host or by.host
        new = _node(host, error.port)
        return manager.nodes_cache.setdefault(new.name, new)

    def moved(self, slot: int, node: ClusterNode) -> None:
        """Take note that a slot is another node's now."""
        self._cluster().nodes_manager.slots_cache[slot] = [node]

    def read_again(self, failed: ClusterNode | None = None) -> None:
        """Read which node has what; one that has failed is asked last."""
        name = failed.name if failed is not None else None
        self._cluster().nodes_manager.initialize(last_failed_node_name=name)

    def close(self) -> None:
        """Close all connections."""
        made, self._made = self._made, None
        if made:
            made.disconnect_connection_pools()  # type: ignore[no-untyped-call]

    def __del__(self) -> None:
        """Close them when nobody needs them; redis-py's own objects form a circle."""
        self.close()

    def _cluster(self) -> RedisCluster:
        return self._made or self._make()

    def _made_once(self) -> RedisCluster:
        if self._made is None:
            made = _make(self._address, self._settings)
            manager: Any = made.nodes_manager
            # Nobody reads from replicas, so connections are good whatever a node becomes.
            read = partial(manager.initialize, disconnect_startup_nodes_pools=False)
            manager.initialize = Together(partial(_read, ref(self), read))
            self._made = made
        return self._made

    def forget(self) -> None:
        """Begin anew at the address when nodes are asked for the next time."""
        self._made = None


class _Outcome(NamedTuple):
    value: Any
    error: Exception | None


class Together(Generic[Made]):
    """Work about a cluster that is done once for all who ask for it at the same time.

    Those who wait for somebody's attempt share how it ends: if no node can be reached, they would
    otherwise try one after the other, each as long as a connection may take.
    """

    def __init__(self, work: Callable[..., Made]) -> None:
        self._work = work
        self._lock = Lock()
        self._begun = 0
        self._outcome = _Outcome(None, None)

    def __call__(self, **about: object) -> Made:
        """Do it, or share what another one does who begins now."""
        seen = self._begun
        with self._lock:
            if self._begun == seen:
                self._begun += 1
                self._outcome = self._tried(about)
            value, error = self._outcome
        if error is not None:
            raise RedisClusterException(f"the cluster cannot be read: {error}") from error
        done: Made = value
        return done

    def _tried(self, about: Mapping[str, object]) -> _Outcome:
        try:
            return _Outcome(self._work(**about), None)
        except (RedisError, RedisClusterException, OSError) as error:
            return _Outcome(None, error)
        except IndexError:  # how redis-py puts it
            return _Outcome(None, RedisClusterException("no node has any slots"))


def _make(address: Address, settings: Mapping[str, Any]) -> RedisCluster:
    """Make redis-py's client, which asks the nodes at once."""
    return RedisCluster(
        url=address.first,
        startup_nodes=[_node(host, port) for host, port in address.others],
        connection_pool_class=Pool,
        retry=Retry(NoBackoff(), 0),
        require_full_coverage=False,  # what has a node goes on
        maint_notifications_config=MaintNotificationsConfig(enabled=False),
        socket_keepalive=True,
        socket_keepalive_options=_keepalive(),
        **settings,
    )


def _read(nodes: ReferenceType[Nodes], read: Callable[..., None], **about: object) -> None:
    """Read it again; if no node is left, others may be at the address by now."""
    try:
        read(**about)
    except Exception:
        if found := nodes():
            found.forget()
        raise


def _node(host: str, port: int) -> ClusterNode:
    return ClusterNode(host, port, PRIMARY)  # type: ignore[no-untyped-call]


def _keepalive() -> dict[int, int]:
    found = {}
    for name, value in KEEPALIVE.items():
        with suppress(AttributeError):  # other systems have other names
            found[int(getattr(socket, name))] = value
    return found
