"""What the queue `lobby` asks for. Each job may run twice, and does its work once."""

from datetime import datetime
from typing import Any, Final, Protocol

import structlog

from services.lobby.app import running
from services.lobby.app.deliver import Sender, deliver, due_deliveries
from services.lobby.app.lobby import Lobby
from services.lobby.app.take_message import take_message
from services.plumbing.outbox import Outlet, relay_together

FRESH: Final = 1_000
"""Milliseconds by which two clocks may differ: messages written just now are sent as well."""
OUTBOX: Final = ""
"""The lobby has one outbox for everything."""


class Calls(Protocol):
    """Asks for deliveries to webhooks."""

    def call(self, delivery: str, at: datetime | None = None) -> None:
        """Ask for an attempt, at once or at a time."""


class Desk:
    """What the jobs of this process work with; set once, when the worker starts."""

    def __init__(self, lobby: Lobby, outside: Outlet, sender: Sender, calls: Calls) -> None:
        self.lobby = lobby
        self.outside = outside
        self.sender = sender
        self.calls = calls


_desks: list[Desk] = []


def work_at(desk: Desk) -> None:
    """Say what the jobs of this process work with."""
    _desks[:] = [desk]


def take(message: dict[str, Any]) -> str:
    """Take a message of another service; whoever is to be called is called at once."""
    desk = _desks[0]
    became = take_message(desk.lobby, message)
    for delivery in due_deliveries(desk.lobby, desk.lobby.milliseconds()):
        desk.calls.call(delivery)
    structlog.get_logger().info(
        "message_taken", type=message["type"], message=message["id"], outcome=became
    )
    return became


def relay() -> int:
    """Send the messages that wait."""
    desk = _desks[0]
    before = desk.lobby.milliseconds() + FRESH
    return relay_together(desk.lobby.records, desk.outside, OUTBOX, before)


def go_on(tournament: str) -> None:
    """Draw the next round of a tournament, and let its games be asked for."""
    running.go_on(_desks[0].lobby, tournament)


def call(delivery: str) -> None:
    """Try to deliver something to a webhook; if it fails, it is tried again after a pause."""
    desk = _desks[0]
    again = deliver(desk.lobby, desk.sender, delivery)
    if again is not None:
        desk.calls.call(delivery, again)
