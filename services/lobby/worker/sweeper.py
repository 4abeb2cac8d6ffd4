"""Finds what a crash has left behind, and what has come of age: nothing here is asked for."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from time import monotonic
from typing import Final

import structlog
from rq import Queue

from services.contracts.ids import LOBBY_QUEUE
from services.lobby.app.close_tables import close_idle_tables
from services.lobby.app.deliver import due_deliveries, tidy
from services.lobby.app.drafts import BusyError
from services.lobby.app.errors import EngineUnavailableError
from services.lobby.app.matchmaking import make_tables
from services.lobby.app.running import look_after, waiting_tournaments
from services.lobby.app.start_table import create_wanted
from services.lobby.app.tables import STARTING
from services.lobby.worker.jobs import OUTBOX, Desk
from services.plumbing.callers import Request
from services.plumbing.connections import StoreError
from services.plumbing.lost_jobs import LOST, LostJobs
from services.plumbing.outbox import relay_together
from services.plumbing.sweeping import GRACE, SWEEPER, note_swept, swept

PASSING: Final = (StoreError, BusyError)
"""What a job may fail with at one time and not at another."""
AT_ONCE: Final = 100
STUCK: Final = 10_000
"""Milliseconds after which a table that starts has lost whoever started it."""
TIDY: Final = 3600.0
"""Seconds between two rounds of forgetting what is old."""
REQUEST: Final = Request(SWEEPER)


class Sweeper:
    """Looks after everything that should happen by itself."""

    def __init__(self, desk: Desk, queue: Queue, lost: timedelta = LOST) -> None:
        self._desk = desk
        self._lost = LostJobs(queue, PASSING, lost)
        self._tidied = monotonic()

    def sweep(self) -> None:
        """Go one round."""
        for name, part in self._parts():
            try:
                with swept(part=name):
                    part()
            except StoreError as error:
                structlog.get_logger().warning("sweep_failed", part=name, error=str(error))

    def _parts(self) -> Iterator[tuple[str, Callable[[], object]]]:
        lobby = self._desk.lobby
        yield "outbox", self._relay
        yield "jobs", self._lost.put_back
        yield "starting tables", self._start_tables
        yield "idle tables", lambda: close_idle_tables(lobby)
        yield "matchmaking", lambda: make_tables(lobby)
        yield "tournaments", self._look_after_tournaments
        yield "deliveries", self._deliver
        if monotonic() - self._tidied > TIDY:
            self._tidied = monotonic()
            yield "old deliveries", lambda: tidy(lobby)

    def _relay(self) -> None:
        desk = self._desk
        before = desk.lobby.milliseconds() - GRACE
        if sent := relay_together(desk.lobby.records, desk.outside, OUTBOX, before):
            note_swept(LOBBY_QUEUE, "messages", messages=sent)

    def _start_tables(self) -> None:
        lobby = self._desk.lobby
        for id_ in lobby.records.due(STARTING, lobby.milliseconds() - STUCK, AT_ONCE):
            with swept(table=id_):
                try:
                    create_wanted(lobby, id_, REQUEST)
                except EngineUnavailableError:
                    continue  # the table says so
                note_swept(LOBBY_QUEUE, "table")

    def _look_after_tournaments(self) -> None:
        for id_ in waiting_tournaments(self._desk.lobby):
            with swept(tournament=id_):
                look_after(self._desk.lobby, id_)

    def _deliver(self) -> None:
        lobby = self._desk.lobby
        for id_ in due_deliveries(lobby, lobby.milliseconds()):
            self._desk.calls.call(id_)
