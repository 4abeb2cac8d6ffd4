"""Results are told to the lobby by the worker that took them, many at once and each once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import orjson
import pytest
from structlog.testing import capture_logs

from services.contracts.ids import LOBBY_QUEUE
from services.plumbing.connections import Client, connect
from services.plumbing.queues import RqOutside, queue
from services.scoring.worker import jobs
from services.scoring.worker.jobs import Desk, work_at
from services.scoring.worker.queues import ADDRESSES, Noted
from tests.scoring.app.bench import FAR, PARIS, ROME, Bench, finished
from tests.scoring.worker.workshop import lossy_bench, scored_id, told, waiting

AT_ONCE = 6
CHANGING = {b"created_at", b"enqueued_at", b"data"}
"""What differs between two jobs: when they were made, and compressed bytes of what is compared."""


def worker(client: Client, outside: RqOutside | None = None) -> Bench:
    """Let the jobs of this process work as those of a worker do."""
    at, noted = lossy_bench(client), Noted()
    at = at._replace(scoring=replace(at.scoring, jobs=noted))
    work_at(Desk(at.scoring, outside or RqOutside(client, ADDRESSES), noted))
    return at


def announcements(at: Bench, number: int) -> list[bytes]:
    """Take some results, and give what waits to be told."""
    for each in range(number):
        at.take(finished(name=f"{each}"))
    return [waits.message for waits in at.results.outbox(ROME, FAR)]


def jobs_told(client: Client) -> list[dict[bytes, bytes]]:
    """Give the jobs of the lobby as they are stored, but for what always differs."""
    found = [client.hgetall(job.key) for job in queue(client, LOBBY_QUEUE).jobs]
    return [{name: job[name] for name in job.keys() - CHANGING} for job in found]


def test_a_result_is_told_by_the_job_that_took_it(client: Client) -> None:
    at, message = worker(client), finished(name="one")
    jobs.take(message)
    assert [each["id"] for each in told(client)] == [scored_id(message)]
    assert at.results.outbox(ROME, FAR) == []
    assert waiting(client) == []


def test_a_message_that_comes_again_is_not_told_again(client: Client) -> None:
    worker(client)
    for _ in range(3):
        jobs.take(finished(name="one"))
    assert len(told(client)) == 1


def test_what_cannot_be_told_stays_and_the_result_counts(client: Client) -> None:
    away = RqOutside(connect("unix:///nowhere/valkey.sock"), ADDRESSES)
    at = worker(client, away)
    with capture_logs() as lines:
        assert jobs.take(finished(name="one")) == "scored"
        assert jobs.take(finished(PARIS, name="two")) == "scored"
    failed = [line["edition"] for line in lines if line["event"] == "relay_failed"]
    assert failed == [ROME, PARIS]
    assert [len(at.results.outbox(edition, FAR)) for edition in (ROME, PARIS)] == [1, 1]


def test_many_sent_at_once_are_the_same_jobs_as_one_by_one(client: Client) -> None:
    messages, outside = announcements(worker(client), 3), RqOutside(client, ADDRESSES)
    for message in messages:
        outside.send(message)
    alone, contents = jobs_told(client), told(client)
    client.flushall()
    outside.send_all(messages)
    assert jobs_told(client) == alone
    assert told(client) == contents == [orjson.loads(message) for message in messages]


def test_many_sent_at_once_are_each_there_once_if_some_were_there_before(client: Client) -> None:
    messages, outside = announcements(worker(client), 3), RqOutside(client, ADDRESSES)
    outside.send(messages[1])
    outside.send_all(messages)
    outside.send_all(messages)
    assert _ids(told(client)) == _ids([orjson.loads(message) for message in messages])


@pytest.mark.slow
def test_many_who_send_the_same_at_the_same_time_put_each_there_once(client: Client) -> None:
    messages, outside = announcements(worker(client), 20), RqOutside(client, ADDRESSES)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        [*pool.map(outside.send_all, [messages] * AT_ONCE)]
    assert _ids(told(client)) == _ids([orjson.loads(message) for message in messages])


def _ids(messages: list[Any]) -> list[str]:
    return sorted(message["id"] for message in messages)
