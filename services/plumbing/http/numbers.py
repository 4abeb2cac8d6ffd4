"""Numbers that are asked of Redis at the moment of telling: they belong to no process.

Every process that is asked tells the same ones, so they are not to be summed up over processes.
What Redis does not tell, or does not let this service know, is left out.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from time import time
from typing import Any, Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from redis import RedisError
from rq.job import Job
from rq.utils import utcparse

from services.contracts.messages import Engine
from services.plumbing.connections import Client, StoreError
from services.plumbing.outbox import Waits
from services.plumbing.queues import queue
from services.plumbing.tally import DONE, FAILED, KEY, SECONDS, SWEPT, sums

STATES: Final = ("started", "scheduled", "failed")
WORKERS: Final = "rq:workers:{}"
"""RQ's set of those who work on a queue; one that was killed is in it until somebody tidies up."""
ASKED: Final = 7
"""How much is asked about a queue in one go."""


def of_queues(service: str, client: Client, names: Sequence[str]) -> Iterator[Metric]:
    """Tell of queues: what waits and since when, who works on them, and what was done."""
    with suppress(RedisError):
        answers = _ask(client, names)
        more = _ask_more(client, answers.values())
        yield from _waiting(service, answers, more)
        yield from _worked(service, answers)


def of_outbox(service: str, waits: Callable[[str], Waits], editions: Sequence[str]) -> list[Metric]:
    """Tell how many messages wait to leave, and for how long the oldest has."""
    found: dict[str, Waits] = {}
    with suppress(StoreError):
        found = {edition: waits(edition) for edition in editions}
    messages = _gauge(f"{service}_outbox_messages", "Messages that wait to leave.", "edition")
    oldest = _gauge(f"{service}_outbox_oldest_seconds", "Age of the oldest of them.", "edition")
    for edition, (number, written) in found.items():
        messages.add_metric([edition], number)
        age = 0.0 if written is None else max(0.0, time() - written / 1000)
        oldest.add_metric([edition], age)
    return [messages, oldest]


def by_edition(
    name: str, about: str, editions: Iterable[str], count: Callable[[str], int]
) -> Metric:
    """Tell how many of something there are of every edition."""
    family = _gauge(name, about, "edition")
    with suppress(StoreError):
        for edition in editions:
            family.add_metric([edition], count(edition))
    return family


def of_engines(service: str, engines: Iterable[Engine]) -> Metric:
    """Tell how many processes serve each version of each edition."""
    labels = ("edition", "edition_version", "engine_version")
    family = _gauge(f"{service}_engines", "Processes that serve an edition.", *labels)
    up = Counter(
        (each["edition"], each["edition_version"], each["engine_version"]) for each in engines
    )
    for values, number in up.items():
        family.add_metric([*map(str, values)], number)
    return family


def of_store(service: str, client: Client) -> Iterator[Metric]:
    """Tell whether the store is there, how much it keeps, and whether it can write."""
    answers, nodes = False, list[Mapping[str, Any]]()
    with suppress(RedisError):
        answers = bool(client.ping())
        nodes = _nodes(client.info())
    yield GaugeMetricFamily(f"{service}_store_up", "Whether the store answers.", answers)
    for name, about, value in (
        ("memory_bytes", "Memory that the store uses.", _total(nodes, "used_memory")),
        ("memory_limit_bytes", "What it may use; 0 is all.", _total(nodes, "maxmemory")),
        ("log_bytes", "Size of the append-only log.", _total(nodes, "aof_current_size")),
        ("writes", "Whether the last write to disk went well.", _writes(nodes)),
    ):
        if nodes:
            yield GaugeMetricFamily(f"{service}_store_{name}", about, value)


def _ask(client: Client, names: Sequence[str]) -> dict[str, list[Any]]:
    """Ask for everything about queues in one go."""
    with client.pipeline(transaction=False) as pipe:
        for name in names:
            own = queue(client, name)
            pipe.llen(own.key).lindex(own.key, 0).smembers(WORKERS.format(name))
            pipe.hgetall(KEY.format(name))
            for state in STATES:
                pipe.zcard(getattr(own, f"{state}_job_registry").key)
        found = pipe.execute(raise_on_error=False)
    parts = [found[at : at + ASKED] for at in range(0, len(found), ASKED)]
    return dict(zip(names, parts, strict=True))


