"""Sends commands to the node that has their keys, wherever that is by now.

What a node has refused was not done, so it is done elsewhere: redirections are followed. What could
not even be sent goes to the node that has taken over, if there is one. Nothing else is repeated.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from time import sleep
from typing import Any, Final, TypeVar

from redis import exceptions as errors
from redis.cluster import ClusterNode

from services.plumbing.cluster.nodes import Nodes

Answer = TypeVar("Answer")

TURNS: Final = 16
"""How often a command may be sent elsewhere, or wait for keys that are on their way."""
PAUSE: Final = 0.05
"""Seconds between two looks at keys that are on their way to another node."""
LOST: Final = (errors.ConnectionError, errors.TimeoutError)


class UnsentError(Exception):
    """A node cannot be reached, so nothing was sent to it."""

    def __init__(self, reason: Exception) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Sender:
    """Sends to the nodes of a cluster."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes

    def run(self, command: Sequence[object], options: Mapping[str, object]) -> object:
        """Send a command, and follow it."""
        return self.follow(
            self.nodes.slot(command), lambda node, ask: self.send(node, command, options, ask=ask)
        )

    def follow(self, slot: int, send: Callable[[ClusterNode, bool], Answer]) -> Answer:
        """Send something to the node that has a slot, and elsewhere if that is another one now."""
        node, asking = self.nodes.owner(slot), False
        for _ in range(TURNS):
            try:
                return send(node, asking)
            except errors.MovedError as error:
                node, asking = self.nodes.redirected(error, node), False
                self.nodes.moved(slot, node)
            except errors.AskError as error:
                node, asking = self.nodes.redirected(error, node), True
            except errors.TryAgainError:
                sleep(PAUSE)
                node, asking = self.nodes.owner(slot), False
            except UnsentError as error:
                node, asking = self._successor(slot, node, error), False
        raise errors.ClusterError("the keys have been on their way to another node for too long")

    def send(
        self,
        node: ClusterNode,
        command: Sequence[object],
        options: Mapping[str, object],
        *,
        ask: bool = False,
    ) -> object:
        """Send a command to a node; ask for keys that are on their way to it."""
        client: Any = self.nodes.client(node)
        connection = self.taken(node)
        try:
            with self.looking(node):
                if ask:
                    connection.send_command("ASKING")
                    client.parse_response(connection, "ASKING")
                connection.send_command(*command)
                return client.parse_response(connection, command[0], **options)
        finally:
            client.connection_pool.release(connection)

    def taken(self, node: ClusterNode) -> Any:  # noqa: ANN401 - redis-py has no type for it
        """Take a connection to a node."""
        try:
            return self.nodes.client(node).connection_pool.get_connection()
        except errors.MaxConnectionsError:
            raise
        except LOST as error:
            self._look_again(node)
            raise UnsentError(error) from error

    @contextmanager
    def looking(self, node: ClusterNode) -> Iterator[None]:
        """Read again which node has what after a failure of one, and let the failure pass."""
        try:
            yield
        except (*LOST, errors.ClusterDownError):
            self._look_again(node)
            raise

    def _successor(self, slot: int, node: ClusterNode, error: UnsentError) -> ClusterNode:
        """Give the node that has taken over from one that cannot be reached."""
        found = self.nodes.owner(slot)
        if found == node:
            raise error.reason
        return found

    def _look_again(self, node: ClusterNode) -> None:
        with suppress(errors.RedisClusterException):
            self.nodes.read_again(node)
