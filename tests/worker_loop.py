"""RQ's loop in this very process, for tests of jobs."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from services.plumbing.connections import Client


def work_off_queues(client: Client, *queues: Queue) -> None:
    """Do the jobs that wait or are due, as a worker does, until there are none."""
    worker = SimpleWorker(queues, connection=client, serializer=JSONSerializer)
    with signals_kept():
        worker.work(burst=True, with_scheduler=True, logging_level="CRITICAL")


@contextmanager
def signals_kept() -> Iterator[None]:
    """Let a worker take signals for a while."""
    kept = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in kept.items():
            signal.signal(each, handler)
