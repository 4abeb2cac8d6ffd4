"""The event log is the truth: replaying it gives the state, and never draws again."""

from collections.abc import Sequence
from typing import TypeVar

from services.rules.core.chance import Recorded
from services.rules.core.errors import ReplayError
from services.rules.core.family import Edition, Family

EditionT = TypeVar("EditionT", bound=Edition)
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
EventT = TypeVar("EventT")


def replay(
    family: Family[EditionT, StateT, MoveT, EventT],
    edition: EditionT,
    seats: int,
    log: Sequence[EventT],
) -> StateT:
    """Play a log again and give the state it ends in; every event must come out as recorded."""
    state, events = family.new_game(edition, seats, Recorded(family.draws(log)))
    _compare(log, 0, events)
    at = len(events)
    while at < len(log):
        recorded = family.move_of(log[at])
        if recorded is None:
            raise ReplayError(f"event {at} follows from no move")
        seat, move = recorded
        state, events = family.apply(edition, state, seat, move)
        _compare(log, at, events)
        at += len(events)
    return state


def _compare(log: Sequence[EventT], at: int, events: Sequence[EventT]) -> None:
    for number, event in enumerate(events, start=at):
        if number >= len(log):
            raise ReplayError(f"event {number} is missing: {event!r}")
        if type(log[number]) is not type(event) or log[number] != event:
            raise ReplayError(f"event {number} is {log[number]!r}, but the rules give {event!r}")
