"""Making a move, and what the game comes to."""

from services.rules.core.errors import IllegalMoveError
from services.rules.core.events import PlayerResigned
from services.rules.core.outcome import outcome_of
from services.rules.core.seats import FINISHED, PLAYING, RESIGNED, out_of_turn
from services.rules.core.types import JsonObject, new, put
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import DepartureChosen
from services.rules.families.get_on_board.facts import sheet_to_json
from services.rules.families.get_on_board.moves import ChooseDeparture, Move, PlotRoute
from services.rules.families.get_on_board.rounds import Step, go_on
from services.rules.families.get_on_board.state import CHOOSING, Deal, Player, State
from services.rules.families.get_on_board.trip import plot


def apply(edition: Edition, state: State, seat: int, move: Move) -> Step:
    """Make a move; a refusal names the broken rule, and then nothing has changed."""
    if isinstance(move, PlotRoute):
        return plot(edition, state, seat, move)
    if isinstance(move, ChooseDeparture):
        return _choose(edition, state, seat, move)
    return _resign(edition, state, seat)


def outcome(edition: Edition, state: State) -> JsonObject:
    """Give every sheet as facts, for scoring."""
    return outcome_of(
        edition,
        finished=state.round.phase == FINISHED,
        seats=((player.standing, sheet_to_json(edition, player.sheet)) for player in state.players),
    )


def _choose(edition: Edition, state: State, seat: int, move: ChooseDeparture) -> Step:
    """Lay a ticket face down; the last one to do so turns them all over (GOB-S5)."""
    _, now, to_play, players = state
    (ticket,) = move
    if now.phase != CHOOSING or seat not in to_play:
        detail = f"seat {seat} has no departure to choose now"
        raise out_of_turn(now.phase, "GOB-E1", detail, "GOB-S5")
    player = players[seat]
    top, personal, hand, _ = player.deal
    if ticket not in hand:
        held = " and ".join(map(str, hand))
        raise IllegalMoveError(f"ticket {ticket} is not in hand; {held} are", "GOB-S5")
    deal = new(Deal, (top, personal, hand, ticket))
    players = put(players, seat, new(Player, (deal, *player[1:])))
    return go_on(edition, state, players, _without(to_play, seat), DepartureChosen(seat, ticket))


def _resign(edition: Edition, state: State, seat: int) -> Step:
    """Leave the game, at any time (GOB-X9)."""
    playing = 0 <= seat < len(state.players) and state.players[seat].standing == PLAYING
    if not playing or state.round.phase == FINISHED:
        detail = f"seat {seat} is not in the game"
        raise out_of_turn(state.round.phase, "GOB-E1", detail, "GOB-X9")
    resigned = state.players[seat]._replace(standing=RESIGNED)
    players = put(state.players, seat, resigned)
    return go_on(edition, state, players, _without(state.to_play, seat), PlayerResigned(seat))


def _without(to_play: tuple[int, ...], seat: int) -> tuple[int, ...]:
    if seat not in to_play:
        return to_play
    at = to_play.index(seat)
    return to_play[:at] + to_play[at + 1 :]
