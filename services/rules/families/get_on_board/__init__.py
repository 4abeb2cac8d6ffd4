"""Get on Board: New York, London, Paris, Rome. The five verbs of the family, and its documents."""

from services.rules.core.events import PlayerResigned, draws
from services.rules.core.seats import MOST_SEATS, Resign
from services.rules.families.get_on_board.describe import edition_to_json
from services.rules.families.get_on_board.documents import (
    event_from_json,
    event_to_json,
    move_from_json,
    move_to_json,
    state_from_json,
    state_to_json,
)
from services.rules.families.get_on_board.edition import load_edition
from services.rules.families.get_on_board.events import DepartureChosen, Event, RoutePlotted
from services.rules.families.get_on_board.game import apply, outcome
from services.rules.families.get_on_board.legal import idle_move, legal_moves
from services.rules.families.get_on_board.moves import ChooseDeparture, Move, PlotRoute
from services.rules.families.get_on_board.setup import ENGINE_VERSION, new_game
from services.rules.families.get_on_board.state import CHOOSING, State
from services.rules.families.get_on_board.view import event_view, view

__all__ = [
    "ENGINE_VERSION",
    "apply",
    "draws",
    "edition_to_json",
    "event_from_json",
    "event_to_json",
    "event_view",
    "idle_move",
    "legal_moves",
    "load_edition",
    "move_from_json",
    "move_of",
    "move_to_json",
    "new_game",
    "outcome",
    "state_from_json",
    "state_to_json",
    "to_play",
    "turn",
    "view",
]


def to_play(state: State) -> tuple[int, ...]:
    """Name the seats that may move now: all that have not chosen, or the one whose turn it is."""
    return state.to_play if state.round.phase == CHOOSING else state.to_play[:1]


def turn(state: State) -> int:
    """Count the turns: choosing departures is one of all together, a route is one of a seat."""
    if state.round.phase == CHOOSING:
        return 0
    return state.round.number * (MOST_SEATS + 1) - len(state.to_play)


def move_of(event: Event) -> tuple[int, Move] | None:
    """Name the seat and the move that an event records."""
    match event:
        case RoutePlotted():
            return event.seat, PlotRoute(event.path, event.metro)
        case DepartureChosen():
            return event.seat, ChooseDeparture(event.ticket)
        case PlayerResigned():
            return event.seat, Resign()
    return None
