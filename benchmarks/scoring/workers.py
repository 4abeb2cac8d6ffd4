"""Worker processes, started as they are deployed, and how long they take for what waits."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep
from typing import Final

from deploy import child
from deploy.settings import ROOT

LOOK: Final = 0.01
"""Seconds between two looks whether all is done."""
PATIENCE: Final = 120.0


@dataclass
class WorkerProcess:
    """A worker in a process of its own."""

    process: subprocess.Popen[bytes]
    log: Path

    def seconds(self, put: Callable[[], object], is_done: Callable[[], bool]) -> float:
        """Put jobs on its queue while it is halted; say how long it takes until all is done."""
        self.process.send_signal(signal.SIGSTOP)
        put()
        begun = perf_counter()
        self.process.send_signal(signal.SIGCONT)
        while not is_done():
            if self.process.poll() is not None or perf_counter() > begun + PATIENCE:
                raise RuntimeError(f"a worker does not get done; see {self.log}")
            sleep(LOOK)
        return perf_counter() - begun


@contextmanager
def working(module: str, redis_url: str, log: Path, **more: str) -> Iterator[WorkerProcess]:
    """Run a worker for a while, with more settings."""
    settings = {"REDIS_URL": redis_url, "QUEUES_URL": redis_url, "PYTHONPATH": str(ROOT)}
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 - the command is ours
            child.command([sys.executable, "-m", module]),
            cwd=ROOT,
            env={**os.environ, **settings, **more},
            stdout=output,
            stderr=output,
        )
    try:
        yield WorkerProcess(process, log)
    finally:
        process.terminate()
        process.wait(PATIENCE)
