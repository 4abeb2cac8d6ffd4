"""Making a move, and what the game comes to."""

from services.rules.core.errors import IllegalMoveError
from services.rules.core.events import PlayerResigned
from services.rules.core.outcome import outcome_of
from services.rules.core.seats import FINISHED, PLAYING, RESIGNED, out_of_turn
from services.rules.core.types import JsonObject, put
from services.rules.families.on_the_underground.building import place, take_branch
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import NOBODY_LEFT
from services.rules.families.on_the_underground.facts import sheet_to_json
from services.rules.families.on_the_underground.moves import (
    Move,
    MovePassenger,
    PlaceTrack,
    TakeBranch,
)
from services.rules.families.on_the_underground.placements import may_take_branch
from services.rules.families.on_the_underground.refusal import find_spot
from services.rules.families.on_the_underground.state import BUILDING, TRAVELLING, State
from services.rules.families.on_the_underground.travel import journey
from services.rules.families.on_the_underground.travel import move as move_passenger
from services.rules.families.on_the_underground.turns import Step, finish, go_on


def apply(edition: Edition, state: State, seat: int, move: Move) -> Step:
    """Make a move; a refusal names the broken rule, and then nothing has changed."""
    match move:
        case PlaceTrack():
            _check_turn(state, seat, BUILDING)
            spot = find_spot(edition, state, move)
            return go_on(edition, *place(edition, state, spot, move))
        case TakeBranch():
            _check_turn(state, seat, BUILDING)
            if not may_take_branch(edition, state):
                raise IllegalMoveError("a water crossing has to be finished first", "OTU-P7")
            return go_on(edition, *take_branch(state))
        case MovePassenger(outcome):
            _check_turn(state, seat, TRAVELLING)
            return _travel(edition, state, outcome)
    return _resign(edition, state, seat)


def outcome(edition: Edition, state: State) -> JsonObject:
    """Give every seat's ledger as facts, for scoring."""
    return outcome_of(
        edition,
        finished=state.turn.phase == FINISHED,
        seats=(
            (player.standing, sheet_to_json(edition, state, seat))
            for seat, player in enumerate(state.players)
        ),
    )


def _check_turn(state: State, seat: int, phase: str) -> None:
    if seat not in state.to_play:
        detail = f"it is not the turn of seat {seat}"
        raise out_of_turn(state.turn.phase, "OTU-E1", detail, "OTU-T1")
    if state.turn.phase != phase:
        what = "the passenger moves now" if phase == BUILDING else "there are actions left"
        raise IllegalMoveError(f"{what}: the phase is {state.turn.phase}", "OTU-T1")


def _travel(edition: Edition, state: State, number: int) -> Step:
    """Choose one of the passenger's outcomes (OTU-G4)."""
    trip = journey(edition, state)
    if not 0 <= number < len(trip.outcomes):
        last = len(trip.outcomes) - 1
        raise IllegalMoveError(f"there are outcomes 0 to {last}, and no {number}", "OTU-G4")
    after, moved = move_passenger(edition, state, trip, number, chosen=True)
    turn = after.turn._replace(phase=BUILDING)
    return go_on(edition, after._replace(turn=turn), moved)


def _resign(edition: Edition, state: State, seat: int) -> Step:
    """Leave the game, at any time; the engine acts for the seat from now on (OTU-X6)."""
    at_table = 0 <= seat < len(state.players)
    if state.turn.phase == FINISHED or not at_table or state.players[seat].standing != PLAYING:
        detail = f"seat {seat} is not in the game"
        raise out_of_turn(state.turn.phase, "OTU-E1", detail, "OTU-X6")
    player = state.players[seat]._replace(standing=RESIGNED)
    players = put(state.players, seat, player)
    turn = state.turn
    if seat in state.to_play and turn.phase == TRAVELLING:
        turn = turn._replace(phase=BUILDING)
    after = state._replace(players=players, turn=turn)
    resigned = PlayerResigned(seat)
    if all(each.standing != PLAYING for each in players):
        return finish(after, NOBODY_LEFT, resigned)
    return go_on(edition, after, resigned) if seat in after.to_play else (after, (resigned,))
