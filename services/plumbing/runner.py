"""The worker process: RQ's loop with its scheduler, and the sweeper beside it."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import Final

import structlog
from redis import RedisError
from rq import Queue, SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from services.plumbing import tracing
from services.plumbing.connections import Client
from services.plumbing.queues import job_id
from services.plumbing.sweeping import Sweeping
from services.plumbing.tally import DONE, FAILED, TALLY, name_of

PR_SET_PDEATHSIG: Final = 1
LOOK_AGAIN: Final = 5
"""Seconds after which a worker looks whether it has to schedule: RQ's scheduler ends when Redis is
away for a moment, and the lock of one that was killed is held for another minute."""
ALIVE: Final = "WORKER_ALIVE"
"""The setting that names a file which a worker touches as long as its loop goes round."""
SPARE: Final = 15
"""Seconds by which RQ waits for jobs less long than a worker counts as alive."""
JOB_FAILED: Final = "job_failed"


def nothing() -> None:
    """Do nothing."""


class Runner:
    """Works on some queues, and sweeps."""

    def __init__(
        self,
        client: Client,
        queues: Sequence[Queue],
        sweep: Callable[[], None],
        after: Callable[[], None] = nothing,
        *,
        counts: Client | None = None,
    ) -> None:
        self._client = client
        self._queues = queues
        self._sweeping = Sweeping(self._round)
        self._sweep = sweep
        self._after = after
        """What follows every job, unless the worker has to stop."""
        self._counts = counts
        """Where it is added up what was done."""

    def run(self) -> int:
        """Work until told to stop (SIGTERM or SIGINT); the job at hand is finished first.

        Jobs run in this very process: they take milliseconds, and a fork takes more. RQ's loop
        also ends when Redis fails it; then 1 is the answer, and a supervisor starts a new worker.
        """
        os.register_at_fork(after_in_child=partial(_end_with_worker, os.getpid()))
        self._sweeping.start()
        try:
            return self._work()
        except RedisError as error:
            structlog.get_logger().error("queues_lost", error=str(error))
            return 1
        finally:
            self._sweeping.stop()
            self._add_up()
            tracing.end_tracing()

    def _round(self) -> None:
        self._sweep()
        self._add_up()

    def _add_up(self) -> None:
        if self._counts:
            TALLY.add_up(self._counts)

    def _work(self) -> int:
        worker = _Worker(
            list(self._queues),
            name=job_id(self._queues[0].name),
            connection=self._client,
            serializer=JSONSerializer,
            maintenance_interval=LOOK_AGAIN,
            worker_ttl=LOOK_AGAIN + SPARE,
        )
        worker.after = self._after
        worker.alive = Path(named) if (named := os.environ.get(ALIVE)) else None
        worker.work(with_scheduler=True, logging_level="WARNING")
        return 0 if worker.told else 1


def about(job: Job) -> AbstractContextManager[object]:
    """Let whatever is logged meanwhile name a job, and the request behind it."""
    request = str(job.meta.get("request_id", ""))
    return structlog.contextvars.bound_contextvars(request_id=request, job=job.id)


class _Worker(SimpleWorker):
    """RQ's worker, which remembers whether it was told to stop."""

    told = False
    after: Callable[[], None] = staticmethod(nothing)
    alive: Path | None = None

    def heartbeat(self, timeout: int | None = None, pipeline: Client | None = None) -> None:
        """Say that the worker is alive, to those who look at a file as well.

        The file comes first: that Redis is away is no reason to kill a worker.
        """
        if self.alive:
            self.alive.touch()
        super().heartbeat(timeout, pipeline)

    def _set_ip_address(self, connection: Client) -> None:
        """Do without an address: RQ asks for a list of everybody who is connected, to find it."""
        del connection
        self.ip_address = "unknown"

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Stop when the job at hand is finished."""
        self.told = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def perform_job(self, job: Job, queue: Queue) -> bool:
        """Do a job, about which RQ logs meanwhile as well, and what follows.

        It follows here, as a worker that is told to stop while it is busy goes on to the end.
        """
        begun = perf_counter()
        with tracing.doing(job, queue.name) as span, about(job):
            done = super().perform_job(job, queue)
            if not done:
                tracing.failed(span, JOB_FAILED)
        seconds = perf_counter() - begun
        TALLY.job(queue.name, name_of(job), DONE if done else FAILED, seconds)
        if not self.told:
            self.after()
        return done


def _end_with_worker(worker: int) -> None:
    """Let the scheduler, which RQ forks, end with its worker, also with one that is killed.

    Only Linux offers this. Elsewhere it lives on, and so does what it does.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        if os.getppid() != worker:  # it was killed a moment ago
            os.kill(os.getpid(), signal.SIGTERM)
