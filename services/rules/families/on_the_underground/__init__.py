"""On the Underground: New York, Paris. The five verbs of the family, and its documents."""

from services.rules.core.events import PlayerResigned, draws
from services.rules.core.seats import Resign
from services.rules.families.on_the_underground.describe import edition_to_json
from services.rules.families.on_the_underground.documents import (
    event_from_json,
    event_to_json,
    move_from_json,
    move_to_json,
    state_from_json,
    state_to_json,
)
from services.rules.families.on_the_underground.edition import load_edition
from services.rules.families.on_the_underground.events import (
    BranchTaken,
    Event,
    PassengerMoved,
    TrackPlaced,
)
from services.rules.families.on_the_underground.game import apply, outcome
from services.rules.families.on_the_underground.legal import idle_move, legal_moves
from services.rules.families.on_the_underground.moves import (
    Move,
    MovePassenger,
    PlaceTrack,
    TakeBranch,
)
from services.rules.families.on_the_underground.setup import ENGINE_VERSION, new_game
from services.rules.families.on_the_underground.state import State
from services.rules.families.on_the_underground.view import event_view, view

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
    """Name the seat that may move now."""
    return state.to_play


def turn(state: State) -> int:
    """Count the turns; actions and the passenger are one."""
    return state.turn.number


def move_of(event: Event) -> tuple[int, Move] | None:
    """Name the seat and the move that an event records."""
    match event:
        case TrackPlaced():
            names = event.from_station, event.to_station
            return event.seat, PlaceTrack(event.line, *names, event.terminus, event.set)
        case BranchTaken():
            return event.seat, TakeBranch()
        case PassengerMoved(outcome=int(number)):
            return event.seat, MovePassenger(number)
        case PlayerResigned():
            return event.seat, Resign()
    return None
