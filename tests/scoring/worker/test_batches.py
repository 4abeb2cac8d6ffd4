"""What waits on the queue is done many at a time, and nothing is lost or doubled by that."""

import pickle
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from rq.job import Job
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from services.contracts.ids import LOBBY_QUEUE, SCORING_JOB, SCORING_QUEUE
from services.plumbing import batches
from services.plumbing.batches import Batches
from services.plumbing.connections import Client, StoreError, connect
from services.plumbing.queues import queue
from services.scoring.worker import jobs
from services.scoring.worker.queues import RELAY
from services.scoring.worker.sweeper import Sweeper
from tests.rules.worker.processes import PATIENCE, Start
from tests.scoring.app.bench import ROME, finished
from tests.scoring.app.recount import assert_right
from tests.scoring.worker.test_telling import worker
from tests.scoring.worker.workshop import (
    deliver,
    deliver_again,
    desk_of,
    failures,
    games_of,
    lossy_bench,
    named,
    real_bench,
    scored_id,
    sent_id,
    told,
    waiting,
    work_off,
)
from tests.servers import wait_until

LONG_AGO = "2026-01-01T00:00:00.000000Z"
MANY = 300


class Killed(BaseException):
    """What nobody catches."""


def batch(client: Client, do: Callable[[Sequence[Job]], object] = jobs.take_all) -> list[str]:
    """Do what waits, and give what is said about it."""
    with capture_logs() as logs:
        Batches(queue(client, SCORING_QUEUE), SCORING_JOB, do).work()
    return [line["event"] for line in logs]


def claimed(client: Client) -> list[bytes]:
    """Give the jobs that were taken and not done."""
    found: list[bytes] = client.lrange(f"rq:queue:{SCORING_QUEUE}:intermediate", 0, -1)
    return found


def ids(client: Client) -> list[str]:
    """Give the jobs on the queue by their ids."""
    return [job.id for job in waiting(client)]


def messages_named(*names: str) -> list[dict[str, Any]]:
    return [finished(name=name) for name in names]


@pytest.mark.slow
def test_what_waits_is_taken_in_its_order_and_the_lobby_is_told(client: Client) -> None:
    at, messages = worker(client), messages_named("one", "two", "three")
    deliver(client, *messages)
    assert batch(client) == ["message_taken"] * 3
    assert games_of(at.stored(ROME)) == named("one", "two", "three")
    assert [each["id"] for each in told(client)] == [scored_id(each) for each in messages]
    assert_right(at.results, ROME, at.stored(ROME))


def test_nothing_is_kept_of_jobs_that_were_done(client: Client) -> None:
    worker(client)
    deliver(client, finished(name="one"))
    batch(client)
    assert (ids(client), claimed(client)) == ([], [])
    assert [*client.scan_iter("rq:job:scoring-game_finished*")] == []


def test_no_more_than_some_are_done_at_a_time(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "MOST", 2)
    at = worker(client)
    deliver(client, *messages_named("one", "two", "three"))
    batch(client)
    assert (len(at.stored(ROME)), len(ids(client))) == (2, 1)
    batch(client)
    assert (len(at.stored(ROME)), len(ids(client))) == (3, 0)


def test_without_jobs_nothing_happens(client: Client) -> None:
    worker(client)
    before = client.dbsize()
    assert batch(client) == []
    assert client.dbsize() == before


def test_every_line_names_its_job_and_the_request_behind_it(client: Client) -> None:
    worker(client)
    deliver_again(client, finished(name="one"), "first")
    deliver_again(client, None, "second")
    with capture_logs([merge_contextvars]) as lines:
        Batches(queue(client, SCORING_QUEUE), SCORING_JOB, jobs.take_all).work()
    assert [(line["outcome"], line["job"], line["request_id"]) for line in lines] == [
        ("scored", "first", "again"),
        ("dead", "second", "again"),
    ]


def test_what_follows_from_a_message_is_told_in_the_trace_of_that_message(client: Client) -> None:
    worker(client)
    for name in ("one", "two"):
        meta = {"traceparent": f"00-{name}-01", "tracestate": "interchange=3"}
        queue(client, SCORING_QUEUE).enqueue(SCORING_JOB, finished(name=name), meta=meta)
    batch(client)
    told_on = {job.args[0]["game"]: job.meta for job in queue(client, LOBBY_QUEUE).jobs}
    one, two = named("one", "two")
    assert told_on[one]["traceparent"] == "00-one-01"
    assert told_on[two]["traceparent"] == "00-two-01"
    assert {meta["tracestate"] for meta in told_on.values()} == {"interchange=3"}


@pytest.mark.parametrize(
    ("path", "arguments"), [(RELAY, [ROME]), (SCORING_JOB, []), (SCORING_JOB, [1, 2])]
)
def test_a_job_of_another_kind_is_left_to_rq_with_all_behind_it(
    client: Client, path: str, arguments: list[Any]
) -> None:
    at, (one, two, three) = worker(client), messages_named("one", "two", "three")
    deliver(client, one)
    queue(client, SCORING_QUEUE).enqueue(path, *arguments, job_id="other")
    deliver(client, two, three)
    batch(client)
    assert games_of(at.stored(ROME)) == named("one")
    assert ids(client) == ["other", sent_id(two), sent_id(three)]
    assert claimed(client) == []


