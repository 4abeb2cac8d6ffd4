"""Listening to channels at any node of a cluster; when it fails, at another one."""

from collections.abc import Mapping
from typing import Any

from redis import RedisError

from services.plumbing.cluster.nodes import Nodes


class Listening:
    """Listens on one connection of its own, once channels are named."""

    def __init__(self, nodes: Nodes, options: Mapping[str, object]) -> None:
        self._nodes = nodes
        self._options = options
        self._pubsub: Any = None

    @property
    def subscribed(self) -> bool:
        """Whether there is a node where channels are listened to."""
        return self._pubsub is not None

    def subscribe(self, *channels: str) -> None:
        """Listen to channels, at the first node that can be reached."""
        self.close()
        failure: Exception | None = None
        for node in self._nodes.primaries():
            client: Any = self._nodes.client(node)
            pubsub = client.pubsub(**self._options)
            try:
                pubsub.subscribe(*channels)
            except RedisError as error:
                failure = error
            else:
                self._pubsub = pubsub
                return
        self._nodes.read_again()
        raise failure or RedisError("the cluster has no nodes")

    def get_message(self, timeout: float) -> dict[str, Any] | None:
        """Wait for what is published; None if there is nothing in that time."""
        if self._pubsub is None:
            raise RedisError("nothing is listened to")
        try:
            told: dict[str, Any] | None = self._pubsub.get_message(timeout=timeout)
        except (RedisError, OSError):
            self.close()
            raise
        return told

    def close(self) -> None:
        """Stop listening."""
        if self._pubsub is not None:
            pubsub, self._pubsub = self._pubsub, None
            pubsub.close()
