"""A real cluster of embedded servers for tests: nodes that may be killed, and slots that move."""

import socket
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import redis
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from deploy.embedded import Embedded, Fsync
from services.plumbing.connections import Client, connect
from tests.servers import wait_until

PRIMARIES: Final = 3
SECONDS: Final = 30
"""For a cluster to become whole."""
PATIENCE: Final = 10_000


@dataclass(frozen=True)
class Cluster:
    """The nodes: first those that began with slots, in the order of these, then replicas."""

    nodes: list[Embedded]

    @property
    def url(self) -> str:
        """Its address, as REDIS_URL; one node would do."""
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    def ask(self, node: Embedded, *words: object) -> Any:
        """Ask one node something."""
        with redis.Redis(unix_socket_path=str(node.socket), decode_responses=True) as client:
            return client.execute_command(*words)

    def owner(self, key: str) -> Embedded:
        """Find the node that has a key."""
        slot = key_slot(key.encode())
        for ends in self.ask(self._awake(), "CLUSTER", "SLOTS"):
            if ends[0] <= slot <= ends[1]:
                return next(node for node in self.nodes if node.port == ends[2][1])
        raise LookupError(f"no node has slot {slot}")

    def key_on(self, node: Embedded, name: str) -> str:
        """Make up a key that belongs to a node."""
        found = (f"{{{name}.{at}}}" for at in range(1_000))
        return next(key for key in found if self.owner(key) is node)

    def keys(self, node: Embedded) -> list[str]:
        """Name everything that a node keeps."""
        found: list[str] = self.ask(node, "KEYS", "*")
        return found

    def wait_until_whole(self) -> None:
        """Wait until all nodes that run agree that all is well."""
        awake = [node for node in self.nodes if node.pid]
        wait_until(lambda: all(map(self._is_well, awake)), SECONDS)

    def begin_to_move(self, slot: int, source: Embedded, target: Embedded) -> None:
        """Say that a slot is about to move; its keys are still where they were."""
        self.ask(target, "CLUSTER", "SETSLOT", slot, "IMPORTING", self._name(source))
        self.ask(source, "CLUSTER", "SETSLOT", slot, "MIGRATING", self._name(target))

    def move_keys(self, slot: int, source: Embedded, target: Embedded) -> int:
        """Move the keys of a slot that is about to move; say how many there were."""
        moved = 0
        while found := self.ask(source, "CLUSTER", "GETKEYSINSLOT", slot, 100):
            self.ask(source, "MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *found)
            moved += len(found)
        return moved

    def end_to_move(self, slot: int, source: Embedded, target: Embedded) -> None:
        """Say that a slot has moved."""
        for node in (target, source):
            self.ask(node, "CLUSTER", "SETSLOT", slot, "NODE", self._name(target))

    def _awake(self) -> Embedded:
        return next(node for node in self.nodes if node.pid)

    def _name(self, node: Embedded) -> str:
        return str(self.ask(node, "CLUSTER", "MYID"))

    def _is_well(self, node: Embedded) -> bool:
        found = self.ask(node, "CLUSTER INFO")
        covered = int(found["cluster_slots_ok"]) == REDIS_CLUSTER_HASH_SLOTS
        known = int(found["cluster_known_nodes"]) == len(self.nodes)
        return bool(found["cluster_state"] == "ok" and covered and known)


@contextmanager
def running_cluster(
    folder: Path,
    *,
    replicas: int = 0,
    spare: int = 0,
    fsync: Fsync = "no",
    patience: int = PATIENCE,
) -> Iterator[Cluster]:
    """Run a cluster: three nodes with slots, replicas of the first ones, nodes without slots.

    After as many milliseconds of patience, a node that does not answer counts as failed.
    """
    with ExitStack() as stack:
        nodes = [
            Embedded(folder / f"node-{at}", port=free_port(), fsync=fsync, more=_settings(patience))
            for at in range(PRIMARIES + replicas + spare)
        ]
        for node in nodes:
            stack.callback(node.stop)
            node.start()
        cluster = Cluster(nodes)
        _join(cluster)
        for at in range(replicas):
            _follow(cluster, nodes[PRIMARIES + at], nodes[at])
        yield cluster


def connected_to(cluster: Cluster) -> Client:
    """Connect to a cluster as the services do."""
    return connect(cluster.url)


def _join(cluster: Cluster) -> None:
    """Give out the slots, let the nodes meet, and wait until all know of all."""
    for at, node in enumerate(cluster.nodes):
        start, end = (REDIS_CLUSTER_HASH_SLOTS * n // PRIMARIES for n in (at, at + 1))
        if at < PRIMARIES:
            cluster.ask(node, "CLUSTER", "ADDSLOTSRANGE", start, end - 1)
        cluster.ask(node, "CLUSTER", "SET-CONFIG-EPOCH", at + 1)
    first = cluster.nodes[0]
    for node in cluster.nodes[1:]:
        bus = first.more["cluster-port"]
        cluster.ask(node, "CLUSTER", "MEET", "127.0.0.1", first.port, bus)
    cluster.wait_until_whole()


def _follow(cluster: Cluster, replica: Embedded, primary: Embedded) -> None:
    """Make a node the replica of another, and wait until it has what that has."""
    name = cluster.ask(primary, "CLUSTER", "MYID")
    cluster.ask(replica, "CLUSTER", "REPLICATE", name)

    def follows() -> bool:
        found = cluster.ask(replica, "INFO", "replication")
        return bool(found.get("master_link_status") == "up")

    wait_until(follows, SECONDS)


def _settings(patience: int) -> Mapping[str, str]:
    return {
        "cluster-enabled": "yes",
        "cluster-port": str(free_port()),
        "cluster-node-timeout": str(patience),
        "cluster-require-full-coverage": "no",
        "repl-diskless-sync-delay": "0",
    }


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