def test_a_job_that_cannot_be_read_is_left_to_rq(client: Client) -> None:
    at, (one, two) = worker(client), messages_named("one", "two")
    deliver(client, one, two)
    client.hset(f"rq:job:{sent_id(two)}", "data", pickle.dumps(two))
    batch(client)
    assert (games_of(at.stored(ROME)), ids(client)) == (named("one"), [sent_id(two)])


def test_a_job_that_is_gone_needs_nothing(client: Client) -> None:
    at, (one, two) = worker(client), messages_named("one", "two")
    deliver(client, one, two)
    client.delete(f"rq:job:{sent_id(one)}")
    batch(client)
    assert games_of(at.stored(ROME)) == named("two")
    assert (client.exists(f"rq:queue:{SCORING_QUEUE}"), claimed(client)) == (0, [])


@pytest.mark.slow
def test_what_could_not_be_done_is_where_it_was_and_rq_does_it(client: Client) -> None:
    at, messages = real_bench(client), messages_named("one", "two", "three")
    deliver(client, *messages)

    def fail(_jobs: Sequence[Job]) -> None:
        raise StoreError("away")

    assert batch(client, fail) == ["batch_put_back"]
    assert (ids(client), claimed(client)) == ([*map(sent_id, messages)], [])
    work_off(client, desk_of(at, client))
    assert games_of(at.stored(ROME)) == named("one", "two", "three")
    assert failures(client) == {}


@pytest.mark.parametrize("taken", [False, True], ids=["before", "after"])
def test_what_a_killed_worker_had_at_hand_is_found_and_counts_once(
    client: Client, *, taken: bool
) -> None:
    at, messages = worker(client), messages_named("one", "two", "three")
    deliver(client, *messages)

    def die(found: Sequence[Job]) -> None:
        if taken:
            jobs.take_all(found)
        raise Killed

    with pytest.raises(Killed):
        batch(client, die)
    assert (ids(client), len(claimed(client))) == ([], 3)
    Sweeper(desk_of(at, client), queue(client, SCORING_QUEUE), timedelta(0)).sweep()
    assert (len(ids(client)), claimed(client)) == (3, [])
    batch(client)
    assert games_of(at.stored(ROME)) == named("one", "two", "three")
    assert [each["id"] for each in told(client)] == [scored_id(each) for each in messages]


def test_what_is_being_done_is_not_taken_for_lost_however_long_it_has_waited(
    client: Client,
) -> None:
    at, message = worker(client), finished(name="one")
    deliver(client, message)
    client.hset(f"rq:job:{sent_id(message)}", "enqueued_at", LONG_AGO)
    during: list[str] = []

    def sweep(found: Sequence[Job]) -> None:
        Sweeper(desk_of(at, client), queue(client, SCORING_QUEUE)).sweep()
        during.extend(ids(client))
        jobs.take_all(found)

    batch(client, sweep)
    assert (during, games_of(at.stored(ROME))) == ([], named("one"))


def test_queues_that_are_away_cost_a_line_in_the_log() -> None:
    assert batch(connect("unix:///nowhere/valkey.sock")) == ["batch_failed"]


@pytest.mark.deep
def test_workers_that_are_killed_again_and_again_lose_nothing_and_double_nothing(
    client: Client, start: Start
) -> None:
    at, messages = lossy_bench(client), messages_named(*map(str, range(MANY)))
    deliver(client, *messages)
    for kills in range(3):
        dying = start()
        wait_until(lambda least=MANY // 4 * (kills + 1): len(at.stored(ROME)) >= least, PATIENCE)
        dying.kill()
    start()
    start()
    wait_until(lambda: len(told(client)) >= MANY, PATIENCE)
    wait_until(lambda: not ids(client) and not claimed(client), PATIENCE)
    assert sorted(each["id"] for each in told(client)) == sorted(map(scored_id, messages))
    assert sorted(games_of(at.stored(ROME))) == sorted(named(*map(str, range(MANY))))
    assert_right(at.results, ROME, at.stored(ROME))


@pytest.mark.slow
def test_a_worker_that_is_told_to_stop_leaves_nothing_half_done(
    client: Client, start: Start
) -> None:
    at, names = lossy_bench(client), [*map(str, range(MANY))]
    deliver(client, *messages_named(*names))
    worker = start(ready=False)
    wait_until(lambda: at.stored(ROME), PATIENCE)
    assert (worker.stop(), worker.complaints()) == (0, "")
    assert claimed(client) == []
    stored, rest = games_of(at.stored(ROME)), [job.args[0]["game"] for job in waiting(client)]
    assert rest
    assert stored + rest == named(*names)
    assert [each["game"] for each in told(client)] == stored
