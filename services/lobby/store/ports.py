"""What the use cases ask of a store; `redis.py` and `memory.py` pass the same tests.

Everything is a record: a document with a version. A change writes several records, the lists they
stand on, what others are told about it and what was answered, all of it or nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from services.plumbing.outbox import Waiting, Waits


class Key(NamedTuple):
    """Names a record."""

    kind: str
    id: str


class Record(NamedTuple):
    """A document as it is kept."""

    version: int
    """Counted from 1; every write adds one."""
    document: bytes


class Put(NamedTuple):
    """A record to be written, if nobody else has written it meanwhile."""

    key: Key
    expected: int
    """The version that was read; 0 if there was none."""
    document: bytes | None
    """None removes it."""


class Listing(NamedTuple):
    """A place on a list; lists are sorted by score, then by name."""

    list: str
    member: str
    score: float | None
    """None takes it off the list."""


class Spot(NamedTuple):
    """Where something stands on a list."""

    score: float
    member: str


class Receipt(NamedTuple):
    """The first answer to a request, or to a message, that may come again."""

    key: str
    fingerprint: str
    """Of the request's body: another body under the same key is refused."""
    answer: bytes


class Change(NamedTuple):
    """What is written at once."""

    puts: Sequence[Put] = ()
    guards: Sequence[tuple[Key, int]] = ()
    """Records that have to be at these versions, and stay as they are."""
    listings: Sequence[Listing] = ()
    events: Sequence[bytes] = ()
    """What everybody may read in the stream of the lobby."""
    messages: Sequence[bytes] = ()
    """What leaves the service."""
    receipt: Receipt | None = None


@dataclass(frozen=True)
class Written:
    """The change is in the store."""


@dataclass(frozen=True)
class Stale:
    """A record has changed meanwhile: nothing was written."""


class Repeated(NamedTuple):
    """There was a change under the same key before: nothing was written."""

    receipt: Receipt


Result: TypeAlias = Written | Stale | Repeated


class Records(Protocol):
    """The records of the lobby, and what is written with them."""

    def read(self, keys: Sequence[Key]) -> list[Record | None]:
        """Read records."""

    def receipt(self, key: str) -> Receipt | None:
        """Give what was answered under a key."""

    def commit(self, change: Change) -> Result:
        """Write a change: all of it, or nothing."""

    def page(self, name: str, after: Spot | None, limit: int) -> list[Spot]:
        """Give a part of a list: what comes after a spot, taken by something or not."""

    def due(self, name: str, until: float, limit: int) -> list[str]:
        """Name what stands on a list with a score up to that one, the lowest first."""

    def scores(self, name: str, members: Sequence[str]) -> list[float | None]:
        """Give the scores of some on a list; None for who is not on it."""

    def count(self, name: str) -> int:
        """Count what stands on a list."""

    def events(self, topic: str, after: int, limit: int) -> list[bytes]:
        """Read events of the stream after the one of that number, counted from 1."""

    def last_event(self) -> int:
        """Give the number of the last event."""

    def outbox(self, edition: str, before: int) -> list[Waiting]:
        """Give the messages that were written before that millisecond and are still here."""

    def waits(self, edition: str) -> Waits:
        """Say how many messages are here, and since when."""

    def sent(self, edition: str, messages: Sequence[Waiting]) -> None:
        """Take messages out of the outbox: they have left."""

    def ping(self) -> None:
        """Say nothing if all is well; a `StoreError` if not."""
