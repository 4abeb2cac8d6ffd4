"""Traces through queues: from the message in an outbox to the job that takes it."""

from collections.abc import Sequence
from typing import Any, Final

import orjson
import pytest
from rq.job import Job

from services.plumbing import runner, tracing
from services.plumbing.batches import Batches
from services.plumbing.connections import Client
from services.plumbing.outbox import Waiting, relay_messages, relay_together
from services.plumbing.queues import Address, RqOutside, queue, request_meta
from services.plumbing.spans import MOST_HOPS
from services.plumbing.tracing import end_tracing
from tests.collector import PARENT, SAMPLED, TRACE, Collector, in_a_trace
from tests.worker_loop import signals_kept

TAKE: Final = "tests.plumbing.test_traced_jobs.take"
FAIL: Final = "tests.plumbing.test_traced_jobs.fail"
OTHER: Final = f"00-{'e' * 32}-{'f' * 16}-01"


class Outbox:
    """Where two messages wait; only the first was written by somebody who traces."""

    def __init__(self, trace: str) -> None:
        self.waiting = [Waiting("1", message("one"), trace), Waiting("2", message("two"))]

    def outbox(self, edition: str, before: int) -> list[Waiting]:
        """Give what waits."""
        del edition, before
        return self.waiting

    def sent(self, edition: str, messages: Sequence[Waiting]) -> None:
        """Forget what has left."""
        del edition
        self.waiting = [each for each in self.waiting if each not in messages]


def take(message: dict[str, Any]) -> str:
    """Do what a job asks for."""
    return tracing.carried() + str(message)


def fail(message: dict[str, Any]) -> None:
    """Fail, with words that nobody may see."""
    raise ValueError(f"seed 4711 {message}")


def message(name: str) -> bytes:
    return orjson.dumps({"type": "told.1", "id": name, "request_id": "r"})


def outside(client: Client) -> RqOutside:
    return RqOutside(client, {"told.1": Address("lobby", TAKE)})


def job_of(client: Client, name: str) -> Job:
    return Job.fetch(name, client, serializer=queue(client, "lobby").serializer)


def work(client: Client) -> None:
    """Work on what waits, as a worker does, and stop."""
    worker = runner._Worker(
        [queue(client, "lobby")], connection=client, serializer=queue(client, "lobby").serializer
    )
    with signals_kept():
        worker.work(burst=True, logging_level="CRITICAL")


@pytest.mark.slow
@pytest.mark.parametrize("relay", [relay_messages, relay_together])
def test_a_message_leaves_in_the_trace_that_it_was_written_in(
    client: Client, collector: Collector, relay: Any
) -> None:
    with in_a_trace() as trace:
        pass
    with in_a_trace(OTHER):
        assert relay(Outbox(trace), outside(client), "", 0) == 2
    end_tracing()
    written, own, other = collector.of(TRACE), *collector.named("send lobby")
    assert (own.trace, own.parent, own.kind) == (TRACE, written[0].id, "producer")
    relaying = next(each for each in collector.named("request") if each.trace != TRACE)
    assert own.links == (relaying.id,)
    assert (other.trace, other.parent, other.links) == (relaying.trace, relaying.id, ())
    meta = job_of(client, "lobby-one").meta
    assert meta["traceparent"] == f"00-{TRACE}-{own.id}-01"
    assert meta["tracestate"] == "interchange=1"


def test_a_job_continues_the_trace_of_whoever_asked_for_it(
    client: Client, collector: Collector
) -> None:
    with in_a_trace():
        job = queue(client, "lobby").enqueue(TAKE, {}, meta=request_meta())
    with tracing.doing(job_of(client, job.id), "lobby"):
        inner = tracing.carried()
    end_tracing()
    request, done = collector.of(TRACE)
    assert (done.name, done.kind, done.parent) == ("take lobby", "consumer", request.id)
    assert done.about["messaging.destination.name"] == "lobby"
    assert done.about["messaging.message.id"] == job.id
    assert inner == f"00-{TRACE}-{done.id}-01 interchange=1"


@pytest.mark.slow
def test_a_worker_does_jobs_as_spans_and_tells_no_words_of_a_failure(
    client: Client, collector: Collector
) -> None:
    with in_a_trace():
        for job in (TAKE, FAIL):
            queue(client, "lobby").enqueue(job, {}, meta=request_meta())
    work(client)
    end_tracing()
    _, good, bad = collector.of(TRACE)
    assert [(each.name, each.failed) for each in (good, bad)] == [
        ("take lobby", False),
        ("fail lobby", True),
    ]
    assert not any(b"4711" in body for body in collector.bodies)


@pytest.mark.slow
@pytest.mark.parametrize("meta", [{}, {"traceparent": 7}, {"traceparent": "x", "request_id": "r"}])
def test_a_job_without_a_trace_begins_one(
    client: Client, collector: Collector, meta: dict[str, Any]
) -> None:
    job = queue(client, "lobby").enqueue(TAKE, {}, meta=meta)
    with tracing.doing(job, "lobby"):
        pass
    end_tracing()
    assert [(span.name, span.parent) for span in collector.spans] == [("take lobby", "")]


def test_after_many_queues_a_new_trace_begins_with_a_link_back(
    client: Client, collector: Collector
) -> None:
    later = []
    for hops in (MOST_HOPS, MOST_HOPS + 1):
        meta = {"traceparent": SAMPLED, "tracestate": f"interchange={hops}"}
        with tracing.doing(queue(client, "lobby").enqueue(TAKE, {}, meta=meta), "lobby"):
            later.append(tracing.job_meta()["tracestate"])
    end_tracing()
    old, new = sorted(collector.named("take lobby"), key=lambda span: span.begun)
    assert (old.trace, old.parent, old.links) == (TRACE, PARENT, ())
    assert (new.parent, new.links) == ("", (PARENT,))
    assert new.trace != TRACE
    assert later == [f"interchange={MOST_HOPS + 1}", "interchange=1"]


def test_many_jobs_in_one_go_are_each_done_in_their_own_trace(
    client: Client, collector: Collector
) -> None:
    for name, trace in {"one": SAMPLED, "two": OTHER, "three": ""}.items():
        meta = tracing.meta_of(trace)
        queue(client, "lobby").enqueue(TAKE, {}, job_id=name, meta=meta)
    led: list[str] = []

    def do(jobs: Sequence[Job]) -> None:
        led.extend(tracing.carried_by(job.meta) for job in jobs)

    Batches(queue(client, "lobby"), TAKE, do).work()
    end_tracing()
    (batch,) = collector.named("batch lobby")
    assert batch.links == (PARENT, "f" * 16)
    assert batch.about["messaging.batch.message_count"] == 3
    done = {str(span.about["messaging.message.id"]): span for span in collector.named("take lobby")}
    assert [done[name].parent for name in ("one", "two", "three")] == [PARENT, "f" * 16, ""]
    assert {span.links for span in done.values()} == {(batch.id,)}
    assert [each.split("-")[2] for each in led] == [
        done[name].id for name in ("one", "two", "three")
    ]
