"""Worker processes, started as they are deployed, and what they write down."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

import orjson
from rq import SimpleWorker
from rq.worker import WorkerStatus

from deploy import child
from deploy.embedded import Embedded
from deploy.settings import ROOT
from services.plumbing.connections import Client
from tests.servers import connected, wait_until

MODULE: Final = "services.rules.worker"
PATIENCE: Final = 60.0
"""Seconds that a process may take to start or to end; the machines are busy."""
PROMISED: Final = 15.0
"""Seconds in which what got lost is found."""


class WorkerProcess:
    """A worker in a process of its own."""

    def __init__(self, server: Embedded, folder: Path, module: str = MODULE, **more: str) -> None:
        self._client: Client = connected(server)
        self._children: set[int] = set()
        self._out, self._err = folder / "out", folder / "err"
        settings = {"REDIS_URL": server.url, "QUEUES_URL": server.url, "PYTHONPATH": str(ROOT)}
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self.process = subprocess.Popen(
                child.command([sys.executable, "-m", module]),
                cwd=ROOT,
                env={**os.environ, **settings, **more},
                stdout=out,
                stderr=err,
            )

    def is_idle(self) -> bool:
        """Tell whether it has begun, and waits for jobs."""
        assert self.process.poll() is None, self.complaints()
        found = SimpleWorker.all(connection=self._client)
        return any(
            each.pid == self.process.pid and each.get_state() == WorkerStatus.IDLE for each in found
        )

    def kill(self) -> None:
        """End it as a crash would; the process that schedules for it is left to itself."""
        self._children |= _children(self.process.pid)
        self.process.kill()
        self.process.wait()

    def clear_away(self) -> None:
        """End it, and what it has left.

        A scheduler that lives on for a moment keeps the sockets open on which its worker was
        waiting, and a job of the next test would be lost there.
        """
        self.kill()
        for pid in filter(is_alive, self._children):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end, and give the code that it ends with."""
        self.process.terminate()
        return self.ended()

    def ended(self) -> int:
        """Wait for its end, and give the code that it ends with."""
        return self.process.wait(PATIENCE)

    def lines(self) -> list[dict[str, Any]]:
        """Give the lines that it has logged; each has to be JSON."""
        return [orjson.loads(line) for line in self._out.read_bytes().splitlines()]

    def events(self) -> list[str]:
        """Say what its lines are about."""
        return [line["event"] for line in self.lines()]

    def complaints(self) -> str:
        """Give what it has written to standard error."""
        return self._err.read_text(encoding="utf-8")


Start: TypeAlias = Callable[..., WorkerProcess]


@contextmanager
def starting(server: Embedded, folder: Path) -> Iterator[Start]:
    """Give what starts workers on a server; none of them lives longer than the block."""
    workers: list[WorkerProcess] = []

    def start(*, ready: bool = True, **settings: str) -> WorkerProcess:
        place = folder / f"worker-{len(workers)}"
        place.mkdir()
        workers.append(WorkerProcess(server, place, **settings))
        if ready:
            wait_until(workers[-1].is_idle, PATIENCE)
        return workers[-1]

    try:
        yield start
    finally:
        for worker in workers:
            worker.clear_away()


def schedulers(client: Client) -> set[int]:
    """Give the processes that schedule jobs for a worker, as far as they are alive."""
    pids = [client.hget(key, "pid") for key in client.scan_iter("rq:scheduler:*")]
    return {int(pid) for pid in pids if pid and is_alive(int(pid))}


def lock_seconds(client: Client, edition: str) -> int:
    """Say for how long a scheduler's lock on the queue of an edition holds; -2 if there is none."""
    seconds: int = client.ttl(f"rq:scheduler-lock:rules.{edition}")
    return seconds


def is_alive(pid: int) -> bool:
    """Tell whether a process runs; one that has ended and waits for its parent does not."""
    try:
        about = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return about.rpartition(")")[2].split()[0] != "Z"


def _children(pid: int) -> set[int]:
    try:
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return set()
    return {int(child) for child in found.split()}
