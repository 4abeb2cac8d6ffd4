"""How a bot thinks about Get on Board: what a route brings, and how safe it leaves the line."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from clients.bots.get_on_board.points import sheet_points
from clients.bots.get_on_board.prospects import progress, sheet_hopes
from clients.bots.get_on_board.rebuild import rebuild
from clients.bots.get_on_board.safety import Ahead, Safety
from services.rules.core.seats import PLAYING, Resign
from services.rules.core.types import put
from services.rules.families import get_on_board as family
from services.rules.families.get_on_board.counts import Count
from services.rules.families.get_on_board.edition import ASKS, Edition
from services.rules.families.get_on_board.moves import (
    SINGLE,
    ChooseDeparture,
    Move,
    PlotRoute,
    Shape,
)
from services.rules.families.get_on_board.sheet import TURN_ZONE, Boxes
from services.rules.families.get_on_board.state import CHOOSING, PLOTTING, ROUNDS, State
from services.rules.families.get_on_board.trip import find_route, moves_of, ride
from services.scoring.core.table import PointsTable
from services.scoring.core.zones import Objectives

Ranked: TypeAlias = list[tuple[float, Move]]

OUT: Final = -100.0
"""What being eliminated is worth, far below any sheet."""
STUCK: Final = 100.0
CRAMPED: Final = 3.0
"""What a surely lost line costs, and each intersection that is missing for the rounds to come."""
GREEDY_ROUNDS: Final = 3
SEARCH_ROUNDS: Final = 1
"""For how many rounds it is looked whether the line can go on."""
CUT_OFF: Final = 5
"""After how many rounds a playout is judged as it stands."""


class Turn(NamedTuple):
    """A seat that is to plot a route, and how it weighs them."""

    state: State
    seat: int
    shape: Shape | None
    coming: list[Shape]
    goals: "list[Goal]"
    hoping: bool
    """Whether what the sheet may become counts as well."""
    rounds: int


class Goal(NamedTuple):
    """A common objective that a seat does not have yet, and what it would bring."""

    count: Count
    enough: int
    points: int


class Mind:
    """What a bot knows about one city of Get on Board."""

    def __init__(self, edition: Edition, table: PointsTable) -> None:
        self.edition = edition
        self._points = sheet_points(table)
        self._hopes = sheet_hopes(table)
        self._safety = Safety(edition)
        numbers = table.zone("common").numbers
        assert isinstance(numbers, Objectives)  # noqa: S101 (every city has them)
        self._sides = numbers.blue, numbers.yellow

    def rebuild(self, view: Mapping[str, Any], chance: Random) -> State:
        """Draw a state that the view of a seat may belong to."""
        return rebuild(self.edition, view, chance)

    def by_points(self, state: State, seat: int) -> Ranked:
        """Rank the moves by the provisional score after each, unless the line gets stuck."""
        return self._ranked(state, seat, hoping=False, rounds=GREEDY_ROUNDS)

    def by_prospects(self, state: State, seat: int) -> Ranked:
        """Rank the moves by what the sheet may become."""
        return self._ranked(state, seat, hoping=True, rounds=SEARCH_ROUNDS)

    def to_play(self, state: State) -> int | None:
        """Name the seat that moves next."""
        return state.to_play[0] if state.to_play else None

    def apply(self, state: State, seat: int, move: Move) -> State:
        """Make a move in thought."""
        return family.apply(self.edition, state, seat, move)[0]

    def imagined(self, state: State, seat: int) -> State:
        """Let the others choose any departure, and rest then: their markers stay on the map."""
        for other, player in enumerate(state.players):
            if other == seat or not state.to_play:
                continue
            if state.round.phase == PLOTTING and player.standing == PLAYING:
                state = self.apply(state, other, Resign())
            elif other in state.to_play:
                state = self.apply(state, other, ChooseDeparture(player.deal.hand[0]))
        return state

    def horizon(self, state: State) -> int:
        """Give the round in which a playout that begins here is judged."""
        return state.round.number + CUT_OFF

    def moment(self, state: State) -> int:
        """Give the round."""
        return state.round.number

    def playout(self, state: State, seat: int, until: int) -> float:
        """Play some rounds on, each move the most promising, and judge the sheet then."""
        while state.to_play and state.round.number < until:
            at = state.to_play[0]
            move = self.by_prospects(state, at)[0][1]
            state = self.imagined(self.apply(state, at, move), seat)
        return self.worth(state, seat)

    def worth(self, state: State, seat: int) -> float:
        """Judge the sheet of a seat, with all that may become of it."""
        player = state.players[seat]
        if player.standing != PLAYING:
            return OUT
        boxes: Boxes = list(player.sheet)
        coming = self._coming(state, seat, state.round.number - bool(state.to_play))
        left, goals = len(coming) / ROUNDS, self._goals(state, seat)
        value = self._points(boxes) + self._hopes(boxes, left) + _aimed(goals, boxes, left)
        came = player.line[-2] if len(player.line) > 1 else player.line[-1]
        ahead = Ahead(player.line[-1], came, player.visited, boxes[TURN_ZONE])
        return value - self._danger(ahead, coming, SEARCH_ROUNDS)

    def _ranked(self, state: State, seat: int, *, hoping: bool, rounds: int) -> Ranked:
        found: Ranked
        if state.round.phase == CHOOSING:
            hand = state.players[seat].deal.hand
            found = [(self._departure(state, seat, at), ChooseDeparture(at)) for at in hand]
        else:
            turn, moves = self._turn(state, seat, hoping=hoping, rounds=rounds)
            found = [(self._value(turn, move), move) for move in moves]
        found.sort(key=_value_of, reverse=True)
        return found

    def _turn(
        self, state: State, seat: int, *, hoping: bool, rounds: int
    ) -> tuple[Turn, list[PlotRoute]]:
        """List the routes of a seat; without any, the shape is a single marker (GOB-P7)."""
        player = state.players[seat]
        shape: Shape | None = self.edition.shapes[player.deal.top][state.round.ticket]
        moves = moves_of(self.edition, player, shape or SINGLE)
        if not moves:
            shape, moves = None, moves_of(self.edition, player, SINGLE)
        coming, goals = self._coming(state, seat, state.round.number), self._goals(state, seat)
        return Turn(state, seat, shape, coming, goals, hoping, rounds), moves

    def _coming(self, state: State, seat: int, played: int) -> list[Shape]:
        """Give the shapes of the rounds to come; their order is not known, and does not matter."""
        shapes = self.edition.shapes[state.players[seat].deal.top]
        return [shapes[ticket] for ticket in state.setup.deck[played:]]

    def _value(self, turn: Turn, move: PlotRoute) -> float:
        """Weigh a route."""
        state, seat, shape, coming, goals, hoping, rounds = turn
        player = state.players[seat]
        route = find_route(self.edition, player, shape or SINGLE, move)
        assert route is not None  # noqa: S101 (it was listed)
        event, boxes = ride(self.edition, state, seat, route, shape)
        value: float = self._points(boxes)
        if event.eliminated:
            return OUT + value
        left = len(coming) / ROUNDS if hoping else 0.0
        value += _aimed(goals, boxes, left)
        if left:
            value += self._hopes(boxes, left)
        steps = (player.line[-1], *route.steps)
        ahead = Ahead(steps[-1], steps[-2], player.visited | route.nodes, boxes[TURN_ZONE])
        return value - self._danger(ahead, coming, rounds)

    def _danger(self, ahead: Ahead, coming: list[Shape], rounds: int) -> float:
        """Say how many points a line should give for not standing there."""
        lost = 1.0 - self._safety.survival(ahead, coming, rounds)
        room_for = len(coming) if rounds == GREEDY_ROUNDS else min(len(coming), CUT_OFF)
        return STUCK * lost + CRAMPED * self._safety.missing(ahead, room_for)

    def _goals(self, state: State, seat: int) -> list[Goal]:
        done = dict(state.players[seat].sheet.common)
        return [
            Goal(*self.edition.goals[name], self._sides[name not in state.round.flipped])
            for name in state.setup.common
            if name not in done
        ]

    def _departure(self, state: State, seat: int, ticket: int) -> float:
        """Weigh a departure by the best first route for each of the shapes."""
        start = self.edition.board.departures[ticket]
        player = state.players[seat]._replace(line=(start,), visited=1 << start)
        there = state._replace(players=put(state.players, seat, player))
        total = 0.0
        for shape in self.edition.shapes[player.deal.top][1 : ASKS + 1]:
            turn = Turn(there, seat, shape, [], [], hoping=False, rounds=1)
            routes = moves_of(self.edition, player, shape)
            total += max(self._value(turn, move) for move in routes)
        return total / ASKS


def _aimed(goals: list[Goal], boxes: Boxes, left: float) -> float:
    """Count the objectives that the round's end will bring (GOB-O2), and those on the way."""
    total = 0.0
    for count, enough, points in goals:
        done = count(boxes)
        total += points if done >= enough else progress(done, enough, points, left)
    return total


def _value_of(ranked: tuple[float, Move]) -> float:
    return ranked[0]
