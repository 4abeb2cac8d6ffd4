"""Puts a process together: the only place that knows which store, queue and keys are real."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from prometheus_client.core import Metric

from services.plumbing.config import ConfigError
from services.plumbing.connections import connect, connect_to_wait
from services.plumbing.http import numbers
from services.plumbing.queues import RqOutside
from services.plumbing.revoked import Revoked
from services.plumbing.runner import Runner
from services.plumbing.tracing import watched
from services.rules.app.feed import Feed
from services.rules.app.rules import Rules, Served
from services.rules.config import Config
from services.rules.editions import load_editions
from services.rules.store.ports import Engines
from services.rules.store.redis import RedisGames
from services.rules.store.redis_signals import RedisEngines, RedisNews
from services.rules.worker.jobs import Desk, work_at
from services.rules.worker.others import Others
from services.rules.worker.queues import ADDRESSES, RqJobs, queue_names, queues_of
from services.rules.worker.sweeper import Sweeper

SERVICE: Final = "rules"


def wire_rules(config: Config) -> Rules:
    """Give the use cases what they work with."""
    return Rules(
        served=Served(load_editions(), config.editions),
        games=watched(RedisGames(connect(config.redis_url)), "games"),
        jobs=RqJobs(connect(config.queues_url)),
    )


class Parts(NamedTuple):
    """What the API is put together from."""

    rules: Rules
    feed: Feed
    engines: Engines
    revoked: Revoked
    numbers: Callable[[], Iterable[Metric]]
    """What is told of queues, outbox and store."""


def wire_parts(config: Config) -> Parts:
    """Give the API what it works with; nothing connects before it is used."""
    rules, queues = wire_rules(config), connect(config.queues_url)
    versions = rules.served.versions
    editions = list(versions)
    feed = Feed(rules.games, RedisNews(config.redis_url, editions))
    store = connect(config.redis_url)

    def told() -> Iterable[Metric]:
        yield from numbers.of_queues(SERVICE, queues, queue_names(versions))
        yield from numbers.of_outbox(SERVICE, rules.games.waits, editions)
        yield from numbers.of_store(SERVICE, store)

    return Parts(rules, feed, RedisEngines(queues), Revoked(queues), told)


def wire_worker(config: Config) -> Runner:
    """Put a worker together."""
    waiting, client = connect_to_wait(config.queues_url), connect(config.queues_url)
    rules = wire_rules(config)
    versions = rules.served.versions
    if not versions:
        raise ConfigError("RULES_EDITIONS is none: a worker has to work for some edition")
    others = Others(RedisEngines(client), client)
    desk = Desk(rules, RqOutside(client, ADDRESSES), config.address, others)
    work_at(desk)
    queues = queues_of(waiting, versions)
    return Runner(waiting, queues, Sweeper(desk, client).sweep, counts=client)
