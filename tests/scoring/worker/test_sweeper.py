"""The sweeper: messages that did not leave, and jobs whose worker was killed, are found."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from rq.job import Job
from structlog.testing import capture_logs

from services.contracts.ids import SCORING_QUEUE
from services.plumbing.connections import Client, connect
from services.plumbing.lost_jobs import LOST, MOST
from services.plumbing.queues import queue
from services.plumbing.sweeping import GRACE
from services.scoring.store.redis import RedisResults
from services.scoring.worker.sweeper import Sweeper
from tests.scoring.app.bench import FAR, PARIS, ROME, TABLES, Bench, finished
from tests.scoring.worker.workshop import (
    begun,
    deliver,
    deliver_again,
    desk_of,
    failures,
    games_of,
    is_begun,
    is_popped,
    later,
    lossy_bench,
    named,
    popped,
    real_bench,
    scored_id,
    sent_id,
    told,
    waiting,
    work_off,
)

AT_ONCE = timedelta(0)
"""Whoever did not finish in no time is lost."""
LONG_AGO = "2026-01-01T00:00:00.000000Z"
AWAY = "unix:///nowhere/valkey.sock"
killed = pytest.mark.parametrize("take", [popped, begun])
Take = Callable[[Client], Job]


def sweep(at: Bench, client: Client, lost: timedelta = LOST) -> list[str]:
    """Go one round, and give what is said about it."""
    with capture_logs() as logs:
        Sweeper(desk_of(at, client), queue(client, SCORING_QUEUE), lost).sweep()
    return [line["event"] for line in logs]


@pytest.mark.slow
@pytest.mark.parametrize("edition", sorted(TABLES))
def test_messages_that_nobody_relays_are_sent(client: Client, edition: str) -> None:
    at, players = lossy_bench(client), ("ana", "bo", "cy", "di")
    message = finished(edition, players[: 4 if edition in {"gob-london", "gob-paris"} else 2])
    at.take(message)
    assert sweep(later(at, GRACE / 1000 + 0.1), client) == ["swept_messages"]
    assert [each["id"] for each in told(client)] == [scored_id(message)]
    assert at.results.outbox(edition, FAR) == []
    assert sweep(later(at, GRACE / 1000 + 0.1), client) == []


def test_what_the_jobs_may_still_send_by_themselves_is_left_to_them(client: Client) -> None:
    at = lossy_bench(client)
    at.take(finished(name="one"))
    assert sweep(at, client) == []
    assert len(at.results.outbox(ROME, FAR)) == 1


@pytest.mark.slow
@killed
def test_a_job_whose_worker_was_killed_is_put_back_and_done_once(
    client: Client, take: Take
) -> None:
    at = real_bench(client)
    deliver(client, finished(name="one"))
    job = take(client)
    assert waiting(client) == []
    assert sweep(at, client, AT_ONCE) == ["swept_job"]
    assert [each.id for each in waiting(client)] == [job.id]
    assert not is_begun(client, job)
    assert not is_popped(client, job)
    work_off(client, desk_of(at, client))
    assert games_of(at.stored(ROME)) == named("one")
    assert sweep(at, client, AT_ONCE) == []
    assert [each["id"] for each in told(client)] == [scored_id(finished(name="one"))]


@killed
def test_a_job_whose_worker_was_killed_after_its_work_counts_once(
    client: Client, take: Take
) -> None:
    at = real_bench(client)
    deliver(client, finished(name="one"))
    take(client)
    at.take(finished(name="one"))
    sweep(at, client, AT_ONCE)
    work_off(client, desk_of(at, client))
    assert games_of(at.stored(ROME)) == named("one")
    assert len(told(client)) == 1


@killed
def test_a_job_that_is_worked_on_is_left_alone_for_a_while(client: Client, take: Take) -> None:
    at = real_bench(client)
    deliver(client, finished(name="one"))
    job = take(client)
    assert sweep(at, client) == []
    assert waiting(client) == []
    assert (is_begun(client, job), is_popped(client, job)) == (take is begun, take is popped)


def test_a_job_that_waited_long_and_has_just_begun_is_left_alone(client: Client) -> None:
    at = real_bench(client)
    deliver(client, finished(name="one"))
    (job,) = waiting(client)
    client.hset(job.key, "enqueued_at", LONG_AGO)
    begun(client)
    assert sweep(at, client) == []
    client.hset(job.key, "started_at", LONG_AGO)
    assert sweep(at, client) == ["swept_job"]


@killed
def test_a_job_that_was_put_back_and_taken_again_is_left_alone(client: Client, take: Take) -> None:
    at = real_bench(client)
    deliver(client, finished(name="one"))
    job = begun(client)
    client.hset(job.key, mapping=dict.fromkeys(("enqueued_at", "started_at"), LONG_AGO))
    assert sweep(at, client) == ["swept_job"]
    take(client)
    assert sweep(at, client) == []


@pytest.mark.slow
@killed
def test_all_that_were_lost_are_put_back_beside_one_that_cannot_be(
    client: Client, take: Take
) -> None:
    at, names = real_bench(client), ("one", "two", "three")
    deliver(client, *(finished(name=name) for name in names))
    jobs = [take_one(client, take) for _ in names]
    client.hset(jobs[1].key, "created_at", "nonsense")
    assert sorted(sweep(at, client, AT_ONCE)) == ["sweep_skipped", "swept_job", "swept_job"]
    client.hset(jobs[1].key, "created_at", LONG_AGO)
    sweep(at, client, AT_ONCE)
    work_off(client, desk_of(at, client))
    assert {*games_of(at.stored(ROME))} == {*named(*names)}


def take_one(client: Client, take: Take) -> Job:
    """Take a job beside others; what was taken before is set aside for a moment."""
    own = queue(client, SCORING_QUEUE)
    before = client.lrange(own.intermediate_queue_key, 0, -1)
    client.delete(own.intermediate_queue_key)
    job = take(client)
    if before:
        client.rpush(own.intermediate_queue_key, *before)
    return job


@killed
def test_a_job_that_is_gone_is_no_matter(client: Client, take: Take) -> None:
    at = real_bench(client)
    deliver(client, finished(name="one"))
    client.delete(take(client).key)
    assert sweep(at, client, AT_ONCE) == []
    assert waiting(client) == []


class Cut(Exception):  # noqa: N818
    """The power is cut."""


@killed
def test_a_sweeper_that_is_killed_loses_nothing(
    client: Client, take: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many commands it got to send: it dies before each of them in turn."""
    at, sent, dies_at = real_bench(client), list[object](), 0
    deliver(client, finished(name="one"))
    job, other = take(client), connect_again(client)
    execute = other.execute_command

    def dying(*command: object, **options: object) -> object:
        sent.append(command)
        if len(sent) > dies_at:
            raise Cut
        return execute(*command, **options)

    monkeypatch.setattr(other, "execute_command", dying)
    while not waiting(client):
        assert is_begun(client, job) or is_popped(client, job), sent
        sent.clear()
        dies_at += 1
        with capture_logs(), suppress(Cut):
            Sweeper(desk_of(at, client), queue(other, SCORING_QUEUE), AT_ONCE).sweep()
    assert dies_at > 3


