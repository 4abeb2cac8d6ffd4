"""Puts a process together: only this knows which store, queue, model and keys are real."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from services.contracts.ids import LOBBY_QUEUE, SCORING_JOB, SCORING_QUEUE
from services.plumbing.batches import Batches
from services.plumbing.connections import connect, connect_to_wait
from services.plumbing.engines import Engines
from services.plumbing.queues import RqOutside, depths, queue
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
    depths: Callable[[], Mapping[str, int]]
    """How many jobs wait, by queue."""


def wire_parts(config: Config) -> Parts:
    """Give the API what it works with; nothing connects before it is used."""
    queues = connect(config.queues_url)
    rules = HttpRules(Engines(queues), config.rules_seconds)
    names = (SCORING_QUEUE, LOBBY_QUEUE)
    return Parts(wire_scoring(config), rules, Revoked(queues), lambda: depths(queues, names))


def wire_worker(config: Config) -> Runner:
    """Put a worker together."""
    waiting, client = connect_to_wait(config.queues_url), connect(config.queues_url)
    noted, own = Noted(), queue(client, SCORING_QUEUE)
    desk = Desk(replace(wire_scoring(config), jobs=noted), RqOutside(client, ADDRESSES), noted)
    work_at(desk)
    batches = Batches(own, SCORING_JOB, take_all)
    sweep = Sweeper(desk, own).sweep
    return Runner(waiting, [queue(waiting, SCORING_QUEUE)], sweep, batches.work)
