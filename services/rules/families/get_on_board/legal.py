"""The legal moves of a seat, each with what it would do."""

from typing import NamedTuple, cast

from services.rules.core.options import Options
from services.rules.core.types import JsonObject, new
from services.rules.families.get_on_board.documents import move_to_json
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import RoutePlotted
from services.rules.families.get_on_board.moves import SINGLE, ChooseDeparture, PlotRoute, Shape
from services.rules.families.get_on_board.routes import Route
from services.rules.families.get_on_board.state import CHOOSING, PLOTTING, State
from services.rules.families.get_on_board.trip import find_route, moves_of, ride


class Turn(NamedTuple):
    """Who is to move, and the shape asked for; None while choosing, or when GOB-P7 applies."""

    edition: Edition
    state: State
    seat: int
    shape: Shape | None


class Departure(NamedTuple):
    """A departure that may be chosen."""

    turn: Turn
    move: ChooseDeparture

    def to_json(self) -> JsonObject:
        """Give the move and where it leads."""
        board = self.turn.edition.board
        start = board.intersections[board.departures[self.move.ticket]]
        return {"move": move_to_json(self.move), "would": {"intersection": start.name}}


class PossibleRoute(NamedTuple):
    """A route that may be plotted. What it would do is worked out when it is asked for."""

    turn: Turn
    move: PlotRoute

    @property
    def would(self) -> RoutePlotted:
        """What would happen."""
        edition, state, seat, shape = self.turn
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
                self.turn.edition.capacities.crowd_zone: would.crowd,
                "lights": would.lights,
                "boxes": list(would.boxes),
                "personal": list(would.personal),
                "fallback": would.fallback,
                "eliminating": would.eliminated,
            },
        }


def legal_moves(
    edition: Edition, state: State, seat: int
) -> Options[Departure, ChooseDeparture] | Options[PossibleRoute, PlotRoute]:
    """List every move the seat may make now; nothing for a seat whose turn it is not."""
    _, now, to_play, players = state
    phase, _, ticket, _, _, _ = now
    if phase == PLOTTING and seat == to_play[0]:
        player = players[seat]
        shape = edition.shapes[player.deal.top][ticket]
        routes = moves_of(edition, player, shape)
        if routes:
            return Options(PossibleRoute, new(Turn, (edition, state, seat, shape)), routes)
        routes = moves_of(edition, player, SINGLE)
        return Options(PossibleRoute, Turn(edition, state, seat, None), routes)
    departures: list[ChooseDeparture] = []
    if phase == CHOOSING and seat in to_play:
        departures = [ChooseDeparture(ticket) for ticket in players[seat].deal.hand]
    return Options(Departure, new(Turn, (edition, state, seat, None)), departures)


def idle_move(edition: Edition, state: State, seat: int) -> ChooseDeparture | PlotRoute:
    """Choose for a seat whose time is up: the first move that does not eliminate it."""
    options = legal_moves(edition, state, seat)
    for option in options:
        if not (isinstance(option, PossibleRoute) and option.eliminating):
            return option.move
    return options.moves[0]
