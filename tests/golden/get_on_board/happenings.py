"""Moves and events of Get on Board in words, one line each."""

from collections.abc import Iterator

from services.rules.core.events import CardsDrawn, GameStarted, PlayerResigned
from services.rules.core.seats import Resign
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import (
    DepartureChosen,
    DeparturesRevealed,
    Event,
    GameEnded,
    ObjectiveCompleted,
    RoutePlotted,
    TicketRevealed,
)
from services.rules.families.get_on_board.moves import ChooseDeparture, Move, PlotRoute
from tests.golden.happenings import common


def move_in_words(move: Move) -> str:
    """Say what a seat does."""
    match move:
        case PlotRoute(path, metro):
            return " ".join(path) + (" by metro" if metro else "")
        case ChooseDeparture(ticket):
            return f"departs with ticket {ticket}"
        case Resign():
            return "resigns"


def happening(edition: Edition, event: Event) -> str:
    """Say what happened; nothing, if the event says no more than the move it records."""
    match event:
        case GameStarted() | CardsDrawn() | PlayerResigned():
            return common(event)
        case DepartureChosen():
            return ""
        case RoutePlotted():
            return "; ".join(_route(edition, event))
        case DeparturesRevealed() | TicketRevealed():
            return _revealed(event)
        case ObjectiveCompleted(seat, objective, side):
            return f"* seat {seat} completes {objective}, {side} side up"
        case GameEnded(ending, personal):
            return f"== The game is over: {ending}; personal objectives {' '.join(personal)}"


def _revealed(event: DeparturesRevealed | TicketRevealed) -> str:
    if isinstance(event, DeparturesRevealed):
        tickets = ("none" if ticket is None else str(ticket) for ticket in event.tickets)
        return f"* departures revealed: {' '.join(tickets)}"
    speedy = f", {event.speedy} sections are speedy" if event.speedy else ""
    return (
        f"== Round {event.round}: ticket {event.ticket}, inspector seat {event.inspector}{speedy}"
    )


def _route(edition: Edition, event: RoutePlotted) -> Iterator[str]:
    """Say what a turn did; nought is left out."""
    numbers = {
        "turn zone": event.turn_spaces,
        edition.capacities.crowd_zone: event.crowd,
        "lights": event.lights,
    }
    yield from (f"{name} {number}" for name, number in numbers.items() if number)
    if event.fallback:
        yield "fallback"
    if event.boxes:
        yield " ".join(event.boxes)
    if event.personal:
        yield f"letters {event.personal}"
    if event.eliminated:
        yield "ELIMINATED"