def _ask_more(client: Client, answers: Iterable[list[Any]]) -> dict[bytes, Any]:
    """Ask since when the first jobs wait, and which workers are still alive."""
    with client.pipeline(transaction=False) as pipe:
        asked = []
        for _, first, workers, *_ in answers:
            if isinstance(first, bytes):
                asked.append(first)
                pipe.hget(Job.key_for(first.decode()), "enqueued_at")
            for worker in workers if isinstance(workers, set) else ():
                asked.append(worker)
                pipe.exists(worker)
        return dict(zip(asked, pipe.execute(raise_on_error=False), strict=True))


def _waiting(
    service: str, answers: Mapping[str, list[Any]], more: Mapping[bytes, Any]
) -> list[Metric]:
    depth = _gauge(f"{service}_queue_depth", "Jobs that wait.", "queue")
    oldest = _gauge(f"{service}_queue_oldest_seconds", "How long the first has waited.", "queue")
    workers = _gauge(f"{service}_queue_workers", "Workers that are alive.", "queue")
    jobs = _gauge(f"{service}_queue_jobs", "Jobs that do not wait.", "queue", "state")
    for name, (length, first, known, _, *states) in answers.items():
        _add(depth, [name], length)
        _add(oldest, [name], _age(more.get(first)) if first else 0)
        alive = [more.get(each) for each in known] if isinstance(known, set) else known
        _add(workers, [name], sum(map(bool, alive)) if isinstance(alive, list) else alive)
        for state, number in zip(STATES, states, strict=True):
            _add(jobs, [name, state], number)
    return [depth, oldest, workers, jobs]


def _worked(service: str, answers: Mapping[str, list[Any]]) -> list[Metric]:
    """Tell what was done; the label of a job is `task`, as Prometheus has a `job` of its own."""
    jobs = _counter(f"{service}_jobs", "Jobs of workers.", "queue", "task", "result")
    seconds = _counter(f"{service}_job_seconds", "Seconds they took.", "queue", "task")
    swept = _counter(f"{service}_swept", "What sweepers have found.", "queue", "what")
    for name, (_, _, _, fields, *_) in answers.items():
        for word, about, value in sums(fields if isinstance(fields, dict) else {}):
            if word in {DONE, FAILED}:
                jobs.add_metric([name, about, word], value)
            elif word in {SECONDS, SWEPT}:
                (seconds if word == SECONDS else swept).add_metric([name, about], value)
    return [jobs, seconds, swept]


def _add(family: GaugeMetricFamily, labels: list[str], value: object) -> None:
    """Add a number, if it is one and no refusal."""
    if isinstance(value, int | float):
        family.add_metric(labels, value)


def _age(enqueued_at: object) -> float | None:
    """Give the seconds since a job came; a job that was taken meanwhile has no age."""
    if not isinstance(enqueued_at, bytes):
        return None
    came = utcparse(enqueued_at.decode()).replace(tzinfo=UTC)
    return max(0.0, (datetime.now(UTC) - came).total_seconds())


def _nodes(info: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Give what every server says of itself: a cluster answers by node."""
    inner = [value for value in info.values() if isinstance(value, dict)]
    return [node for node in inner if "used_memory" in node] or [info]


def _total(nodes: Sequence[Mapping[str, Any]], name: str) -> float:
    return sum(float(node.get(name, 0)) for node in nodes)


def _writes(nodes: Sequence[Mapping[str, Any]]) -> bool:
    return all(node.get("aof_last_write_status", "ok") == "ok" for node in nodes)


def _gauge(name: str, about: str, *labels: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, about, labels=labels)


def _counter(name: str, about: str, *labels: str) -> CounterMetricFamily:
    return CounterMetricFamily(name, about, labels=labels)
