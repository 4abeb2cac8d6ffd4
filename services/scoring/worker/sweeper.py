"""Finds what a crash has left behind: messages that did not leave, and jobs that did not end."""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

import structlog
from rq import Queue

from services.contracts.ids import SCORING_QUEUE
from services.plumbing.connections import StoreError
from services.plumbing.lost_jobs import LOST, LostJobs
from services.plumbing.outbox import relay_messages
from services.plumbing.sweeping import GRACE, note_swept, swept
from services.scoring.app.errors import BusyError
from services.scoring.worker.jobs import Desk

PASSING: Final = (StoreError, BusyError)
"""What a job may fail with at one time and not at another."""


class Sweeper:
    """Looks after the messages that leave, and after those that came."""

    def __init__(self, desk: Desk, queue: Queue, lost: timedelta = LOST) -> None:
        self._desk = desk
        self._lost = LostJobs(queue, PASSING, lost)

    def sweep(self) -> None:
        """Go one round."""
        for part in (*map(self._relaying, self._desk.scoring.tables), self._lost.put_back):
            try:
                part()
            except StoreError as error:
                structlog.get_logger().warning("sweep_failed", error=str(error))

    def _relaying(self, edition: str) -> Callable[[], None]:
        def relay() -> None:
            scoring, outside = self._desk.scoring, self._desk.outside
            with swept(edition=edition):
                before = scoring.milliseconds() - GRACE
                if sent := relay_messages(scoring.results, outside, edition, before):
                    note_swept(SCORING_QUEUE, "messages", messages=sent)

        return relay
