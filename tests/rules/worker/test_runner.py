"""The worker process: how it begins, what it takes, what it logs, and how it ends."""

from pathlib import Path

import pytest
from rq.job import Job, JobStatus

from deploy.embedded import Embedded
from services.plumbing.connections import Client
from services.plumbing.tally import sums
from services.rules.worker.queues import EXPIRE, RELAY, RqJobs, rules_queue
from tests.rules.worker.processes import PATIENCE, Start, starting
from tests.rules.worker.workshop import (
    FAR,
    PARIS,
    ROME,
    failures,
    finished,
    finished_job,
    real_bench,
    scoring,
)
from tests.servers import connected, wait_until


def long_job(client: Client, seconds: int) -> Job:
    """Ask for a job that takes a while."""
    return rules_queue(client, ROME).enqueue("time.sleep", seconds, result_ttl=60)


def is_started(job: Job) -> bool:
    return job.get_status() == JobStatus.STARTED


@pytest.mark.slow
def test_a_worker_that_is_told_to_stop_ends_well_after_the_job_at_hand(
    client: Client, start: Start
) -> None:
    worker = start()
    job = long_job(client, 3)
    wait_until(lambda: is_started(job), PATIENCE)
    RqJobs(client).relay(ROME)
    assert worker.stop() == 0
    assert job.get_status() == JobStatus.FINISHED
    assert rules_queue(client, ROME).count == 1
    assert worker.lines() == []
    assert worker.complaints() == ""


@pytest.mark.slow
def test_a_worker_touches_a_file_as_long_as_its_loop_goes_round(
    start: Start, tmp_path: Path
) -> None:
    sign = tmp_path / "alive"
    worker = start(WORKER_ALIVE=str(sign))
    wait_until(sign.exists, PATIENCE)
    first = sign.stat().st_mtime_ns
    wait_until(lambda: sign.stat().st_mtime_ns > first, PATIENCE)
    assert worker.stop() == 0


@pytest.mark.slow
def test_a_worker_takes_the_jobs_of_its_editions_only(client: Client, start: Start) -> None:
    at = real_bench(client)
    other, own = finished(at, PARIS), finished(at, ROME)
    worker = start(RULES_EDITIONS=f" {ROME},")
    wait_until(lambda: scoring(client), PATIENCE)
    assert [job.id for job in scoring(client)] == [finished_job(own)]
    assert rules_queue(client, PARIS).count == len(at.games.outbox(PARIS, FAR)) == 1
    assert worker.stop() == 0
    start(RULES_EDITIONS=PARIS)
    wait_until(lambda: len(scoring(client)) == 2, PATIENCE)
    assert scoring(client)[1].id == finished_job(other)


@pytest.mark.slow
def test_a_worker_goes_on_after_bad_jobs_and_its_lines_name_the_requests_behind_them(
    client: Client, start: Start
) -> None:
    at, worker, queue = real_bench(client), start(), rules_queue(client, ROME)
    queue.enqueue("no.such.thing", job_id="poisoned", meta={"request_id": "request-1"})
    queue.enqueue(EXPIRE, ROME, "a" * 22, job_id="gone", meta={"request_id": "request-2"})
    queue.enqueue(RELAY, job_id="unasked")
    place = finished(at)
    wait_until(lambda: scoring(client), PATIENCE)
    assert [job.id for job in scoring(client)] == [finished_job(place)]
    assert {*failures(client)} == {"poisoned", "gone", "unasked"}
    lines = {line["job_id"]: line for line in worker.lines()}
    requests = {name: line["request_id"] for name, line in lines.items()}
    assert requests == {"poisoned": "request-1", "gone": "request-2", "unasked": ""}
    assert "UnknownGameError" in lines["gone"]["message"]
    assert {line["level"] for line in lines.values()} == {"error"}
    assert worker.complaints() == ""


@pytest.mark.slow
def test_a_worker_is_named_after_its_queue_and_asks_for_no_list_of_everybody(
    client: Client, start: Start
) -> None:
    client.config_resetstat()
    start(RULES_EDITIONS=ROME)
    (name,) = client.scan_iter("rq:worker:*")
    assert name.startswith(b"rq:worker:rules_gob-rome_1_1-")
    assert "cmdstat_client|list" not in client.info("commandstats")
    assert client.scard("rq:workers") == 1


@pytest.mark.slow
def test_a_worker_adds_up_what_it_has_done_before_it_ends(client: Client, start: Start) -> None:
    at, worker, queue = real_bench(client), start(), rules_queue(client, ROME)
    queue.enqueue("no.such.thing")
    finished(at)
    wait_until(lambda: scoring(client), PATIENCE)
    assert worker.stop() == 0
    added = {
        (word, about): value for word, about, value in sums(client.hgetall(f"work:{queue.name}"))
    }
    assert (added["done", "relay"], added["failed", "other"]) == (1, 1)
    assert added["seconds", "relay"] > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setting", "value", "sentence"),
    [
        ("RULES_EDITIONS", "gob-rome,gob-atlantis", "no edition 'gob-atlantis'; there are gob-"),
        ("RULES_EDITIONS", "none", "RULES_EDITIONS is none: a worker has to work for some edition"),
        ("RULES_POLL_SECONDS", "soon", "RULES_POLL_SECONDS is 'soon': expected seconds, from 1"),
        ("QUEUES_URL", "localhost:6379", "Redis URL must specify one of the following schemes"),
    ],
)
def test_a_wrong_setting_is_told_in_a_sentence(
    start: Start, setting: str, value: str, sentence: str
) -> None:
    worker = start(ready=False, **{setting: value})
    assert worker.ended() == 1
    (line,) = worker.complaints().splitlines()
    assert line.startswith(f"rules worker: {sentence}")
    assert worker.lines() == []


@pytest.mark.slow
def test_a_worker_without_redis_says_so_and_ends(start: Start) -> None:
    worker = start(ready=False, QUEUES_URL="unix:///nowhere/valkey.sock")
    assert worker.ended() == 1
    (line,) = worker.lines()
    assert (line["event"], line["level"]) == ("queues_lost", "error")
    assert "/nowhere/valkey.sock" in line["error"]
    assert worker.complaints() == ""


@pytest.mark.slow
def test_a_worker_whose_redis_dies_during_a_job_ends_for_another_one_to_be_started(
    own_server: Embedded, tmp_path_factory: pytest.TempPathFactory
) -> None:
    client = connected(own_server)
    with starting(own_server, tmp_path_factory.mktemp("workers")) as start:
        worker = start()
        job = long_job(client, 3)
        wait_until(lambda: is_started(job), PATIENCE)
        own_server.kill()
        assert worker.ended() == 1
        assert "queues_lost" in worker.events()
