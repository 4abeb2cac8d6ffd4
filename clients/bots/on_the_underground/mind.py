"""How a bot thinks about On the Underground: where lines lead, and whom the passenger pays."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final, TypeAlias

from clients.bots.on_the_underground.points import Points
from clients.bots.on_the_underground.prospects import TILE, Outlook, Prospects
from clients.bots.on_the_underground.rebuild import rebuild
from services.rules.core.bits import bits, members
from services.rules.core.seats import PLAYING, Resign
from services.rules.families import on_the_underground as family
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.lines import BRANCH_COST, cost
from services.rules.families.on_the_underground.moves import Move, MovePassenger, PlaceTrack
from services.rules.families.on_the_underground.state import TRAVELLING, State
from services.rules.families.on_the_underground.travel import journey
from services.rules.families.on_the_underground.turns import ACTIONS
from services.scoring.core.table import PointsTable

Ranked: TypeAlias = list[tuple[float, Move]]

HINT: Final = 0.5
"""How much prospects count beside points for those who count points."""
WANTED: Final = 1.0
"""What it is worth to come to the passenger, or to an open destination."""
USELESS: Final = -1.0
"""A token that leads to no new station takes the line an end."""
HALF: Final = 0.5
"""What the ways ahead of a line are worth: it may never come to go them."""
SOON: Final = 2.0
"""Turns of a seat before the end from which on prospects are worth less and less."""


class Mind:
    """What a bot knows about one city of On the Underground."""

    def __init__(self, edition: Edition, table: PointsTable) -> None:
        self.edition = edition
        self._points = Points(edition, table)
        self._prospects = Prospects(edition, self._points)

    def rebuild(self, view: Mapping[str, Any], chance: Random) -> State:
        """Draw a state that the view of a seat may belong to."""
        return rebuild(self.edition, view, chance)

    def imagined(self, state: State, seat: int) -> State:
        """Let the others rest: in their turns only the passenger travels."""
        for other, player in enumerate(state.players):
            if other != seat and player.standing == PLAYING and state.to_play:
                state = self.apply(state, other, Resign())
        return state

    def to_play(self, state: State) -> int | None:
        """Name the seat that moves next."""
        return state.to_play[0] if state.to_play else None

    def apply(self, state: State, seat: int, move: Move) -> State:
        """Make a move in thought."""
        return family.apply(self.edition, state, seat, move)[0]

    def by_points(self, state: State, seat: int) -> Ranked:
        """Rank the moves by the provisional score after each; prospects decide among equals."""
        found = [
            (self._points.of(self.apply(state, seat, move), seat) + HINT * hint, move)
            for hint, move in self.by_prospects(state, seat)
        ]
        found.sort(key=_value_of, reverse=True)
        return found

    def by_prospects(self, state: State, seat: int) -> Ranked:
        """Rank the moves by what they bring and where they lead."""
        travelling = state.turn.phase == TRAVELLING
        found = self._trips(state, seat) if travelling else self._actions(state, seat)
        found.sort(key=_value_of, reverse=True)
        return found

    def moment(self, state: State) -> int:
        """Give the number of the turn."""
        return state.turn.number

    def horizon(self, state: State) -> int:
        """Judge when it is the same seat's turn again."""
        return state.turn.number + len(state.players)

    def playout(self, state: State, seat: int, until: int) -> float:
        """Play on, each move the most promising, and say how far the seat is ahead then."""
        while state.to_play and state.turn.number < until:
            state = self.apply(state, seat, self.by_prospects(state, seat)[0][1])
        others = [other for other in range(len(state.players)) if other != seat]
        best = max(self._points.of(state, other) for other in others)
        return self._points.of(state, seat) - best + self._hopes(state, seat)

    def _hopes(self, state: State, seat: int) -> float:
        """Say what branch tiles and the ends of lines promise, if there is time for it."""
        if not state.to_play:
            return 0.0
        ways: list[float] = []
        for at in state.own(seat):
            line, outlook = state.lines[at], self._prospects.of(state, seat, at)
            ways += [outlook.beyond(end, line.stations) for end in members(line.ends)]
        best = sorted(ways, reverse=True)[:ACTIONS]  # a turn has no time for more
        hopes = TILE * state.players[seat].branch_tiles + HALF * sum(best)
        cards = len(state.setup.deck) - state.drawn
        return hopes * min(1.0, cards / (self.edition.visits * len(state.players) * SOON))

    def _actions(self, state: State, seat: int) -> Ranked:
        outlooks = {
            state.setup.colours[at]: (at, self._prospects.of(state, seat, at))
            for at in state.own(seat)
        }
        wanted = bits(state.open) | 1 << state.passenger
        found: Ranked = []
        for move in family.legal_moves(self.edition, state, seat).moves:
            if isinstance(move, PlaceTrack):
                at, outlook = outlooks[move.line]
                found.append((self._placement(state, at, outlook, wanted, move), move))
            else:
                found.append((TILE, move))
        return found

    def _placement(
        self, state: State, at: int, outlook: Outlook, wanted: int, move: PlaceTrack
    ) -> float:
        """Weigh a token: what its stations bring, what lies beyond, what it costs."""
        line, network = state.lines[at], self.edition.network
        connection = network.between[move.from_station, move.to_station]
        fresh = network.pairs[connection] & ~line.stations
        if not fresh:
            return USELESS
        been = line.stations | fresh
        value = WANTED * (wanted & fresh).bit_count()
        value -= TILE * cost(self.edition, state, line, connection)
        for station in members(fresh):
            value += outlook.gains[station] + outlook.beyond(station, been)
        return value + self._chosen(state, move)

    def _chosen(self, state: State, move: PlaceTrack) -> float:
        """Weigh what a move chooses: a reward that is not the points, a set with replaced types."""
        value = 0.0
        if move.terminus:
            at = self.edition.reward_at(move.terminus)
            missed = max(self._points.rewards) - self._points.rewards[at]
            value = TILE * self.edition.reward_tiles[at] - missed
        if move.set:
            missing = state.players[state.to_play[0]].landmarks.count(0) - 1
            value += self._points.sets - TILE * BRANCH_COST * missing
        return value

    def _trips(self, state: State, seat: int) -> Ranked:
        """Rank the passenger's ways by whom they pay: the seat, or on average the others."""
        each, others = len(state.lines) // len(state.players), len(state.players) - 1
        found: Ranked = []
        for number, outcome in enumerate(journey(self.edition, state).outcomes):
            owners = [line // each for line in members(outcome.lines)]
            own = owners.count(seat)
            found.append((own - (len(owners) - own) / others, MovePassenger(number)))
        return found


def _value_of(ranked: tuple[float, Move]) -> float:
    return ranked[0]
