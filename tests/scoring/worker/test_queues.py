"""The queues of scoring: what is on them, as what, and what happens when they are away."""

import pickle
from dataclasses import replace
from zlib import decompress

import orjson
import pytest
from rq.utils import import_attribute
from structlog.contextvars import bound_contextvars
from structlog.testing import capture_logs

from services.contracts.ids import LOBBY_JOB, LOBBY_QUEUE, SCORING_JOB, SCORING_QUEUE
from services.plumbing.connections import Client, connect
from services.plumbing.queues import KEEP_FAILED, RqOutside, queue
from services.scoring.worker import jobs
from services.scoring.worker.queues import ADDRESSES, RELAY, RqJobs
from tests.scoring.app.bench import FAR, ROME, finished
from tests.scoring.worker.workshop import (
    deliver,
    desk_of,
    failures,
    lossy_bench,
    real_bench,
    scored_id,
    sent_id,
    told,
    waiting,
    work_off,
)

AWAY = "unix:///nowhere/valkey.sock"


def stored_jobs(client: Client) -> list[dict[bytes, bytes]]:
    """Give every job as it is stored, byte by byte."""
    return [client.hgetall(key) for key in client.scan_iter("rq:job:*")]


def test_jobs_are_named_by_the_path_of_what_does_them(client: Client) -> None:
    RqJobs(client).relay(ROME)
    (relay,) = waiting(client)
    assert (relay.func_name, relay.args) == (RELAY, [ROME])
    assert import_attribute(RELAY) is jobs.relay
    assert import_attribute(SCORING_JOB) is jobs.take
    assert ADDRESSES == {"game_scored.1": (LOBBY_QUEUE, LOBBY_JOB)}


def test_whatever_redis_keeps_of_a_job_is_json(client: Client) -> None:
    at = real_bench(client)
    deliver(client, finished(name="one"))
    at.take(finished(name="two"))
    RqOutside(client, ADDRESSES).send(at.results.outbox(ROME, FAR)[0].message)
    found = stored_jobs(client)
    paths = {orjson.loads(decompress(job[b"data"]))[0] for job in found}
    assert paths == {SCORING_JOB, RELAY, LOBBY_JOB}
    assert all(set(orjson.loads(job[b"meta"])) == {"request_id"} for job in found)
    assert not [value for job in found for value in job.values() if value[:1] == b"\x80"]


def test_the_id_of_the_request_travels_with_every_job(client: Client) -> None:
    at = lossy_bench(client)
    with bound_contextvars(request_id="tram-17"):
        RqJobs(client).relay(ROME)
    at.take(finished(name="one", request_id="tram-18"))
    RqOutside(client, ADDRESSES).send(at.results.outbox(ROME, FAR)[0].message)
    (relay,), (lobby,) = waiting(client), queue(client, LOBBY_QUEUE).jobs
    assert (relay.meta, lobby.meta) == ({"request_id": "tram-17"}, {"request_id": "tram-18"})
    assert relay.failure_ttl == lobby.failure_ttl == KEEP_FAILED


@pytest.mark.slow
def test_nothing_is_kept_of_relays_that_went_well(client: Client) -> None:
    at, message = real_bench(client), finished(name="one")
    deliver(client, message)
    work_off(client, desk_of(at, client))
    names = {key.decode() for key in client.scan_iter("rq:job:*")}
    assert names == {f"rq:job:{sent_id(message)}", f"rq:job:lobby-{scored_id(message)}"}


def test_a_message_for_the_lobby_is_put_there_once(client: Client) -> None:
    at = lossy_bench(client)
    at.take(finished(name="one"))
    (waits,) = at.results.outbox(ROME, FAR)
    for _ in range(2):
        RqOutside(client, ADDRESSES).send(waits.message)
    assert told(client) == [orjson.loads(waits.message)]


def test_queues_that_are_away_cost_a_line_in_the_log_and_no_result(client: Client) -> None:
    at = lossy_bench(client)
    at = at._replace(scoring=replace(at.scoring, jobs=RqJobs(connect(AWAY))))
    with capture_logs() as logs:
        assert at.take(finished(name="one")).outcome == "scored"
    assert [(line["event"], line["job"]) for line in logs] == [("job_not_queued", "relay")]
    assert len(at.results.outbox(ROME, FAR)) == 1


class Burglar:
    """Something that would do harm if a worker unpickled it."""

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        """Break in."""
        return pytest.fail, ("unpickled", "")


@pytest.mark.slow
def test_poisoned_jobs_are_put_aside_and_the_others_are_done(client: Client) -> None:
    at, own = real_bench(client), queue(client, SCORING_QUEUE)
    own.enqueue("services.scoring.worker.jobs.nothing", job_id="unknown-function")
    own.enqueue("no.such.module", job_id="unknown-module")
    own.enqueue(RELAY, 1, 2, 3, job_id="wrong-arguments")
    own.enqueue(SCORING_JOB, job_id="no-message")
    own.enqueue(RELAY, ROME, job_id="pickled")
    client.hset("rq:job:pickled", "data", pickle.dumps(Burglar()))
    deliver(client, finished(name="one"))
    work_off(client, desk_of(at, client))
    assert own.count == 0
    assert {*failures(client)} == {
        "unknown-function",
        "unknown-module",
        "wrong-arguments",
        "no-message",
        "pickled",
    }
    assert [each["id"] for each in told(client)] == [scored_id(finished(name="one"))]
