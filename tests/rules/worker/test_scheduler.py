"""RQ's scheduler: it ends with its worker, and another worker takes over."""

import os
import signal

import pytest

from deploy.embedded import Embedded
from services.plumbing.connections import Client
from services.plumbing.runner import LOOK_AGAIN
from tests.rules.app.bench import to_play
from tests.rules.worker.processes import (
    PATIENCE,
    PROMISED,
    Start,
    is_alive,
    lock_seconds,
    schedulers,
    starting,
)
from tests.rules.worker.workshop import ROME, SECOND, real_bench
from tests.servers import connected, wait_until

LONGEST_LOCK = 61
"""Seconds for which RQ's scheduler keeps a queue to itself without saying so again."""
TAKE_OVER = 2 * LOOK_AGAIN + 10
"""Seconds in which a worker begins to schedule once it may; the rest is for busy machines."""


@pytest.mark.slow
def test_the_scheduler_of_a_killed_worker_ends_and_the_next_worker_schedules_at_once(
    client: Client, start: Start
) -> None:
    worker = start()
    wait_until(lambda: schedulers(client), PATIENCE)
    (orphan,) = schedulers(client)
    assert orphan != worker.process.pid
    worker.kill()
    wait_until(lambda: not is_alive(orphan), PATIENCE)
    assert lock_seconds(client, ROME) == -2
    start()
    wait_until(lambda: schedulers(client), PATIENCE)
    assert 0 < lock_seconds(client, ROME) <= LONGEST_LOCK


@pytest.mark.slow
def test_after_a_power_cut_turns_end_in_time_although_the_queues_are_still_locked(
    client: Client, start: Start
) -> None:
    """The dead scheduler's lock holds for a minute: till then turns are swept, then scheduled."""
    at = real_bench(client)
    cut_the_power(client, start)
    locked = lock_seconds(client, ROME)
    assert LONGEST_LOCK - 30 < locked <= LONGEST_LOCK
    worker = start()
    place = at.create(ROME, 2, clock=SECOND["resign"])
    wait_until(lambda: not to_play(at.table(place)), 1 + PROMISED)
    wait_until(lambda: "swept_turn" in worker.events(), PATIENCE)
    assert not schedulers(client)
    for key in client.scan_iter("rq:scheduler-lock:*"):
        client.delete(key)  # as if the minute was over
    wait_until(lambda: schedulers(client), TAKE_OVER)


def cut_the_power(client: Client, start: Start) -> None:
    """Kill a worker and its scheduler at the same moment."""
    worker = start()
    wait_until(lambda: schedulers(client), PATIENCE)
    for pid in schedulers(client):
        os.kill(pid, signal.SIGKILL)
    worker.kill()
    wait_until(lambda: not schedulers(client), PATIENCE)


@pytest.mark.slow
def test_a_worker_outlives_a_restart_of_redis_and_schedules_again(
    own_server: Embedded, tmp_path_factory: pytest.TempPathFactory
) -> None:
    client = connected(own_server)
    with starting(own_server, tmp_path_factory.mktemp("workers")) as start:
        worker = start()
        wait_until(lambda: schedulers(client), PATIENCE)
        (first,) = schedulers(client)
        own_server.kill()
        wait_until(lambda: not is_alive(first), PATIENCE)
        own_server.start()
        at = real_bench(client)
        place = at.create(ROME, 2, clock=SECOND["resign"])
        wait_until(lambda: not to_play(at.table(place)), 1 + PROMISED)
        wait_until(lambda: schedulers(client), TAKE_OVER)
        assert schedulers(client) != {first}
        assert worker.stop() == 0
