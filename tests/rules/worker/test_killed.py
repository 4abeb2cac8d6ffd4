"""What a crash leaves behind is found by a worker in time, and arrives once."""

from functools import partial
from time import monotonic

import pytest

from services.contracts.ids import SCORING_QUEUE
from services.plumbing.connections import Client
from services.rules.store.ports import Place
from services.rules.worker.queues import RqJobs
from tests.rules.app.bench import Bench, to_play
from tests.rules.worker.processes import PATIENCE, PROMISED, Start, WorkerProcess
from tests.rules.worker.workshop import (
    FAR,
    PARIS,
    ROME,
    SECOND,
    finished,
    finished_job,
    lossy_bench,
    scoring,
)
from tests.servers import wait_until

MANY = 100
DIES_AT = 30


def is_over(at: Bench, place: Place) -> bool:
    return not to_play(at.table(place))


@pytest.mark.slow
def test_lost_jobs_are_made_up_for_in_time_by_a_worker(client: Client, start: Start) -> None:
    """A process died after writing and before asking: for a relay, for the end of a turn."""
    at, worker = lossy_bench(client), start()
    timed = [at.create(name, 4, clock=SECOND["resign"]) for name in (PARIS, "otu-paris")]
    ended = [finished(at, name) for name in (ROME, "otu-new-york")]
    begun = monotonic()
    wait_until(lambda: {*map(finished_job, ended)} <= {job.id for job in scoring(client)}, PROMISED)
    for place in timed:
        wait_until(lambda place=place: at.table(place).stored.version > 0, PROMISED + 1)
    assert monotonic() - begun < PROMISED + 1  # the second is that of the clocks
    assert at.jobs.relayed == [ROME, "otu-new-york"]
    assert [place for place, _ in at.jobs.expiring] == timed
    wait_until(partial(is_over, at, timed[0]), PROMISED)
    told = [*ended, timed[0]]
    wait_until(lambda: {*map(finished_job, told)} <= {job.id for job in scoring(client)}, PATIENCE)
    wait_until(lambda: {"swept_messages", "swept_turn"} <= {*worker.events()}, PATIENCE)


@pytest.mark.slow
def test_of_many_messages_none_is_lost_or_doubled_by_workers_that_are_killed(
    client: Client, start: Start
) -> None:
    at = lossy_bench(client)
    ids = {finished_job(finished(at)) for _ in range(MANY)}
    RqJobs(client).relay(ROME)
    dying = start(ready=False, module="tests.rules.worker.dying", DIES_AT=str(DIES_AT))
    assert dying.ended() == -9
    assert len(scoring(client)) == DIES_AT
    assert len(at.games.outbox(ROME, FAR)) == MANY - DIES_AT + 1
    RqJobs(client).relay(ROME)
    kill_at_work(client, start(ready=False))
    start(RULES_EDITIONS=ROME)
    wait_until(lambda: at.games.outbox(ROME, FAR) == [], PROMISED)
    sent = [job.id for job in scoring(client)]
    assert len(sent) == MANY
    assert {*sent} == ids


def kill_at_work(client: Client, worker: WorkerProcess) -> None:
    """Kill a worker when it has sent some messages more."""
    until = monotonic() + PATIENCE
    while client.llen(f"rq:queue:{SCORING_QUEUE}") < DIES_AT + 5:
        assert monotonic() < until, worker.complaints()
    worker.kill()
