"""The queues: what is on them, under which names, and what happens when they are away."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from zlib import decompress

import orjson
import pytest
from rq.job import Job
from rq.utils import import_attribute
from structlog.testing import capture_logs

from services.contracts.ids import EDITION, SCORING_JOB
from services.plumbing.callers import new_secret
from services.plumbing.connections import Client, connect
from services.plumbing.queues import KEEP_FAILED, RqOutside
from services.rules.store.ports import Place
from services.rules.worker import jobs
from services.rules.worker.queues import ADDRESSES, EXPIRE, RELAY, RqJobs, rules_queue
from tests.rules.app.bench import MINUTE, to_play
from tests.rules.worker.workshop import (
    FAR,
    ROME,
    VERSIONS,
    clock_queue,
    finished,
    finished_job,
    lossy_bench,
    real_bench,
    requested,
    scheduled,
    scoring,
)
from tests.support import EDITIONS

AWAY = "unix:///nowhere/valkey.sock"
GAME = Place(ROME, "a" * 22)
SOON = 2_000_000_000_500
JOB_ID = re.compile(r"[A-Za-z0-9_-]+")


def waiting(client: Client, edition: str = ROME) -> list[Job]:
    return rules_queue(client, edition).jobs


def scheduled_job(client: Client, edition: str = ROME) -> Job:
    (name,) = scheduled(client, edition)
    job = clock_queue(client, edition).fetch_job(name)
    assert job is not None
    return job


def stored_jobs(client: Client) -> list[dict[bytes, bytes]]:
    """Give every job as it is stored, byte by byte."""
    return [client.hgetall(key) for key in client.scan_iter("rq:job:*")]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_a_queue_of_its_own(client: Client, edition: str) -> None:
    RqJobs(client).relay(edition)
    assert client.llen(f"rq:queue:rules.{edition}") == 1
    assert [*client.scan_iter("rq:queue:*")] == [f"rq:queue:rules.{edition}".encode()]
    assert re.fullmatch(EDITION, edition)


def test_jobs_are_named_by_the_path_of_what_does_them(client: Client) -> None:
    RqJobs(client).relay(ROME)
    RqJobs(client).expire(GAME, VERSIONS[ROME], SOON)
    relay, expire = waiting(client)[0], scheduled_job(client)
    assert (relay.func_name, relay.args) == (RELAY, [ROME])
    assert (expire.func_name, expire.args) == (EXPIRE, [ROME, GAME.game])
    assert import_attribute(RELAY) is jobs.relay
    assert import_attribute(EXPIRE) is jobs.expire


def test_whatever_redis_keeps_of_a_job_is_json(client: Client) -> None:
    at = lossy_bench(client)
    with requested("tram"):
        RqJobs(client).relay(ROME)
        RqJobs(client).expire(GAME, VERSIONS[ROME], SOON)
    finished(at)
    RqOutside(client, ADDRESSES).send(at.games.outbox(ROME, FAR)[0].message)
    found = stored_jobs(client)
    assert len(found) == 3
    paths = {orjson.loads(decompress(job[b"data"]))[0] for job in found}
    assert paths == {RELAY, EXPIRE, SCORING_JOB}
    assert all(set(orjson.loads(job[b"meta"])) == {"request_id"} for job in found)
    assert not [value for job in found for value in job.values() if value[:1] == b"\x80"]


def test_the_id_of_the_request_travels_with_the_job(client: Client) -> None:
    with requested("tram-17"):
        RqJobs(client).relay(ROME)
        RqJobs(client).expire(GAME, VERSIONS[ROME], SOON)
    assert waiting(client)[0].meta == {"request_id": "tram-17"}
    assert scheduled_job(client).meta == {"request_id": "tram-17"}


def test_a_failed_job_can_be_looked_at_for_a_week(client: Client) -> None:
    RqJobs(client).relay(ROME)
    RqJobs(client).expire(GAME, VERSIONS[ROME], SOON)
    week = 7 * 24 * 60 * 60
    assert week == KEEP_FAILED
    assert waiting(client)[0].failure_ttl == scheduled_job(client).failure_ttl == week


def test_asking_twice_for_the_end_of_a_turn_gives_one_job(client: Client) -> None:
    for _ in range(2):
        RqJobs(client).expire(GAME, VERSIONS[ROME], SOON)
    assert len(scheduled(client)) == len(stored_jobs(client)) == 1
    RqJobs(client).expire(GAME, VERSIONS[ROME], SOON + 1)
    RqJobs(client).expire(GAME._replace(game="b" * 22), VERSIONS[ROME], SOON)
    assert len(scheduled(client)) == len(stored_jobs(client)) == 3


@pytest.mark.parametrize(("at", "second"), [(1_999, 2), (2_000, 2), (2_001, 3)])
def test_the_end_of_a_turn_is_looked_at_never_before_its_time(
    client: Client, at: int, second: int
) -> None:
    base = 2_000_000_000
    RqJobs(client).expire(GAME, VERSIONS[ROME], base * 1000 + at)
    registry = clock_queue(client).scheduled_job_registry
    time = registry.get_scheduled_time(scheduled(client)[0])
    assert time == datetime.fromtimestamp(base + second, UTC)


def test_ids_of_jobs_are_such_as_rq_allows(client: Client) -> None:
    at = lossy_bench(client)
    games = ["-" * 22, "_" * 22, *(new_secret() for _ in range(50))]
    for game in games:
        RqJobs(client).expire(Place(ROME, game), VERSIONS[ROME], SOON)
    assert len(scheduled(client)) == len(games)
    place = finished(at)
    RqOutside(client, ADDRESSES).send(at.games.outbox(ROME, FAR)[0].message)
    assert [job.id for job in scoring(client)] == [finished_job(place)]
    names = [*scheduled(client), finished_job(place)]
    assert all(JOB_ID.fullmatch(name) for name in names)


@pytest.mark.parametrize(
    ("what", "ask"),
    [
        ("relay", lambda away: away.relay(ROME)),
        ("expire", lambda away: away.expire(GAME, VERSIONS[ROME], SOON)),
    ],
)
def test_queues_that_are_away_cost_a_line_in_the_log(
    what: str, ask: Callable[[RqJobs], None]
) -> None:
    with capture_logs() as logs:
        ask(RqJobs(connect(AWAY)))
    (line,) = logs
    assert (line["event"], line["job"], line["log_level"]) == ("job_not_queued", what, "warning")
    assert "valkey.sock" in line["error"]


def test_games_are_created_and_end_while_the_queues_are_away(client: Client) -> None:
    at = real_bench(client, RqJobs(connect(AWAY)))
    with capture_logs() as logs:
        timed = at.create(ROME, 2, clock=MINUTE)
        over = finished(at)
    assert [line["event"] for line in logs] == ["job_not_queued"] * 2
    assert to_play(at.table(timed))
    assert not to_play(at.table(over))
    assert len(at.games.outbox(ROME, FAR)) == 1


def test_a_message_is_put_on_its_queue_once(client: Client) -> None:
    at = lossy_bench(client)
    place = finished(at)
    (waits,) = at.games.outbox(ROME, FAR)
    for _ in range(2):
        RqOutside(client, ADDRESSES).send(waits.message)
    (job,) = scoring(client)
    assert (job.id, job.func_name) == (finished_job(place), SCORING_JOB)
    assert job.args == [orjson.loads(waits.message)]
    assert len(stored_jobs(client)) == 1


def test_a_message_that_was_taken_and_done_may_come_again_under_the_same_id(
    client: Client,
) -> None:
    at = lossy_bench(client)
    place = finished(at)
    (waits,) = at.games.outbox(ROME, FAR)
    RqOutside(client, ADDRESSES).send(waits.message)
    (job,) = scoring(client)
    job.delete()  # as when it is done, and its result has been kept long enough
    assert scoring(client) == []
    RqOutside(client, ADDRESSES).send(waits.message)
    assert [each.id for each in scoring(client)] == [finished_job(place)]
