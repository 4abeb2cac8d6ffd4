"""The store in memory, for tests."""

from collections.abc import Sequence
from threading import RLock
from time import sleep, time

from services.lobby.store.ports import (
    Change,
    Key,
    Listing,
    Receipt,
    Record,
    Repeated,
    Result,
    Spot,
    Stale,
    Written,
)
from services.plumbing.outbox import Waiting, Waits
from services.plumbing.tracing import carried


class MemoryRecords:
    """Records in memory."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._records: dict[Key, Record] = {}
        self._lists: dict[str, dict[str, float]] = {}
        self._receipts: dict[str, Receipt] = {}
        self._events: list[bytes] = []
        self._outbox: dict[str, Waiting] = {}
        self._written = 0

    def read(self, keys: Sequence[Key]) -> list[Record | None]:
        """Read records, as they are at one moment."""
        with self._lock:
            return [self._records.get(key) for key in keys]

    def receipt(self, key: str) -> Receipt | None:
        """Give what was answered under a key."""
        return self._receipts.get(key)

    def commit(self, change: Change) -> Result:
        """Write a change: all of it, or nothing."""
        with self._lock:
            if change.receipt and (known := self._receipts.get(change.receipt.key)):
                return Repeated(known)
            expected = [(put.key, put.expected) for put in change.puts]
            if any(self._version(key) != version for key, version in (*expected, *change.guards)):
                return Stale()
            self._write(change)
            return Written()

    def page(self, name: str, after: Spot | None, limit: int) -> list[Spot]:
        """Give a part of a list: what comes after a spot, taken by something or not."""
        spots = self._sorted(name)
        return [spot for spot in spots if after is None or spot > after][:limit]

    def due(self, name: str, until: float, limit: int) -> list[str]:
        """Name what stands on a list with a score up to that one, the lowest first."""
        return [spot.member for spot in self._sorted(name) if spot.score <= until][:limit]

    def scores(self, name: str, members: Sequence[str]) -> list[float | None]:
        """Give the scores of some on a list; None for who is not on it."""
        return [self._lists.get(name, {}).get(member) for member in members]

    def count(self, name: str) -> int:
        """Count what stands on a list."""
        return len(self._lists.get(name, {}))

    def events(self, topic: str, after: int, limit: int) -> list[bytes]:
        """Read events of the stream after the one of that number, counted from 1."""
        del topic  # there is one
        return self._events[after : after + max(limit, 0)]

    def last_event(self) -> int:
        """Give the number of the last event."""
        return len(self._events)

    def outbox(self, edition: str, before: int) -> list[Waiting]:
        """Give the messages that wait; in memory no time goes by."""
        del edition, before
        with self._lock:
            return [*self._outbox.values()]

    def waits(self, edition: str) -> Waits:
        """Say how many messages are here; none is older than a moment."""
        del edition
        with self._lock:
            return Waits(len(self._outbox), int(time() * 1000) if self._outbox else None)

    def sent(self, edition: str, messages: Sequence[Waiting]) -> None:
        """Take messages out of the outbox: they have left."""
        del edition
        with self._lock:
            for message in messages:
                self._outbox.pop(message.id, None)

    def ping(self) -> None:
        """Say nothing: all is well."""

    def _version(self, key: Key) -> int:
        record = self._records.get(key)
        return record.version if record else 0

    def _write(self, change: Change) -> None:
        for key, expected, document in change.puts:
            if document is None:
                self._records.pop(key, None)
            else:
                self._records[key] = Record(expected + 1, document)
        for listing in change.listings:
            self._list(listing)
        for event in change.events:
            number = str(len(self._events) + 1).encode()
            self._events.append(b'{"number":%s,%s' % (number, event.lstrip()[1:]))
        for message in change.messages:
            self._written += 1
            id_ = str(self._written)
            self._outbox[id_] = Waiting(id_, message, carried())
        if change.receipt:
            self._receipts[change.receipt.key] = change.receipt

    def _list(self, listing: Listing) -> None:
        members = self._lists.setdefault(listing.list, {})
        if listing.score is None:
            members.pop(listing.member, None)
        else:
            members[listing.member] = float(listing.score)

    def _sorted(self, name: str) -> list[Spot]:
        with self._lock:
            members = self._lists.get(name, {})
            return sorted(Spot(score, member) for member, score in members.items())


class MemoryNews:
    """Tells nothing: whoever follows looks from time to time."""

    def next(self, seconds: float) -> str | None:
        """Wait for nothing."""
        sleep(min(seconds, 0.05))
        return "events"

    def close(self) -> None:
        """Stop."""
