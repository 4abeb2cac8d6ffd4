"""The legal moves of a seat, each with what it would do."""

from collections.abc import Sequence
from typing import NamedTuple, cast, overload

from services.rules.core.types import JsonObject
from services.rules.families.get_on_board.documents import move_to_json
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import RoutePlotted
from services.rules.families.get_on_board.moves import SINGLE, ChooseDeparture, PlotRoute, Shape
from services.rules.families.get_on_board.routes import Route
from services.rules.families.get_on_board.state import CHOOSING, PLOTTING, State, new
from services.rules.families.get_on_board.trip import find_route, moves_of, ride


class Departure(NamedTuple):
    """A departure that may be chosen, and where it is."""

    move: ChooseDeparture
    intersection: str

    def to_json(self) -> JsonObject:
        """Give the move and where it leads."""
        return {"move": move_to_json(self.move), "would": {"intersection": self.intersection}}


class Context(NamedTuple):
    """Whose turn it is, and the shape asked for; None when the fallback applies (GOB-P7)."""

    edition: Edition
    state: State
    seat: int
    shape: Shape | None


class PossibleRoute:
    """A route that may be plotted. What it would do is worked out when it is asked for."""

    __slots__ = ("_turn", "move")

    def __init__(self, turn: "LegalRoutes", move: PlotRoute) -> None:
        self._turn = turn
        self.move = move

    @property
    def would(self) -> RoutePlotted:
        """What would happen."""
        edition, state, seat, shape = self._turn.context
        route = find_route(edition, state.players[seat], shape or SINGLE, self.move)
        return ride(edition, state, seat, cast("Route", route), shape)[0]

    @property
    def eliminating(self) -> bool:
        """Whether it meets the own line (GOB-X4)."""
        return self.would.eliminated

    def to_json(self) -> JsonObject:
        """Give the move and its consequences."""
        would = self.would
        return {
            "move": move_to_json(self.move),
            "would": {
                "markers": len(would.path),
                "turn_spaces": would.turn_spaces,
                self._turn.context.edition.capacities.crowd_zone: would.crowd,
                "lights": would.lights,
                "boxes": list(would.boxes),
                "personal": list(would.personal),
                "fallback": would.fallback,
                "eliminating": would.eliminated,
            },
        }


class LegalRoutes(Sequence[PossibleRoute]):
    """Every route of a turn."""

    __slots__ = ("context", "moves")

    def __init__(self, context: Context, moves: list[PlotRoute]) -> None:
        self.context = context
        self.moves = moves
        """The moves alone."""

    def __len__(self) -> int:
        return len(self.moves)

    @overload
    def __getitem__(self, at: int) -> PossibleRoute: ...
    @overload
    def __getitem__(self, at: slice) -> list[PossibleRoute]: ...
    def __getitem__(self, at: int | slice) -> PossibleRoute | list[PossibleRoute]:
        if isinstance(at, slice):
            return [PossibleRoute(self, move) for move in self.moves[at]]
        return PossibleRoute(self, self.moves[at])


def legal_moves(
    edition: Edition, state: State, seat: int
) -> Sequence[Departure] | Sequence[PossibleRoute]:
    """List every move the seat may make now; nothing for a seat whose turn it is not."""
    _, now, to_play, players = state
    if now.phase == PLOTTING and seat == to_play[0]:
        player = players[seat]
        shape = edition.shapes[player.deal.top][now.ticket]
        moves = moves_of(edition, player, shape)
        if moves:
            return LegalRoutes(new(Context, (edition, state, seat, shape)), moves)
        moves = moves_of(edition, player, SINGLE)
        return LegalRoutes(Context(edition, state, seat, None), moves)
    if now.phase == CHOOSING and seat in to_play:
        return [
            new(Departure, (ChooseDeparture(ticket), edition.departure_names[ticket]))
            for ticket in players[seat].deal.hand
        ]
    return ()
