"""What workers have done: counted in their process, and added up in Redis for the APIs to tell.

A worker has no port to be asked on. It adds its counts up with every round of its sweeper, so
counting costs a job nothing; a worker that is killed takes the counts of some seconds with it. The
sums outlive the workers, so they only ever grow.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Final, NamedTuple

from redis import RedisError
from rq.exceptions import DeserializationError
from rq.job import Job

from services.plumbing.connections import Client

KEY: Final = "work:{}"
"""A hash for every queue: what was done with it, by a word and what it is about."""
DONE: Final = "done"
FAILED: Final = "failed"
SECONDS: Final = "seconds"
SWEPT: Final = "swept"
JOBS: Final = ".worker.jobs"
"""Where our own jobs are; whatever else somebody may put on a queue has one name."""
OTHER: Final = "other"


class Count(NamedTuple):
    """What is counted."""

    queue: str
    word: str
    about: str
    """The name of a job, or of what a sweeper has found."""


class Tally:
    """The counts of a process that are not added up yet."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: Counter[Count] = Counter()
        self._seconds: dict[Count, float] = {}

    def job(self, queue: str, name: str, word: str, seconds: float, number: int = 1) -> None:
        """Count jobs that were done, or have failed, and how long they took together."""
        took = Count(queue, SECONDS, name)
        with self._lock:
            self._counts[Count(queue, word, name)] += number
            self._seconds[took] = self._seconds.get(took, 0.0) + seconds

    def found(self, queue: str, what: str, number: int = 1) -> None:
        """Count what a sweeper has found."""
        with self._lock:
            self._counts[Count(queue, SWEPT, what)] += number

    def add_up(self, client: Client) -> None:
        """Add the counts up in Redis; if that fails they are kept for the next time."""
        with self._lock:
            counts, self._counts = self._counts, Counter()
            seconds, self._seconds = self._seconds, {}
        if not counts:
            return
        try:
            with client.pipeline(transaction=False) as pipe:
                for each, number in counts.items():
                    pipe.hincrby(KEY.format(each.queue), _field(each), number)
                for each, took in seconds.items():
                    pipe.hincrbyfloat(KEY.format(each.queue), _field(each), took)
                pipe.execute()
        except RedisError:
            self._keep(counts, seconds)

    def _keep(self, counts: Counter[Count], seconds: Mapping[Count, float]) -> None:
        with self._lock:
            self._counts += counts
            for each, took in seconds.items():
                self._seconds[each] = self._seconds.get(each, 0.0) + took


TALLY: Final = Tally()
"""The counts of this process."""


def sums(fields: Mapping[bytes, bytes]) -> Iterable[tuple[str, str, float]]:
    """Read what was added up for a queue: word, what it is about, and the sum."""
    for field, value in fields.items():
        word, _, about = field.decode().partition(" ")
        yield word, about, float(value)


def name_of(job: Job) -> str:
    """Name a job by the last part of its path; those that are none of ours have one name."""
    try:
        module, _, name = str(job.func_name).rpartition(".")
    except DeserializationError:
        return OTHER
    return name if module.endswith(JOBS) else OTHER


def _field(count: Count) -> str:
    return f"{count.word} {count.about}"
