"""What gunicorn's processes do beside answering: hooks for its settings, and its kind of worker.

A worker starts what its application keeps in `app.extensions["interchange"]`, and stops it as soon
as it is told to end (SIGTERM), while requests are still being answered: streams end, connections
that wait for another request are closed, and everything else is finished.
"""

import atexit
import os
import resource
import shutil
import socket
import sys
import tempfile
from pathlib import Path
from types import FrameType
from typing import Final, Protocol, Self

import gevent  # type: ignore[import-untyped]
from gunicorn.workers.ggevent import GeventWorker  # type: ignore[import-untyped]

from deploy import child
from deploy.gateway import lifecycle_of

MOST_FILES: Final = 65536
"""Open files of a process; some machines allow a billion, which makes other programs slow."""
LAST_REQUEST: Final = 0.5
"""Seconds that a connection may take for a request when the worker is about to end."""
METRICS: Final = "PROMETHEUS_MULTIPROC_DIR"


class Master(Protocol):
    """What is used of gunicorn's master."""

    pid: int


class Waiting:
    """The time that a connection waits for its next request; it can be cut short."""

    def __init__(self, worker: "Worker", seconds: float) -> None:
        self.worker = worker
        self.timeout = gevent.Timeout(seconds, exception=False)
        self.greenlet = gevent.getcurrent()

    def __enter__(self) -> Self:
        """Begin to wait."""
        self.timeout.__enter__()
        self.worker.waiting.add(self)
        return self

    def __exit__(self, *reason: object) -> bool:
        """Go on: a request has come, or it took too long."""
        self.worker.waiting.discard(self)
        return bool(self.timeout.__exit__(*reason))

    def cut(self) -> None:
        """End it as if its time were over; only the hub may do so, as it does with timers."""
        if self in self.worker.waiting:
            self.greenlet.throw(self.timeout)


class Worker(GeventWorker):  # type: ignore[misc]
    """A process with thousands of connections that ends as soon as its requests are answered."""

    def __init__(self, *arguments: object, **named: object) -> None:
        super().__init__(*arguments, **named)
        self.waiting: set[Waiting] = set()
        self.begun = False

    def timeout_ctx(self) -> Waiting:
        """Wait for a request, but not for long if the worker is about to end."""
        return Waiting(self, self.cfg.keepalive if self.alive else LAST_REQUEST)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take a SIGTERM."""
        super().handle_exit(sig, frame)
        gevent.spawn(self.wind_up)

    def wind_up(self) -> None:
        """Let go of everything that would keep the worker from its end."""
        for connection in self.waiting:
            gevent.get_hub().loop.run_callback(connection.cut)
        stop(self)


def limit_patience(worker: Worker, seconds: int) -> None:
    """Let the kernel close connections of those who do not read what they asked for.

    Connections inherit this from the socket that they came through. Only Linux has it.
    """
    for listener in worker.sockets:
        if listener.family in {socket.AF_INET, socket.AF_INET6} and sys.platform == "linux":
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, seconds * 1000)


def start(worker: Worker) -> None:
    """Start what the application wants started."""
    lifecycle = lifecycle_of(worker.wsgi)
    worker.begun = True
    if lifecycle:
        lifecycle.start()


def stop(worker: Worker) -> None:
    """Stop it again, once."""
    lifecycle = lifecycle_of(worker.wsgi) if worker.begun else None
    worker.begun = False
    if lifecycle:
        lifecycle.stop()


def end_traces() -> None:
    """Send the last spans, when all requests are answered."""
    # Imported late, as all of the platform is: after gevent's patches.
    from services.plumbing.tracing import end_tracing  # noqa: PLC0415

    end_tracing()


def raise_file_limit() -> None:
    """Allow as many open files, and so connections, as this user may have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def make_metrics_folder() -> None:
    """Make the folder in which the processes share their numbers, unless one was given."""
    if given := os.environ.get(METRICS):
        Path(given).mkdir(mode=0o700, parents=True, exist_ok=True)
        for gauge in Path(given).glob("gauge_live*.db"):
            gauge.unlink()  # of workers that were killed together with their master
    else:
        os.environ[METRICS] = tempfile.mkdtemp(prefix="interchange-metrics-")
        # gunicorn's own hook for the end is left out when a worker cannot be started.
        atexit.register(_remove, os.environ[METRICS], os.getpid())


def forget_metrics_of(process: int) -> None:
    """Drop the gauges of a process that has ended; its counters stay."""
    # Imported late: the workers' own import has to come after gevent's patches.
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

    mark_process_dead(process)  # type: ignore[no-untyped-call]


def die_with_master(master: int) -> None:
    """Leave no worker behind, and so no port taken, if the master is killed."""
    child.die_with(master)


def _remove(folder: str, process: int) -> None:
    """Remove a folder at the end of the process that made it, not at that of its forks."""
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)