def connect_again(client: Client) -> Client:
    """Connect once more to the same server."""
    other = connect(AWAY)
    other.connection_pool = client.connection_pool
    return other


@pytest.mark.slow
def test_messages_that_failed_because_the_store_was_away_are_taken_when_it_is_back(
    client: Client,
) -> None:
    at = real_bench(client)
    away = at._replace(scoring=replace(at.scoring, results=RedisResults(connect(AWAY))))
    deliver(client, finished(name="one"))
    work_off(client, desk_of(away, client))
    assert [*failures(client)] == [sent_id(finished(name="one"))]
    assert sweep(at, client) == []
    assert sweep(at, client, AT_ONCE) == ["swept_job"]
    assert failures(client) == {}
    work_off(client, desk_of(at, client))
    assert games_of(at.stored(ROME)) == named("one")


@pytest.mark.slow
def test_jobs_that_failed_for_good_are_left_for_people_to_look_at(client: Client) -> None:
    at, own = real_bench(client), queue(client, SCORING_QUEUE)
    for number in range(3):
        own.enqueue("no.such.thing", job_id=f"poisoned-{number}")
    work_off(client, desk_of(at, client))
    assert sweep(at, client, AT_ONCE) == []
    assert len(failures(client)) == 3
    assert MOST == 100


def test_a_store_that_is_away_is_logged_for_every_edition_and_jobs_are_put_back(
    client: Client,
) -> None:
    at = real_bench(client)
    deliver(client, finished(name="one"))
    begun(client)
    away = at._replace(scoring=replace(at.scoring, results=RedisResults(connect(AWAY))))
    assert sweep(away, client, AT_ONCE) == ["sweep_failed"] * len(TABLES) + ["swept_job"]


def test_queues_that_are_away_are_logged(client: Client) -> None:
    at = lossy_bench(client)
    with capture_logs() as logs:
        Sweeper(desk_of(at, client), queue(connect(AWAY), SCORING_QUEUE)).sweep()
    assert [line["event"] for line in logs] == ["sweep_failed"]


def test_one_message_that_cannot_be_sent_does_not_keep_other_editions_waiting(
    client: Client,
) -> None:
    at = lossy_bench(client)
    for edition in (ROME, PARIS):
        at.take(finished(edition, name=edition))
    key = "scoring:{gob-rome}:outbox"
    client.delete(key)
    client.xadd(key, {"message": b'{"type": "game_scored.9", "id": "x"}'})
    assert sorted(sweep(later(at, 60), client)) == ["sweep_skipped", "swept_messages"]
    assert [each["edition"] for each in told(client)] == [PARIS]


@pytest.mark.slow
def test_jobs_that_were_done_are_not_put_back(client: Client) -> None:
    at = real_bench(client)
    deliver(client, *(finished(name=f"{number}") for number in range(5)))
    deliver_again(client, finished(name="0"), "again")
    work_off(client, desk_of(at, client))
    assert sweep(at, client, AT_ONCE) == []
    assert waiting(client) == []
