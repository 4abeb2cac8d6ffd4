"""The store in Redis: one read and one script a result, or as many scripts in one go."""

from collections.abc import Sequence
from typing import Any, Final

from services.plumbing.connections import Client, failing
from services.plumbing.outbox import Waiting, Waits, waiting_fields, waits_of
from services.plumbing.tracing import carried
from services.scoring.store import keys, scripts
from services.scoring.store.documents import Plan, plan_of
from services.scoring.store.ports import (
    Answer,
    Dead,
    Repeated,
    Stale,
    Stored,
    Taking,
    Written,
)
from services.scoring.store.redis_generations import RedisGenerations, derived_keys

AT_ONCE: Final = 100
"""How many messages of an outbox are looked at in one go."""


class RedisResults(RedisGenerations):
    """Results in Redis, and what follows from them."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self._take = client.register_script(scripts.TAKE)
        self._bury = client.register_script(scripts.BURY)
        self._drop = client.register_script(scripts.DROP)

    def take(self, edition: str, taking: Taking) -> Answer:
        """Store a result and all that follows from it, and take its message from the dead."""
        (answer,) = self.take_all(edition, [taking])
        return answer

    def take_all(self, edition: str, takings: Sequence[Taking]) -> list[Answer]:
        """Take one after the other in one go: each by itself is stored, or not at all.

        The hints of games are on other nodes of a cluster, so they are written first: without a
        result they do no harm.
        """
        with failing(), self._client.pipeline(transaction=False) as pipe:
            for taking in takings:
                pipe.set(keys.game_key(taking.game), edition, nx=True)
            for taking in takings:
                plan = plan_of(taking.derived)
                self._take(_names(edition, taking, plan), _arguments(taking, plan.text), pipe)
            answers = pipe.execute()[len(takings) :]
        return [_answer(*each) for each in answers]

    def find(self, game: str) -> Stored | None:
        """Find the result of a game."""
        with failing():
            hint = self._client.get(keys.game_key(game))
            if hint is None:
                return None
            found = self._client.hget(keys.results_key(hint.decode()), game)
        if found is None:
            return None
        sequence, _, result = found.partition(b"\n")
        return Stored(hint.decode(), int(sequence), result)

    def results(self, edition: str, after: int, limit: int) -> list[bytes]:
        """Give results in the order in which they were taken, after the one of that number."""
        with failing():
            games = self._client.lrange(keys.order_key(edition), after, after + limit - 1)
            found = self._client.hmget(keys.results_key(edition), games) if games else []
        return [each.partition(b"\n")[2] for each in found]

    def bury(self, edition: str | None, dead: Dead) -> bool:
        """Keep a message that could not be taken; False if a message of this id was taken."""
        names = [keys.dead_key(edition), keys.dead_ids_key(edition)]
        with failing():
            kept = self._bury(
                [keys.messages_key(edition or keys.NOWHERE), *names], [dead.id, dead.document]
            )
        return bool(kept)

    def dead(self, edition: str | None, after: str, limit: int) -> list[Dead]:
        """List messages that could not be taken, by id, after that one."""
        first = f"({after}" if after else "-"
        with failing():
            ids = self._client.zrangebylex(keys.dead_ids_key(edition), first, "+", 0, limit)
            found = self._client.hmget(keys.dead_key(edition), ids) if ids else []
        listed = zip(ids, found, strict=True)
        return [Dead(id_.decode(), document) for id_, document in listed if document is not None]

    def number(self, edition: str) -> int:
        """Count the results of an edition."""
        with failing():
            return int(self._client.llen(keys.order_key(edition)))

    def dead_number(self, edition: str | None) -> int:
        """Count the messages that could not be taken."""
        with failing():
            return int(self._client.zcard(keys.dead_ids_key(edition)))

    def dead_message(self, edition: str | None, id_: str) -> bytes | None:
        """Give one message that could not be taken."""
        with failing():
            found: bytes | None = self._client.hget(keys.dead_key(edition), id_)
        return found

    def drop(self, edition: str | None, id_: str) -> bool:
        """Forget a message that could not be taken; False if there is none."""
        with failing():
            return bool(self._drop([keys.dead_key(edition), keys.dead_ids_key(edition)], [id_]))

    def outbox(self, edition: str, before: int) -> list[Waiting]:
        """Give the messages that were written before that millisecond and are still here."""
        with failing():
            found = self._client.xrange(
                keys.outbox_key(edition), "-", str(before - 1), count=AT_ONCE
            )
        return [Waiting(id_.decode(), *waiting_fields(fields)) for id_, fields in found]

    def waits(self, edition: str) -> Waits:
        """Say how many messages are here, and since when."""
        key = keys.outbox_key(edition)
        with failing():
            return waits_of(self._client.xlen(key), [self._client.xrange(key, count=1)])

    def sent(self, edition: str, messages: Sequence[Waiting]) -> None:
        """Take messages out of the outbox: they have left."""
        if messages:
            with failing():
                self._client.xdel(keys.outbox_key(edition), *(each.id for each in messages))

    def ping(self) -> None:
        """Say nothing if all is well; a `StoreError` if not."""
        with failing():
            self._client.ping()


def _names(edition: str, taking: Taking, plan: Plan) -> list[str]:
    return [
        keys.generations_key(edition),
        keys.results_key(edition),
        keys.order_key(edition),
        keys.messages_key(edition),
        keys.outbox_key(edition),
        keys.dead_key(edition),
        keys.dead_ids_key(edition),
        *derived_keys(edition, taking.based_on.generation, plan),
    ]


def _answer(word: bytes, sequence: int) -> Answer:
    if word == b"written":
        return Written(int(sequence))
    return Stale() if word == b"stale" else Repeated()


def _arguments(taking: Taking, plan: bytes) -> list[Any]:
    records = taking.based_on.records
    expected = [(player, records.get(player, b"")) for player in taking.players]
    return [
        taking.message,
        taking.game,
        taking.result,
        taking.announcement,
        taking.based_on.generation,
        plan,
        taking.trace or carried(),
        *(part for pair in expected for part in pair),
    ]
