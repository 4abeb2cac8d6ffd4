"""Jobs of one kind are done many at a time: RQ writes a dozen times for every job it gives out.

What waits behind a job that was done is moved, in one go, to RQ's list of jobs that were taken and
not begun, and leaves it in one go when all of it is done. A worker that is killed in between
leaves the jobs there, where the sweeper finds them. So each may be done twice, as any job may.
"""

from collections.abc import Callable, Sequence
from itertools import takewhile
from time import perf_counter
from typing import Final

import structlog
from redis import RedisError
from rq import Queue
from rq.exceptions import DeserializationError
from rq.job import Job
from rq.utils import as_text, now, utcformat

from services.plumbing import tracing
from services.plumbing.tally import DONE, TALLY

MOST: Final = 50
"""Jobs in one go: then RQ has its turn, says that the worker is alive, and may be told to stop."""
CLAIM: Final = """
-- KEYS: queue, jobs that were taken   ARGV: how many at most, how keys of jobs begin, time
-- The time tells sweepers that somebody is at work, however long a job has waited.
local claimed = {}
for at = 1, tonumber(ARGV[1]) do
  local id = redis.call('LMOVE', KEYS[1], KEYS[2], 'LEFT', 'RIGHT')
  if not id then
    break
  end
  if redis.call('EXISTS', ARGV[2] .. id) == 1 then
    redis.call('HSET', ARGV[2] .. id, 'started_at', ARGV[3])
  end
  claimed[at] = id
end
return claimed
"""


class Batches:
    """Does the jobs of one kind that wait on a queue, each of which has one argument."""

    def __init__(self, queue: Queue, path: str, do: Callable[[Sequence[Job]], object]) -> None:
        self._queue = queue
        self._path = path
        self._do = do
        self._claim = queue.connection.register_script(CLAIM)

    def work(self) -> None:
        """Do what waits, up to the first job that is of another kind: RQ gives that out.

        If it cannot be done, RQ gives out one by one, and knows what to do with one that fails.
        If the queues fail meanwhile, RQ meets that next, and a sweeper finds what was left.
        """
        try:
            if claimed := self._claimed():
                self._settle(claimed, self._done(claimed))
        except RedisError as error:
            structlog.get_logger().warning("batch_failed", error=str(error))

    def _claimed(self) -> list[str]:
        queue = self._queue
        claimed = self._claim(
            [queue.key, queue.intermediate_queue_key], [MOST, Job.key_for(""), utcformat(now())]
        )
        return [as_text(each) for each in claimed]

    def _done(self, claimed: Sequence[str]) -> int:
        """Do the jobs; say how many were done, or are gone."""
        queue, log = self._queue, structlog.get_logger()
        try:
            jobs = Job.fetch_many(claimed, queue.connection, queue.serializer)
            own = [*takewhile(self._is_own, jobs)]
            there, begun = [job for job in own if job], perf_counter()
            with tracing.doing_all(there, queue.name):
                self._do(there)
        except Exception:
            log.exception("batch_put_back", jobs=len(claimed))
            return 0
        name, seconds = self._path.rpartition(".")[2], perf_counter() - begun
        TALLY.job(queue.name, name, DONE, seconds, sum(map(bool, own)))
        return len(own)

    def _is_own(self, job: Job | None) -> bool:
        try:
            return job is None or (job.func_name, len(job.args), job.kwargs) == (self._path, 1, {})
        except DeserializationError:
            return False

    def _settle(self, claimed: Sequence[str], done: int) -> None:
        """Forget what was done, and put the rest back where it was."""
        queue, rest = self._queue, claimed[done:]
        with queue.connection.pipeline(transaction=True) as pipe:
            for name in claimed:
                pipe.lrem(queue.intermediate_queue_key, 1, name)
            for name in claimed[:done]:
                pipe.delete(Job.key_for(name))
            if rest:
                pipe.lpush(queue.key, *reversed(rest))
            pipe.execute()
