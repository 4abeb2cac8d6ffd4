"""Round after round beside a worker: what a crash has left behind is found and done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Final

import structlog

from services.plumbing.connections import StoreError
from services.plumbing.tally import TALLY

PERIOD: Final = 5.0
"""Seconds between two rounds."""
GRACE: Final = 2_000
"""Milliseconds in which jobs do it by themselves. Both are well below the promised 15 seconds."""
SWEEPER: Final = "sweeper"
"""On whose behalf it is done, in logs, messages and the jobs that follow."""


class Sweeping:
    """Goes round after round in a thread of its own."""

    def __init__(self, sweep: Callable[[], None]) -> None:
        self._sweep = sweep
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="sweeper", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the round, and stop."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(PERIOD):
            self._sweep()


@contextmanager
def swept(**about: str) -> Iterator[None]:
    """Log what goes wrong with one thing, and go on: it must not keep the others waiting.

    Only a store that fails concerns them all.
    """
    with structlog.contextvars.bound_contextvars(request_id=SWEEPER, **about):
        try:
            yield
        except StoreError:
            raise
        except Exception as error:
            log = structlog.get_logger()
            if code := getattr(error, "code", None):
                log.warning("sweep_skipped", code=code, detail=str(error))
            else:
                log.exception("sweep_skipped")


def note_swept(queue: str, what: str, **number: int) -> None:
    """Log what was found, and count it: one, or as many as are said."""
    structlog.get_logger().info(f"swept_{what}", **number)
    TALLY.found(queue, what, sum(number.values()) or 1)
