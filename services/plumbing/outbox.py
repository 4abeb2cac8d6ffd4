"""What waits in an outbox is sent on. A message is taken out when it has left, never before."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Waiting(NamedTuple):
    """A message that waits to leave."""

    id: str
    """Its place in the outbox."""
    message: bytes


class Outbox(Protocol):
    """Where messages wait; each edition has one."""

    def outbox(self, edition: str, before: int) -> list[Waiting]:
        """Give the messages that were written before that millisecond and are still here."""

    def sent(self, edition: str, messages: Sequence[Waiting]) -> None:
        """Take messages out of the outbox: they have left."""


class Outside(Protocol):
    """Where messages go."""

    def send(self, message: bytes) -> None:
        """Put a message on its queue; one that is there already is not put there twice."""


class Outlet(Outside, Protocol):
    """Where many messages can go at once."""

    def send_all(self, messages: Sequence[bytes]) -> None:
        """Put all messages on their queues, or none; those that are there already once."""


def relay_messages(store: Outbox, outside: Outside, edition: str, before: int) -> int:
    """Send the messages of an edition that were written before that millisecond; count them."""
    waiting = store.outbox(edition, before)
    for message in waiting:
        outside.send(message.message)
        store.sent(edition, [message])
    return len(waiting)


def relay_together(store: Outbox, outlet: Outlet, edition: str, before: int) -> int:
    """Send them in one go: killed in between, a worker sends all of them again."""
    waiting = store.outbox(edition, before)
    if waiting:
        outlet.send_all([each.message for each in waiting])
        store.sent(edition, waiting)
    return len(waiting)
