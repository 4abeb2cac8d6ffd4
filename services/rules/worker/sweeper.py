"""Finds what a crash has left behind: messages, turns and jobs that did not get to their end."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Final

import structlog

from services.contracts.ids import RULES_QUEUE
from services.plumbing.callers import Request
from services.plumbing.connections import Client, StoreError
from services.plumbing.engines import Version
from services.plumbing.lost_jobs import LOST, LostJobs
from services.plumbing.outbox import relay_messages
from services.plumbing.sweeping import GRACE, SWEEPER, note_swept, swept
from services.rules.app.errors import VersionNotServedError
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
        self._versions = desk.rules.served.versions
        self._foreign: Counter[tuple[str, Version]] = Counter()
        """Games of other versions whose turn's time was up in this round."""
        self._lost = {
            edition: [
                LostJobs(rules_queue(client, edition, each), PASSING, lost) for each in (None, own)
            ]
            for edition, own in self._versions.items()
        }

    def sweep(self) -> None:
        """Go one round; jobs are put back also while the games are away."""
        self._foreign.clear()
        for edition in self._versions:
            self._part(partial(self._sweep, edition), edition=edition)
            self._part(partial(self._put_back, edition), edition=edition)
        if self._foreign:
            self._part(self._complain)

    def _part(self, part: Callable[[], None], **about: str) -> None:
        try:
            part()
        except StoreError as error:
            structlog.get_logger().warning("sweep_failed", error=str(error), **about)

    def _put_back(self, edition: str) -> None:
        for lost in self._lost[edition]:
            lost.put_back()

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
            note_swept(RULES_QUEUE.format(edition=edition), "messages", messages=sent)

    def _expire(self, place: Place) -> None:
        try:
            again = expire_turn(self._desk.rules, place, REQUEST)
        except VersionNotServedError as error:
            self._foreign[place.edition, error.version] += 1
            return
        note_swept(RULES_QUEUE.format(edition=place.edition), "turn")
        if again is not None:
            self._desk.rules.jobs.expire(place, self._versions[place.edition], again)

    def _complain(self) -> None:
        """Say which games wait for an engine that nobody runs; the others have theirs."""
        up = self._desk.others.up()
        alone = {version: games for version, games in self._foreign.items() if version not in up}
        if alone:
            names = ["{} {}.{}".format(edition, *version) for edition, version in sorted(alone)]
            structlog.get_logger().warning(
                "games_without_engine", games=sum(alone.values()), versions=names
            )
