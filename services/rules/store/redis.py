"""The store in Redis: one read and one script a move."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from services.plumbing.connections import Client, StoreError, failing
from services.plumbing.outbox import Waiting, Waits, waiting_fields, waits_of
from services.plumbing.tracing import carried
from services.rules.store import scripts
from services.rules.store.documents import (
    left_from_text,
    left_to_text,
    receipt_from_json,
    receipt_to_json,
    settled_from_json,
    settled_to_json,
)
from services.rules.store.keys import (
    SHARDS,
    deadlines_key,
    every_game_key,
    game_key,
    log_key,
    log_of,
    news_channel,
    outbox_key,
    receipt_key,
    reserved_key,
    shard_of,
)
from services.rules.store.ports import (
    Change,
    NewGame,
    Place,
    Receipt,
    Repeated,
    Result,
    Settled,
    Stale,
    Stored,
    Written,
)

RECEIPT_SECONDS: Final = 24 * 60 * 60
"""How long a repeated request gets the first answer."""
AT_ONCE: Final = 100
"""How many messages of a shard are looked at in one go."""
STEP: Final = 500
"""How many games are looked at in one go when all are."""
FIELDS: Final = ("settled", "version", "length", "state", "deadline", "left")


class RedisGames:
    """Games in Redis."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._create = client.register_script(scripts.CREATE)
        self._write = client.register_script(scripts.WRITE)

    def reserve(self, key: str, receipt: Receipt) -> Receipt:
        """Keep a receipt under a key that is new; give the one that is kept there now."""
        name, text = reserved_key(key), receipt_to_json(receipt)
        with failing():
            kept = self._client.set(name, text, nx=True, get=True, ex=RECEIPT_SECONDS)
        return receipt_from_json(kept) if kept else receipt

    def create(self, place: Place, game: NewGame) -> bool:
        """Store a new game; False, and nothing changed, if it is there already."""
        keys = [game_key(place), log_key(place), deadlines_key(place.edition, shard_of(place.game))]
        settled, deadline = settled_to_json(game.settled), _number(game.deadline)
        with failing():
            made = self._create(keys, [place.game, settled, game.state, deadline, *game.events])
        return bool(made)

    def read(self, place: Place, key: str | None = None) -> Stored | None:
        """Read a game, and what was answered under a key, in one go."""
        with failing():
            if key is None:
                values, kept = self._client.hmget(game_key(place), FIELDS), None
            else:
                pipe = self._client.pipeline(transaction=False)
                pipe.hmget(game_key(place), FIELDS).get(receipt_key(place, key))
                values, kept = pipe.execute()
        if values[0] is None:
            return None
        settled, version, length, state, deadline, left = values
        return Stored(
            settled_from_json(settled),
            int(version),
            int(length),
            state,
            int(deadline) if deadline else None,
            receipt_from_json(kept) if kept else None,
            left_from_text(left),
        )

    def write(self, place: Place, change: Change) -> Result:
        """Write moves: all of it if the version is the expected one, else nothing."""
        shard = shard_of(place.game)
        keys = [
            game_key(place),
            log_key(place),
            deadlines_key(place.edition, shard),
            outbox_key(place.edition, shard),
        ]
        if change.key is not None:
            keys.append(receipt_key(place, change.key))
        with failing():
            word, value = self._write(keys, _arguments(place, change))
        if word == b"written":
            return Written()
        if value is None:
            raise StoreError(f"there is no game {place.game} of {place.edition}")
        return Stale(int(value)) if word == b"stale" else Repeated(receipt_from_json(value))

    def events(self, place: Place, after: int, limit: int) -> list[bytes]:
        """Read a part of the log: events after the one of that number, counted from 1."""
        if limit < 1:
            return []  # an end before the first event would mean the last one
        with failing():
            found: list[bytes] = self._client.lrange(log_key(place), after, after + limit - 1)
        return found

    def last_events(self) -> Iterator[tuple[Settled, bytes]]:
        """Go through all games of all editions, each with the last event of its log."""
        names = self._client.scan_iter(match=every_game_key(), count=STEP)
        with failing():
            while step := [*islice(names, STEP)]:
                yield from self._last_events(step)

    def overdue(self, edition: str, at: int) -> list[str]:
        """Name the games of an edition whose turn's time was up at that millisecond."""
        found = self._of_all_shards(
            lambda pipe, shard: pipe.zrangebyscore(deadlines_key(edition, shard), 0, at)
        )
        return [game.decode() for games in found for game in games]

    def outbox(self, edition: str, before: int) -> list[Waiting]:
        """Give the messages that were written before that millisecond and are still here."""
        found = self._of_all_shards(
            lambda pipe, shard: pipe.xrange(
                outbox_key(edition, shard), "-", str(before - 1), count=AT_ONCE
            )
        )
        return [
            Waiting(f"{shard}/{id_.decode()}", *waiting_fields(fields))
            for shard, entries in enumerate(found)
            for id_, fields in entries
        ]

    def waits(self, edition: str) -> Waits:
        """Say how many messages are here, and since when."""
        found = self._of_all_shards(
            lambda pipe, shard: pipe.xlen(outbox_key(edition, shard)).xrange(
                outbox_key(edition, shard), count=1
            )
        )
        return waits_of(sum(found[::2]), found[1::2])

    def sent(self, edition: str, messages: Sequence[Waiting]) -> None:
        """Take messages out of the outbox: they have left."""
        pipe = self._client.pipeline(transaction=False)
        for message in messages:
            shard, _, id_ = message.id.partition("/")
            pipe.xdel(outbox_key(edition, int(shard)), id_)
        with failing():
            pipe.execute()

    def ping(self) -> None:
        """Say nothing if all is well; a `StoreError` if not."""
        with failing():
            self._client.ping()

    def _last_events(self, names: Iterable[bytes]) -> Iterator[tuple[Settled, bytes]]:
        pipe = self._client.pipeline(transaction=False)
        for name in names:
            pipe.hget(name, "settled").lindex(log_of(name.decode()), -1)
        found = iter(pipe.execute())
        pairs = zip(found, found, strict=True)
        return ((settled_from_json(settled), last) for settled, last in pairs)

    def _of_all_shards(self, ask: Callable[[Any, int], object]) -> list[Any]:
        pipe = self._client.pipeline(transaction=False)
        for shard in range(SHARDS):
            ask(pipe, shard)
        with failing():
            found: list[Any] = pipe.execute()
        return found


def _arguments(place: Place, change: Change) -> list[Any]:
    receipt = receipt_to_json(change.receipt) if change.receipt else b""
    return [
        place.game,
        change.expected,
        change.version,
        change.state,
        _number(change.deadline),
        news_channel(place.edition),
        receipt,
        RECEIPT_SECONDS,
        left_to_text(change.left),
        carried() if change.messages else "",
        len(change.events),
        *change.events,
        *change.messages,
    ]


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
