"""The client of a cluster, as the stores use it."""

from collections.abc import Iterator
from typing import Any

from redis import exceptions as errors
from redis.client import Pipeline
from redis.commands.core import CoreCommands, Script
from redis.event import EventDispatcher

from services.plumbing.cluster.address import Address
from services.plumbing.cluster.listening import Listening
from services.plumbing.cluster.nodes import Nodes
from services.plumbing.cluster.pipeline import ClusterPipeline, ClusterScript
from services.plumbing.cluster.sending import Sender, UnsentError


class Cluster(CoreCommands):
    """A client of a cluster. It connects when it is first used, and repeats nothing that was sent.

    It offers the commands that have keys, all of one slot; beside them only those below.
    """

    def __init__(self, address: Address, **settings: object) -> None:
        self._nodes = Nodes(address, settings)
        self._sender = Sender(self._nodes)
        self._event_dispatcher = EventDispatcher()

    def execute_command(self, *command: object, **options: object) -> object:
        """Send a command to the node that has its keys."""
        return self._sender.run(command, options)

    def pipeline(self, *, transaction: bool = True) -> Pipeline:
        """Collect commands that are sent in one go; those of a transaction are of one slot."""
        return ClusterPipeline(self._sender, atomic=transaction)

    def pubsub(self, **options: object) -> Listening:
        """Listen to channels: whatever is published at a node is heard at all of them."""
        return Listening(self._nodes, options)

    def register_script(self, script: Any) -> Script:  # noqa: ANN401 - its type has no name
        """Make a script that can be run on any node."""
        client: Any = self
        return ClusterScript(client, script.encode())

    def ping(self, **_: object) -> bool:  # type: ignore[override]
        """Say whether the cluster works, though some of its slots may have nobody just now."""
        failure: Exception = errors.ClusterDownError("the cluster has no nodes")
        for node in self._nodes.primaries():
            try:
                info: Any = self._sender.send(node, ("CLUSTER INFO",), {})
            except UnsentError as error:
                failure = error.reason
            except errors.RedisError as error:
                failure = error
            else:
                if info["cluster_state"] == "ok":
                    return True
                failure = errors.ClusterDownError(f"its state is {info['cluster_state']}")
        raise failure

    def size(self) -> int:
        """Count the keys of all nodes."""
        nodes = self._nodes.primaries()
        return sum(int(str(self._sender.send(node, ("DBSIZE",), {}))) for node in nodes)

    def info(self) -> dict[str, Any]:  # type: ignore[override]
        """Give what every node says of itself, by its name."""
        nodes = self._nodes.primaries()
        return {str(node.name): self._sender.send(node, ("INFO",), {}) for node in nodes}

    def scan_iter(self, match: str, count: int) -> Iterator[bytes]:  # type: ignore[override]
        """Go through the names of all keys that fit, node by node, so many at a time."""
        for node in self._nodes.primaries():
            cursor: Any = 0
            while cursor is not None:
                command = ("SCAN", cursor, "MATCH", match, "COUNT", count)
                found: Any = self._sender.send(node, command, {})
                yield from found[1]
                cursor = found[0] or None

    def close(self) -> None:
        """Close all connections."""
        self._nodes.close()
