"""Jobs that lost their worker: the sweeper puts them back, and what they ask for is done once."""

from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import pytest
from rq import SimpleWorker
from rq.executions import prepare_execution
from rq.job import Job
from rq.serializers import JSONSerializer
from structlog.testing import capture_logs

from services.contracts.ids import CREATE_JOB
from services.plumbing.connections import Client, connect
from services.plumbing.engines import Version
from services.rules.store.redis import RedisGames
from services.rules.worker.queues import EXPIRE, rules_queue
from services.rules.worker.sweeper import Sweeper
from tests.rules.app.bench import Bench
from tests.rules.app.orders import CLOCK, order, place_of
from tests.rules.worker.processes import PATIENCE, Start
from tests.rules.worker.workshop import (
    ROME,
    VERSIONS,
    clock_queue,
    created_id,
    deliver,
    desk_of,
    expired,
    failures,
    lossy_bench,
    real_bench,
    told,
    work_off,
)
from tests.servers import wait_until
from tests.support import EDITIONS

AT_ONCE: Final = timedelta(0)
"""Whoever did not finish in no time is lost."""
AWAY: Final = "unix:///nowhere/valkey.sock"
ADDRESS: Final = "https://rome.example/rules/v1"


def sweep(at: Bench, client: Client) -> list[str]:
    """Go one round, in which every job that was begun counts as lost."""
    with capture_logs() as logs:
        Sweeper(desk_of(at, client), client, AT_ONCE).sweep()
    return [line["event"] for line in logs]


def without_games(at: Bench) -> Bench:
    """Give the same bench while the store of games is away."""
    return at._replace(rules=replace(at.rules, games=RedisGames(connect(AWAY))))


def popped(client: Client, version: Version | None = None) -> Job:
    """Take a job as a worker does that is killed between the pop and the start."""
    own = rules_queue(client, ROME, version)
    found = own.dequeue_any([own], None, client, serializer=JSONSerializer)
    assert found is not None
    return found[0]


def begun(client: Client) -> Job:
    """Take a job as a worker does that is killed while it works on it."""
    job, queues = popped(client), [rules_queue(client, ROME)]
    worker = SimpleWorker(queues, connection=client, serializer=JSONSerializer)
    prepare_execution(worker, job)
    worker.prepare_job_execution(job, remove_from_intermediate_queue=True)
    return job


def test_a_job_of_the_own_version_s_queue_is_put_back_as_well(client: Client) -> None:
    at = real_bench(client)
    clock_queue(client).enqueue(EXPIRE, *expired(at, "play"))
    job = popped(client, VERSIONS[ROME])
    assert sweep(at, client) == ["swept_turn", "swept_job"]
    assert clock_queue(client).job_ids == [job.id]


@pytest.mark.slow
@pytest.mark.parametrize("take", [popped, begun])
def test_a_game_whose_worker_was_killed_is_created_by_another_one(
    client: Client, take: Any
) -> None:
    at, wanted = real_bench(client), order()
    deliver(client, wanted)
    job = take(client)
    work_off(client, desk_of(at, client), ROME)
    assert told(client) == []
    assert sweep(at, client) == ["swept_job"]
    assert rules_queue(client, ROME).job_ids == [job.id]
    work_off(client, desk_of(at, client), ROME)
    assert [each["id"] for each in told(client)] == [created_id(wanted)]
    assert sweep(at, client) == []


def test_a_job_that_was_begun_just_now_is_left_alone(client: Client) -> None:
    at = real_bench(client)
    deliver(client, order())
    begun(client)
    with capture_logs() as logs:
        Sweeper(desk_of(at, client), client).sweep()
    assert logs == []


@pytest.mark.slow
def test_a_game_that_could_not_be_stored_is_created_when_the_store_is_back(
    client: Client,
) -> None:
    at, wanted = real_bench(client), order()
    deliver(client, wanted)
    work_off(client, desk_of(without_games(at), client), ROME)
    assert [*failures(client)] == [f"rules_{ROME}-{wanted['id']}"]
    assert sweep(at, client) == ["swept_job"]
    work_off(client, desk_of(at, client), ROME)
    assert [each["id"] for each in told(client)] == [created_id(wanted)]
    assert failures(client) == {}


@pytest.mark.slow
def test_jobs_that_failed_for_good_are_left_for_people_to_look_at(client: Client) -> None:
    at = real_bench(client)
    rules_queue(client, ROME).enqueue("no.such.thing", job_id="poisoned")
    rules_queue(client, ROME).enqueue(CREATE_JOB, None, job_id="nameless")
    work_off(client, desk_of(at, client), ROME)
    assert sweep(at, client) == []
    assert {*failures(client)} == {"poisoned", "nameless"}


def test_jobs_are_put_back_while_the_games_are_away(client: Client) -> None:
    at = real_bench(client)
    deliver(client, order())
    begun(client)
    found = sweep(without_games(at), client)
    assert sorted(found) == ["sweep_failed"] * len(EDITIONS) + ["swept_job"]


def test_games_are_swept_while_the_queues_are_away(client: Client) -> None:
    at = lossy_bench(client)
    expired(at, "resign")
    with capture_logs() as logs:
        Sweeper(desk_of(at, client), connect(AWAY)).sweep()
    found = [line["event"] for line in logs]
    assert sorted(found) == ["sweep_failed"] * len(EDITIONS) + ["swept_turn"]


@pytest.mark.slow
def test_a_worker_that_is_killed_with_a_game_in_its_hands_is_made_up_for(
    client: Client, start: Start
) -> None:
    at, wanted = lossy_bench(client), order(clock=CLOCK, tell_turns=True)
    deliver(client, wanted)
    dying = start(ready=False, module="tests.rules.worker.dying", DIES_CREATING="1")
    assert dying.ended() == -9
    before = at.table(place_of(wanted)).stored
    assert told(client) == []
    worker = start(RULES_ADDRESS=ADDRESS)
    wait_until(lambda: told(client), PATIENCE)
    (answer,) = told(client)
    assert answer["id"] == created_id(wanted)
    assert answer["address"] == f"{ADDRESS}/editions/{ROME}/games/{wanted['game']}"
    assert at.table(place_of(wanted)).stored == before
    assert "swept_job" in worker.events()
