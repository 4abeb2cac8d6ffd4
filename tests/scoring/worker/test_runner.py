"""The worker process: how it begins, what it takes, what it logs, and how it ends."""

import pytest
from rq.job import JobStatus

from services.contracts.ids import SCORING_JOB, SCORING_QUEUE
from services.plumbing.connections import Client
from services.plumbing.queues import queue
from services.scoring.worker.queues import RELAY
from tests.rules.worker.processes import PATIENCE, PROMISED, Start
from tests.scoring.app.bench import FAR, ROME, finished
from tests.scoring.worker.workshop import (
    begun,
    deliver,
    deliver_again,
    failures,
    games_of,
    lossy_bench,
    named,
    popped,
    scored_id,
    sent_id,
    told,
)
from tests.servers import wait_until

pytestmark = pytest.mark.slow
LONG_AGO = "2026-01-01T00:00:00.000000Z"


def test_a_worker_takes_messages_and_tells_the_lobby(client: Client, start: Start) -> None:
    worker, at = start(), lossy_bench(client)
    messages = [finished(name=f"{number}", request_id=f"tram-{number}") for number in range(5)]
    deliver(client, *messages)
    wait_until(lambda: len(told(client)) == 5, PATIENCE)
    assert sorted(each["id"] for each in told(client)) == sorted(map(scored_id, messages))
    assert games_of(at.stored(ROME)) == named("0", "1", "2", "3", "4")
    assert at.results.outbox(ROME, FAR) == []
    lines = [line for line in worker.lines() if line["event"] == "message_taken"]
    assert [line["request_id"] for line in lines] == [f"tram-{n}" for n in range(5)]
    assert [line["job"] for line in lines] == [*map(sent_id, messages)]
    assert [(line["outcome"], line["sequence"]) for line in lines] == [
        ("scored", number) for number in range(1, 6)
    ]
    assert (worker.stop(), worker.complaints()) == (0, "")


def test_a_worker_that_is_told_to_stop_ends_well_after_the_job_at_hand(
    client: Client, start: Start
) -> None:
    worker = start()
    job = queue(client, SCORING_QUEUE).enqueue("time.sleep", 3, result_ttl=60)
    wait_until(lambda: job.get_status() == JobStatus.STARTED, PATIENCE)
    deliver(client, finished(name="one"))
    assert worker.stop() == 0
    assert job.get_status() == JobStatus.FINISHED
    assert queue(client, SCORING_QUEUE).count == 1
    assert (worker.lines(), worker.complaints()) == ([], "")


def test_a_worker_goes_on_after_bad_jobs_and_its_lines_name_the_requests_behind_them(
    client: Client, start: Start
) -> None:
    worker, own = start(), queue(client, SCORING_QUEUE)
    own.enqueue("no.such.thing", job_id="poisoned", meta={"request_id": "request-1"})
    own.enqueue(SCORING_JOB, job_id="empty", meta={"request_id": "request-2"})
    own.enqueue(RELAY, job_id="unasked")
    deliver_again(client, {"type": "tram"}, "dead")
    deliver(client, finished(name="one", request_id="request-3"))
    wait_until(lambda: told(client), PATIENCE)
    assert {*failures(client)} == {"poisoned", "empty", "unasked"}
    failed = {line["job_id"]: line for line in worker.lines() if "job_id" in line}
    requests = {name: line["request_id"] for name, line in failed.items()}
    assert requests == {"poisoned": "request-1", "empty": "request-2", "unasked": ""}
    taken = [line for line in worker.lines() if line["event"] == "message_taken"]
    assert [(line["outcome"], line["request_id"]) for line in taken] == [
        ("dead", "again"),
        ("scored", "request-3"),
    ]
    assert worker.complaints() == ""
    assert worker.stop() == 0


def test_what_killed_workers_left_is_done_in_time_and_once(client: Client, start: Start) -> None:
    """One job between pop and start, one begun, one result whose message did not leave."""
    at, names = lossy_bench(client), ("one", "two", "three")
    at.take(finished(name="one"))
    deliver(client, finished(name="two"), finished(name="three"))
    client.hset(begun(client).key, "started_at", LONG_AGO)
    client.hset(f"rq:job:{sent_id(finished(name='two'))}", "enqueued_at", LONG_AGO)
    client.hset(popped(client).key, "enqueued_at", LONG_AGO)
    worker = start()
    wait_until(lambda: len(told(client)) == 3, PROMISED + 5)
    assert {each["game"] for each in told(client)} == {*named(*names)}
    assert {*games_of(at.stored(ROME))} == {*named(*names)}
    assert {"swept_job", "swept_messages"} <= {*worker.events()}
    assert worker.stop() == 0


@pytest.mark.parametrize(
    ("setting", "value", "sentence"),
    [
        ("SCORING_RULES_SECONDS", "soon", "SCORING_RULES_SECONDS is 'soon': expected seconds"),
        ("SCORING_RULES_SECONDS", "0", "SCORING_RULES_SECONDS is '0': expected seconds"),
        ("QUEUES_URL", "localhost:6379", "Redis URL must specify one of the following schemes"),
        ("SCORING_REDIS_URL", "tram://x", "Redis URL must specify one of the following schemes"),
    ],
)
def test_a_wrong_setting_is_told_in_a_sentence(
    start: Start, setting: str, value: str, sentence: str
) -> None:
    worker = start(ready=False, **{setting: value})
    assert worker.ended() == 1
    (line,) = worker.complaints().splitlines()
    assert line.startswith(f"scoring worker: {sentence}")
    assert worker.lines() == []


def test_a_worker_without_queues_says_so_and_ends(start: Start) -> None:
    worker = start(ready=False, QUEUES_URL="unix:///nowhere/valkey.sock")
    assert worker.ended() == 1
    (line,) = worker.lines()
    assert (line["event"], line["level"]) == ("queues_lost", "error")
    assert worker.complaints() == ""
