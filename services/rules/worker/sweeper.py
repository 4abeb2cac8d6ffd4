"""Finds what a crash has left behind: messages, turns and jobs that did not get to their end."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Final

import structlog

from services.plumbing.callers import Request
from services.plumbing.connections import Client, StoreError
from services.plumbing.lost_jobs import LOST, LostJobs
from services.plumbing.outbox import relay_messages
from services.plumbing.sweeping import GRACE, SWEEPER, swept
from services.rules.app.expire_turn import expire_turn
from services.rules.store.ports import Place
from services.rules.worker.jobs import Desk
from services.rules.worker.queues import rules_queue

REQUEST: Final = Request(id=SWEEPER)
PASSING: Final = (StoreError,)
"""What a job may fail with at one time and not at another."""


class Sweeper:
    """Looks after the editions of this process, and after the jobs on their queues."""

    def __init__(self, desk: Desk, client: Client, lost: timedelta = LOST) -> None:
        self._desk = desk
        self._lost = {
            edition: LostJobs(rules_queue(client, edition), PASSING, lost)
            for edition in desk.rules.served.entries
        }

    def sweep(self) -> None:
        """Go one round; jobs are put back also while the games are away."""
        for edition, lost in self._lost.items():
            self._part(edition, partial(self._sweep, edition))
            self._part(edition, lost.put_back)

    def _part(self, edition: str, part: Callable[[], None]) -> None:
        try:
            part()
        except StoreError as error:
            structlog.get_logger().warning("sweep_failed", edition=edition, error=str(error))

    def _sweep(self, edition: str) -> None:
        before = self._desk.rules.milliseconds() - GRACE
        with swept(edition=edition):
            self._relay(edition, before)
        for game in self._desk.rules.games.overdue(edition, before):
            with swept(edition=edition, game=game):
                self._expire(Place(edition, game))

    def _relay(self, edition: str, before: int) -> None:
        desk = self._desk
        if sent := relay_messages(desk.rules.games, desk.outside, edition, before):
            structlog.get_logger().info("swept_messages", messages=sent)

    def _expire(self, place: Place) -> None:
        again = expire_turn(self._desk.rules, place, REQUEST)
        structlog.get_logger().info("swept_turn")
        if again is not None:
            self._desk.rules.jobs.expire(place, again)
