"""What the queue `scoring` asks for. Each job may run twice, and does its work once."""

from collections.abc import Sequence
from typing import Any, Final

import structlog
from rq.job import Job

from services.plumbing.connections import StoreError
from services.plumbing.outbox import Outlet, relay_together
from services.plumbing.runner import about
from services.plumbing.tracing import carried_by
from services.scoring.app.scoring import Scoring
from services.scoring.app.take_result import Taken, take_result, take_results
from services.scoring.worker.queues import Noted

FRESH: Final = 1_000
"""Milliseconds by which two clocks may differ: messages written just now are sent as well."""


class Desk:
    """What the jobs of this process work with; set once, when the worker starts."""

    def __init__(self, scoring: Scoring, outside: Outlet, noted: Noted | None = None) -> None:
        self.scoring = scoring
        self.outside = outside
        self.noted = noted or Noted()


_desks: list[Desk] = []


def work_at(desk: Desk) -> None:
    """Say what the jobs of this process work with."""
    _desks[:] = [desk]


def take(message: Any) -> str:  # noqa: ANN401 (whatever came)
    """Take a message of another service, and tell others; say what became of it."""
    taken = take_result(_desks[0].scoring, message)
    _log(taken)
    tell()
    return taken.outcome


def take_all(jobs: Sequence[Job]) -> None:
    """Take the messages of jobs that wait, and tell others."""
    messages, traces = [job.args[0] for job in jobs], [carried_by(job.meta) for job in jobs]
    for job, taken in zip(jobs, take_results(_desks[0].scoring, messages, traces), strict=True):
        with about(job):
            _log(taken)
    tell()


def tell() -> None:
    """Send what follows from the messages taken here; the sweeper finds what could not be sent."""
    for edition in _desks[0].noted.taken():
        try:
            relay(edition)
        except StoreError as error:
            structlog.get_logger().warning("relay_failed", edition=edition, error=str(error))


def relay(edition: str) -> int:
    """Send the messages of an edition that wait."""
    desk = _desks[0]
    before = desk.scoring.milliseconds() + FRESH
    return relay_together(desk.scoring.results, desk.outside, edition, before)


def _log(taken: Taken) -> None:
    structlog.get_logger().info("message_taken", **taken._asdict())
