"""What waits in an outbox is sent on. A message is taken out when it has left, never before."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol


class Waiting(NamedTuple):
    """A message that waits to leave."""

    id: str
    """Its place in the outbox."""
    message: bytes
    trace: str = ""
    """The trace it is part of (`tracing.carried`); messages are the same with and without."""


def waiting_fields(entry: Mapping[bytes, bytes]) -> tuple[bytes, str]:
    """Read an entry of a stream: a message, and its trace if whoever wrote it traced."""
    return entry[b"message"], entry.get(b"trace", b"").decode()


class Waits(NamedTuple):
    """What waits in an outbox."""

    messages: int
    oldest: int | None
    """The millisecond when the oldest of them was written."""


class Outbox(Protocol):
    """Where messages wait; each edition has one."""

    def outbox(self, edition: str, before: int) -> list[Waiting]:
        """Give the messages that were written before that millisecond and are still here."""

    def waits(self, edition: str) -> Waits:
        """Say how many messages are here, and since when."""

    def sent(self, edition: str, messages: Sequence[Waiting]) -> None:
        """Take messages out of the outbox: they have left."""


class Outside(Protocol):
    """Where messages go."""

    def send(self, message: bytes, trace: str = "") -> None:
        """Put a message on its queue; one that is there already is not put there twice."""


class Outlet(Outside, Protocol):
    """Where many messages can go at once."""

    def send_all(self, messages: Sequence[bytes], traces: Sequence[str] = ()) -> None:
        """Put all messages on their queues, or none; those that are there already once."""


def relay_messages(store: Outbox, outside: Outside, edition: str, before: int) -> int:
    """Send the messages of an edition that were written before that millisecond; count them."""
    waiting = store.outbox(edition, before)
    for message in waiting:
        outside.send(message.message, message.trace)
        store.sent(edition, [message])
    return len(waiting)


def relay_together(store: Outbox, outlet: Outlet, edition: str, before: int) -> int:
    """Send them in one go: killed in between, a worker sends all of them again."""
    waiting = store.outbox(edition, before)
    if waiting:
        outlet.send_all([each.message for each in waiting], [each.trace for each in waiting])
        store.sent(edition, waiting)
    return len(waiting)


def waits_of(messages: int, firsts: Iterable[Sequence[tuple[bytes, object]]]) -> Waits:
    """Say what waits, by the first entries of streams in Redis: their ids begin with the time."""
    times = [int(id_.partition(b"-")[0]) for entries in firsts for id_, _ in entries]
    return Waits(messages, min(times, default=None))
