"""Puts a process together: the only place that knows which store, queue and keys are real."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from services.plumbing.config import ConfigError
from services.plumbing.connections import connect, connect_to_wait
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
from services.rules.worker.queues import ADDRESSES, RqJobs, depths, queues_of
from services.rules.worker.sweeper import Sweeper


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
    depths: Callable[[], Mapping[str, int]]
    """How many jobs wait, by queue."""


def wire_parts(config: Config) -> Parts:
    """Give the API what it works with; nothing connects before it is used."""
    rules, queues = wire_rules(config), connect(config.queues_url)
    versions = rules.served.versions
    feed = Feed(rules.games, RedisNews(config.redis_url, list(versions)))
    return Parts(
        rules, feed, RedisEngines(queues), Revoked(queues), lambda: depths(queues, versions)
    )


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
    return Runner(waiting, queues_of(waiting, versions), Sweeper(desk, client).sweep)
