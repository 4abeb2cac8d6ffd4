"""Jobs whose worker was killed go back to their queue; RQ itself would wait for minutes.

A worker that is only slow does no harm by this: what a job does counts once.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from rq import Queue
from rq.job import Job, JobStatus
from rq.utils import as_text

from services.plumbing.connections import failing
from services.plumbing.sweeping import note_swept, swept

LOST: Final = timedelta(seconds=10)
"""A job takes milliseconds. One that began so long ago has lost its worker."""
MOST: Final = 100
"""How many failed jobs, the latest, are looked at in a round."""


class LostJobs:
    """Looks after the jobs of one queue."""

    def __init__(
        self, queue: Queue, passing: Sequence[type[Exception]], lost: timedelta = LOST
    ) -> None:
        self._queue = queue
        self._passing = [f"{each.__module__}.{each.__qualname__}: " for each in passing]
        """What a job may fail with at one time and not at another, as RQ writes it down."""
        self._lost = lost

    def put_back(self) -> None:
        """Put back what was lost; one that cannot be does not keep the others."""
        queue = self._queue
        with failing():
            begun = queue.started_job_registry.get_job_and_execution_ids(cleanup=False)
            between = queue.connection.lrange(queue.intermediate_queue_key, 0, -1)
            failed = queue.failed_job_registry.get_job_ids(0, MOST - 1, desc=True, cleanup=False)
        executions: dict[str, list[str]] = {as_text(each): [] for each in (*between, *failed)}
        for name, execution in begun:
            executions.setdefault(name, []).append(f"{name}:{execution}")
        for name, found in executions.items():
            with swept(job=name):
                self._put_back(name, found)

    def _put_back(self, name: str, executions: list[str]) -> None:
        """Put a job back in one go: killed in between, we would leave it nowhere."""
        queue = self._queue
        with failing():
            job = queue.fetch_job(name)
            if job is None:  # RQ's own cleaner may be locked out for a quarter of an hour
                queue.connection.lrem(queue.intermediate_queue_key, 0, name)
                return
            if not self._is_lost(job):
                return
            pipe = queue.connection.pipeline(transaction=True)
            queue.enqueue_job(job, pipe)  # it has to come first: it begins the transaction
            pipe.lrem(queue.intermediate_queue_key, 0, name)
            pipe.zrem(queue.failed_job_registry.key, name)
            pipe.zrem(queue.started_job_registry.key, name, *executions)
            pipe.execute()
        note_swept(queue.name, "job")

    def _is_lost(self, job: Job) -> bool:
        """Whether nobody has worked on a job for long; one that was not begun may have waited."""
        times = [each.replace(tzinfo=UTC) for each in (job.enqueued_at, job.started_at) if each]
        if not times or datetime.now(UTC) - max(times) <= self._lost:
            return False
        return job.get_status(refresh=False) != JobStatus.FAILED or self._was_in_vain(job)

    def _was_in_vain(self, job: Job) -> bool:
        """Tell whether a job failed because of the store, or of others: it may go well now."""
        result = job.latest_result()
        text = str(result and result.exc_string)
        return any(each in text for each in self._passing)
