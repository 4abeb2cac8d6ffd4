"""Puts a process together: only this knows which store, queue, model and keys are real."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from prometheus_client.core import Metric

from services.contracts.ids import SCORING_JOB, SCORING_QUEUE
from services.plumbing.batches import Batches
from services.plumbing.connections import connect, connect_to_wait
from services.plumbing.engines import Engines
from services.plumbing.http import numbers
from services.plumbing.queues import RqOutside, queue
from services.plumbing.revoked import Revoked
from services.plumbing.runner import Runner
from services.plumbing.tracing import watched
from services.scoring.app.model import OpenSkill
from services.scoring.app.read_score import RulesClient
from services.scoring.app.scoring import Scoring
from services.scoring.config import Config
from services.scoring.editions import load_tables
from services.scoring.rules_client import HttpRules
from services.scoring.store.redis import RedisResults
from services.scoring.worker.jobs import Desk, take_all, work_at
from services.scoring.worker.queues import ADDRESSES, Noted, RqJobs
from services.scoring.worker.sweeper import Sweeper

SERVICE: Final = "scoring"
NO_EDITION: Final = "none"
"""Stands for the edition of messages that belong to none we know."""


def wire_scoring(config: Config) -> Scoring:
    """Give the use cases what they work with."""
    return Scoring(
        tables=load_tables(),
        results=watched(RedisResults(connect(config.redis_url)), "results"),
        jobs=RqJobs(connect(config.queues_url)),
        model=OpenSkill(),
    )


class Parts(NamedTuple):
    """What the API is put together from."""

    scoring: Scoring
    rules: RulesClient
    revoked: Revoked
    numbers: Callable[[], Iterable[Metric]]
    """What is told of the queue, outbox, store, results and dead messages."""


def wire_parts(config: Config) -> Parts:
    """Give the API what it works with; nothing connects before it is used."""
    queues = connect(config.queues_url)
    rules = HttpRules(Engines(queues), config.rules_seconds)
    scoring, store = wire_scoring(config), connect(config.redis_url)

    def told() -> Iterable[Metric]:
        results, tables = scoring.results, list(scoring.tables)
        yield from numbers.of_queues(SERVICE, queues, [SCORING_QUEUE])
        yield from numbers.of_outbox(SERVICE, results.waits, tables)
        yield from numbers.of_store(SERVICE, store)
        yield numbers.by_edition("scoring_results", "Results.", tables, results.number)
        yield numbers.by_edition(
            "scoring_dead_messages",
            "Messages that could not be taken.",
            [*tables, NO_EDITION],
            lambda place: results.dead_number(None if place == NO_EDITION else place),
        )

    return Parts(scoring, rules, Revoked(queues), told)


def wire_worker(config: Config) -> Runner:
    """Put a worker together."""
    waiting, client = connect_to_wait(config.queues_url), connect(config.queues_url)
    noted, taken = Noted(), queue(client, SCORING_QUEUE)
    desk = Desk(replace(wire_scoring(config), jobs=noted), RqOutside(client, ADDRESSES), noted)
    work_at(desk)
    batches = Batches(taken, SCORING_JOB, take_all)
    sweep = Sweeper(desk, taken).sweep
    own = [queue(waiting, SCORING_QUEUE)]
    return Runner(waiting, own, sweep, batches.work, counts=client)
