"""Puts a process together: only this knows which store, queue and keys are real."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from services.contracts.ids import LOBBY_QUEUE, WEBHOOKS_QUEUE
from services.lobby.app.lobby import Lobby
from services.lobby.config import Config
from services.lobby.keys import Keys
from services.lobby.rules_client import HttpRules
from services.lobby.scoring_client import HttpRatings
from services.lobby.sending import HttpSender
from services.lobby.store.redis import RedisNews, RedisRecords
from services.lobby.worker.jobs import Desk, work_at
from services.lobby.worker.queues import ADDRESSES, RqJobs
from services.lobby.worker.sweeper import Sweeper
from services.plumbing import revoked
from services.plumbing.config import ConfigError
from services.plumbing.connections import Client, connect, connect_to_wait
from services.plumbing.engines import Engines
from services.plumbing.feed import Feed
from services.plumbing.queues import RqOutside, depths, queue
from services.plumbing.runner import Runner, nothing
from services.plumbing.tracing import watched


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
    depths: Callable[[], Mapping[str, int]]
    """How many jobs wait, by queue."""


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
    return Parts(lobby, feed, lambda: depths(queues, [LOBBY_QUEUE, WEBHOOKS_QUEUE]))


def wire_worker(config: Config) -> Runner:
    """Put a worker together that takes messages, and looks after everything."""
    waiting, desk = connect_to_wait(config.queues_url), _desk(config)
    sweeper = Sweeper(desk, queue(connect(config.queues_url), LOBBY_QUEUE))
    return Runner(waiting, [queue(waiting, LOBBY_QUEUE)], sweeper.sweep)


def wire_caller(config: Config) -> Runner:
    """Put a worker together that delivers to webhooks; what it leaves behind the other finds."""
    waiting = connect_to_wait(config.queues_url)
    _desk(config)
    return Runner(waiting, [queue(waiting, WEBHOOKS_QUEUE)], nothing)


def _desk(config: Config) -> Desk:
    client = connect(config.queues_url)
    outside, sender = RqOutside(client, ADDRESSES), make_sender(config)
    desk = Desk(wire_lobby(config), outside, sender, RqJobs(client))
    work_at(desk)
    return desk
