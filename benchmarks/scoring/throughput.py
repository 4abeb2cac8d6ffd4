"""Results through the queue with one worker, in turns with jobs of plain RQ that do nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.scoring import plain
from benchmarks.scoring.messages import Messages
from benchmarks.scoring.workers import WorkerProcess, working
from services.contracts.ids import LOBBY_QUEUE
from services.plumbing.connections import Client, connect
from services.plumbing.queues import RqOutside, queue
from services.rules.worker.queues import ADDRESSES

WORKER: Final = "services.scoring.worker"
JOBS: Final = 300
"""Jobs and messages a slice."""
SLICES: Final = 6


@dataclass(frozen=True)
class Throughput:
    """What one worker gets done."""

    results_per_second: float
    """From a message on the queue to the result that is stored and announced to the lobby."""
    plain_per_second: float
    """Jobs of plain RQ that do nothing."""

    @property
    def ratio(self) -> float:
        """How many results are taken while plain RQ does one job."""
        return self.results_per_second / self.plain_per_second


def measure_throughput(
    redis_url: str, folder: Path, messages: Messages, jobs: int = JOBS, slices: int = SLICES
) -> Throughput:
    """Measure both in turns, after a slice of each that does not count; the best ones do."""
    client, best, plain_best = connect(redis_url), float("inf"), float("inf")
    with (
        working(WORKER, redis_url, folder / "scoring.log") as ours,
        working(plain.__name__, redis_url, folder / "plain.log") as theirs,
    ):
        take(client, ours, messages.make(jobs))
        do_nothing(client, theirs, jobs)
        for _ in range(slices):
            best = min(best, take(client, ours, messages.make(jobs)))
            plain_best = min(plain_best, do_nothing(client, theirs, jobs))
    return Throughput(jobs / best, jobs / plain_best)


def take(client: Client, worker: WorkerProcess, messages: list[bytes]) -> float:
    """Send messages as the rules do; time them until the lobby is told about the last one.

    It is told after a result is stored, so then all of them are.
    """
    told = _grown(lambda: queue(client, LOBBY_QUEUE).count, len(messages))
    return worker.seconds(lambda: RqOutside(client, ADDRESSES).send_all(messages), told)


def do_nothing(client: Client, worker: WorkerProcess, jobs: int) -> float:
    """Time jobs that do nothing."""
    own = queue(client, plain.QUEUE)
    done = _grown(lambda: client.zcard(own.finished_job_registry.key), jobs)
    return worker.seconds(lambda: [own.enqueue(plain.JOB) for _ in range(jobs)], done)


def _grown(count: Callable[[], int], by: int) -> Callable[[], bool]:
    """Give what tells whether a number has grown by as much."""
    begun = count()
    return lambda: count() >= begun + by
