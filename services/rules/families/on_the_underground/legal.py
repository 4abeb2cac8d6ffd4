"""The legal moves of a seat, each with what it would do."""

from typing import NamedTuple, TypeAlias

from services.rules.core.documents import thaw
from services.rules.core.options import Options
from services.rules.core.types import Json, JsonObject
from services.rules.families.on_the_underground.building import place
from services.rules.families.on_the_underground.documents import move_to_json
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import PassengerMoved, TrackPlaced
from services.rules.families.on_the_underground.lines import BRANCH_COST
from services.rules.families.on_the_underground.moves import MovePassenger, PlaceTrack, TakeBranch
from services.rules.families.on_the_underground.placements import (
    may_take_branch,
    placements,
    spot_of,
)
from services.rules.families.on_the_underground.state import BUILDING, TRAVELLING, State
from services.rules.families.on_the_underground.travel import Journey, foreseen, journey

Action: TypeAlias = TakeBranch | PlaceTrack


class Moment(NamedTuple):
    """A moment in which the seat to play has actions before it."""

    edition: Edition
    state: State


class PossibleAction(NamedTuple):
    """An action that may be taken. What it would do is worked out when it is asked for."""

    moment: Moment
    move: Action

    @property
    def would(self) -> TrackPlaced | None:
        """What would happen; nothing beyond a tile if one is taken."""
        edition, state = self.moment
        if isinstance(self.move, TakeBranch):
            return None
        return place(edition, state, spot_of(edition, state, self.move), self.move)[1]

    def to_json(self) -> JsonObject:
        """Give the move and its consequences."""
        would = self.would
        document: JsonObject = {"spends": 0, "gains": 1}
        if would is not None:
            connected: Json = thaw(would.connected)
            document = {
                "spends": would.spent + BRANCH_COST * len(would.replaced),
                "gains": would.gained,
                "connects": connected,
                "landmarks": list(would.landmarks),
                "sets": would.sets,
            }
        return {"move": move_to_json(self.move), "would": document}


class Travels(NamedTuple):
    """A moment in which the passenger has several ways."""

    edition: Edition
    state: State
    journey: Journey


class PossibleTrip(NamedTuple):
    """A way that the passenger may take."""

    moment: Travels
    move: MovePassenger

    @property
    def would(self) -> PassengerMoved:
        """What would happen."""
        edition, state, trip = self.moment
        return foreseen(edition, state, trip, self.move.outcome, chosen=True)

    def to_json(self) -> JsonObject:
        """Give the move, the destination, whose lines are used, and one path to draw."""
        would = self.would
        lines = zip(would.lines, would.owners, strict=True)
        return {
            "move": move_to_json(self.move),
            "would": {
                "destination": would.destination,
                "spaces": would.spaces,
                "lines": [{"line": line, "seat": owner} for line, owner in lines],
                "path": thaw(would.path),
            },
        }


def legal_moves(
    edition: Edition, state: State, seat: int
) -> Options[PossibleAction, Action] | Options[PossibleTrip, MovePassenger]:
    """List every move the seat may make now; nothing for a seat whose turn it is not."""
    if seat in state.to_play and state.turn.phase == TRAVELLING:
        trip = journey(edition, state)
        trips = [MovePassenger(number) for number in range(len(trip.outcomes))]
        return Options(PossibleTrip, Travels(edition, state, trip), trips)
    actions: list[Action] = []
    if seat in state.to_play and state.turn.phase == BUILDING:
        if may_take_branch(edition, state):
            actions.append(TakeBranch())
        actions.extend(placements(edition, state))
    return Options(PossibleAction, Moment(edition, state), actions)


def idle_move(edition: Edition, state: State, seat: int) -> Action | MovePassenger:
    """Choose for a seat whose time is up: a branch tile or the first outcome, as in OTU-X6."""
    return legal_moves(edition, state, seat).moves[0]
