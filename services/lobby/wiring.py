"""Puts a process together: only this knows which store, queue and keys are real."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, NamedTuple

from prometheus_client.core import Metric

from services.contracts.ids import BOTS_QUEUE, LOBBY_QUEUE, WEBHOOKS_QUEUE
from services.contracts.messages import Engine
from services.lobby.app.lobby import Lobby
from services.lobby.config import Config
from services.lobby.keys import Keys
from services.lobby.rules_client import HttpRules
from services.lobby.scoring_client import HttpRatings
from services.lobby.sending import HttpSender
from services.lobby.store.redis import RedisNews, RedisRecords
from services.lobby.worker.jobs import OUTBOX, Desk, work_at
from services.lobby.worker.queues import ADDRESSES, RqJobs
from services.lobby.worker.sweeper import Sweeper
from services.plumbing import revoked
from services.plumbing.config import ConfigError
from services.plumbing.connections import Client, StoreError, connect, connect_to_wait
from services.plumbing.engines import Engines
from services.plumbing.feed import Feed
from services.plumbing.http import numbers
from services.plumbing.queues import RqOutside, queue
from services.plumbing.runner import Runner, nothing
from services.plumbing.tracing import watched

SERVICE: Final = "lobby"


class RedisRevocations:
    """Tells all services whose tokens are good no more."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def announce(self, token: str, until: float) -> None:
        """Say that nothing signed for a token counts any more, until that second."""
        revoked.announce(self._client, token, until)


class Parts(NamedTuple):
    """What the API is put together from."""

    lobby: Lobby
    feed: Feed[str]
    numbers: Callable[[], Iterable[Metric]]
    """What is told of queues, outbox, store and engines."""


def wire_lobby(config: Config) -> Lobby:
    """Give the use cases what they work with; nothing connects before it is used."""
    if config.keys is None:
        raise ConfigError("no folder of keys")
    keys, queues = Keys(config.keys), connect(config.queues_url)
    engines = Engines(queues)
    return Lobby(
        records=watched(RedisRecords(connect(config.redis_url)), "records"),
        jobs=RqJobs(queues),
        signer=keys,
        revocations=RedisRevocations(queues),
        engines=engines,
        rules=HttpRules(engines, keys, config.rules_seconds),
        ratings=HttpRatings(config.scoring, config.scoring_seconds),
    )


def make_sender(config: Config) -> HttpSender:
    """Make what sends to webhooks."""
    return HttpSender(private=config.private_webhooks)


def wire_parts(config: Config) -> Parts:
    """Give the API what it works with."""
    lobby, queues = wire_lobby(config), connect(config.queues_url)
    feed = Feed(lobby.records, RedisNews(config.redis_url))
    store, engines = connect(config.redis_url), Engines(queues)

    def told() -> Iterable[Metric]:
        up: list[Engine] = []
        with suppress(StoreError):
            up = engines.served()
        bots = sorted({BOTS_QUEUE.format(edition=each["edition"]) for each in up})
        yield from numbers.of_queues(SERVICE, queues, [LOBBY_QUEUE, WEBHOOKS_QUEUE, *bots])
        yield from numbers.of_outbox(SERVICE, lobby.records.waits, [OUTBOX])
        yield from numbers.of_store(SERVICE, store)
        yield numbers.of_engines(SERVICE, up)

    return Parts(lobby, feed, told)


def wire_worker(config: Config) -> Runner:
    """Put a worker together that takes messages, and looks after everything."""
    waiting, client = connect_to_wait(config.queues_url), connect(config.queues_url)
    sweeper = Sweeper(_desk(config), queue(client, LOBBY_QUEUE))
    return Runner(waiting, [queue(waiting, LOBBY_QUEUE)], sweeper.sweep, counts=client)


def wire_caller(config: Config) -> Runner:
    """Put a worker together that delivers to webhooks; what it leaves behind the other finds."""
    waiting, client = connect_to_wait(config.queues_url), connect(config.queues_url)
    _desk(config)
    return Runner(waiting, [queue(waiting, WEBHOOKS_QUEUE)], nothing, counts=client)


def _desk(config: Config) -> Desk:
    client = connect(config.queues_url)
    outside, sender = RqOutside(client, ADDRESSES), make_sender(config)
    desk = Desk(wire_lobby(config), outside, sender, RqJobs(client))
    work_at(desk)
    return desk
