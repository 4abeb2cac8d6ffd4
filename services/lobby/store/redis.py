"""The store in Redis: one read and one script a change."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import orjson

from services.lobby.store import keys, scripts
from services.lobby.store.ports import (
    Change,
    Key,
    Receipt,
    Record,
    Repeated,
    Result,
    Spot,
    Stale,
    Written,
)
from services.plumbing.connections import Client, connect_to_wait, failing
from services.plumbing.outbox import Waiting, Waits, waiting_fields, waits_of
from services.plumbing.tracing import carried

RECEIPT_SECONDS: Final = 24 * 60 * 60
"""How long a repeated request gets the first answer."""
KEPT: Final = 100_000
"""How many events of the stream are kept, about."""
AT_ONCE: Final = 500
"""How many messages are looked at in one go."""


class RedisRecords:
    """Records in Redis."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._commit = client.register_script(scripts.COMMIT)

    def read(self, keys_: Sequence[Key]) -> list[Record | None]:
        """Read records, as they are at one moment."""
        pipe = self._client.pipeline(transaction=True)
        for key in keys_:
            pipe.hmget(keys.record_key(key), ("version", "document"))
        with failing():
            found = pipe.execute()
        return [Record(int(version), text) if version else None for version, text in found]

    def receipt(self, key: str) -> Receipt | None:
        """Give what was answered under a key."""
        with failing():
            text = self._client.get(keys.receipt_key(key))
        return _receipt(key, text) if text else None

    def commit(self, change: Change) -> Result:
        """Write a change: all of it, or nothing."""
        with failing():
            word, text = self._commit([*_keys(change)], [*_arguments(change)])
        if word == b"repeated" and change.receipt:
            return Repeated(_receipt(change.receipt.key, text))
        return Written() if word == b"written" else Stale()

    def page(self, name: str, after: Spot | None, limit: int) -> list[Spot]:
        """Give a part of a list: what comes after a spot, taken by something or not."""
        key, first = keys.list_key(name), 0
        with failing():
            if after is not None:
                first = self._first_after(key, after)
            found = self._client.zrange(key, first, first + limit - 1, withscores=True)
        return [Spot(score, member.decode()) for member, score in found]

    def due(self, name: str, until: float, limit: int) -> list[str]:
        """Name what stands on a list with a score up to that one, the lowest first."""
        with failing():
            found = self._client.zrangebyscore(keys.list_key(name), "-inf", until, 0, limit)
        return [member.decode() for member in found]

    def scores(self, name: str, members: Sequence[str]) -> list[float | None]:
        """Give the scores of some on a list; None for who is not on it."""
        if not members:
            return []
        with failing():
            return list(self._client.zmscore(keys.list_key(name), list(members)))

    def count(self, name: str) -> int:
        """Count what stands on a list."""
        with failing():
            return int(self._client.zcard(keys.list_key(name)))

    def events(self, topic: str, after: int, limit: int) -> list[bytes]:
        """Read events of the stream after the one of that number, counted from 1."""
        if limit < 1:
            return []
        with failing():
            found = self._client.xrange(f"{keys.TAG}:{topic}", f"{after + 1}-0", count=limit)
        return [_numbered(id_, fields[b"event"]) for id_, fields in found]

    def last_event(self) -> int:
        """Give the number of the last event."""
        with failing():
            return int(self._client.get(keys.NUMBERS) or 0)

    def outbox(self, edition: str, before: int) -> list[Waiting]:
        """Give the messages that were written before that millisecond and are still here."""
        del edition  # the lobby has one outbox
        with failing():
            found = self._client.xrange(keys.OUTBOX, "-", str(before - 1), count=AT_ONCE)
        return [Waiting(id_.decode(), *waiting_fields(fields)) for id_, fields in found]

    def waits(self, edition: str) -> Waits:
        """Say how many messages are here, and since when."""
        del edition
        with failing():
            oldest = self._client.xrange(keys.OUTBOX, count=1)
            return waits_of(self._client.xlen(keys.OUTBOX), [oldest])

    def sent(self, edition: str, messages: Sequence[Waiting]) -> None:
        """Take messages out of the outbox: they have left."""
        del edition
        if messages:
            with failing():
                self._client.xdel(keys.OUTBOX, *(each.id for each in messages))

    def ping(self) -> None:
        """Say nothing if all is well; a `StoreError` if not."""
        with failing():
            self._client.ping()

    def _first_after(self, key: str, spot: Spot) -> int:
        """Say how many stand on a list up to a spot: those of the same score go by name."""
        low = int(self._client.zcount(key, "-inf", f"({spot.score!r}"))
        same = self._client.zrangebyscore(key, spot.score, spot.score)
        return low + len([member for member in same if member <= spot.member.encode()])


def _keys(change: Change) -> Iterator[str]:
    receipt = change.receipt
    yield from (keys.EVENTS, keys.NUMBERS, keys.OUTBOX)
    yield keys.receipt_key(receipt.key if receipt else "-")
    yield from (keys.record_key(put.key) for put in change.puts)
    yield from (keys.record_key(key) for key, _ in change.guards)
    yield from (keys.list_key(each.list) for each in change.listings)


def _arguments(change: Change) -> Iterator[Any]:
    receipt = change.receipt
    yield from (keys.NEWS, KEPT)
    yield from (orjson.dumps([receipt.fingerprint, receipt.answer.decode()]) if receipt else b"",)
    yield RECEIPT_SECONDS
    yield from (len(change.puts) + len(change.guards), len(change.listings), len(change.events))
    yield carried() if change.messages else ""
    for put in change.puts:
        yield from (put.expected, "drop" if put.document is None else "set", put.document or b"")
    for _, version in change.guards:
        yield from (version, "keep", b"")
    for each in change.listings:
        yield from (each.member, "" if each.score is None else repr(float(each.score)))
    yield from change.events
    yield from change.messages


def _receipt(key: str, text: bytes) -> Receipt:
    fingerprint, answer = orjson.loads(text)
    return Receipt(key, fingerprint, answer.encode())


def _numbered(id_: bytes, event: bytes) -> bytes:
    """Put the number of an event in front of what it says."""
    return b'{"number":%s,%s' % (id_.partition(b"-")[0], event.lstrip()[1:])


class RedisNews:
    """Listens for new events, on one connection of its own that waits without limit."""

    def __init__(self, url: str) -> None:
        self._pubsub = connect_to_wait(url).pubsub(ignore_subscribe_messages=True)

    def next(self, seconds: float) -> str | None:
        """Wait for new events; None if there are none in that time."""
        with failing():
            if not self._pubsub.subscribed:
                self._pubsub.subscribe(keys.NEWS)
            told = self._pubsub.get_message(timeout=seconds)
        return None if told is None else str(told["data"].decode())

    def close(self) -> None:
        """Stop listening altogether."""
        self._pubsub.close()
