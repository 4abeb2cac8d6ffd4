"""One recorded game of Get on Board through the engine: what it allows, and what comes out."""

from collections.abc import Iterator, Sequence
from hashlib import sha1
from typing import Any, Final

from services.rules.core.chance import Recorded
from services.rules.core.errors import NotYourTurnError
from services.rules.families import get_on_board
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import RoutePlotted
from services.rules.families.get_on_board.moves import ChooseDeparture, Move, PlotRoute
from services.rules.families.get_on_board.state import State
from services.scoring.core.game import GameResult
from tests.conformance.record import Game, Unplayable

LIST: Final = "turns"
COMPUTED: Final = ("legal", "legal_sha1", "eliminated")


def set_up(edition: Edition, game: Game) -> State:
    """Set a game up as recorded; each hand is the ticket chosen and one that nobody chose."""
    chosen = list(game["departures"])
    spare = [ticket for ticket in range(1, edition.departures + 1) if ticket not in chosen]
    draws = {
        "sheets": game["sheets"],
        "common_objectives": game["common"],
        "personal_objectives": game["personal"],
        "departure_tickets": [card for pair in zip(chosen, spare, strict=False) for card in pair],
        "deck": game["deck"],
    }
    state, _ = get_on_board.new_game(edition, game["seats"], Recorded(draws))
    for seat, ticket in enumerate(chosen):
        state, _ = get_on_board.apply(edition, state, seat, ChooseDeparture(ticket))
    return state


def play(edition: Edition, state: State, turns: list[Game]) -> Iterator[tuple[Game, State]]:
    """Play turn by turn; each is given as it would have been recorded."""
    for number, turn in enumerate(turns):
        with Unplayable.at(number):
            if turn["round"] != state.round.number:
                raise NotYourTurnError(
                    f"round {turn['round']} in round {state.round.number}", "GOB-R5"
                )
            move = PlotRoute(tuple(turn["path"]), bool(turn.get("metro", False)))
            written, state = _play_turn(edition, state, turn, move)
        yield written, state


def _play_turn(edition: Edition, state: State, turn: Game, move: Move) -> tuple[Game, State]:
    legal = legal_paths(edition, state, turn["seat"])
    state, events = get_on_board.apply(edition, state, turn["seat"], move)
    written = {key: turn[key] for key in ("round", "seat", "path")}
    written["legal"] = len(legal)
    written["legal_sha1"] = digest(legal)
    written.update({key: turn[key] for key in turn if key not in (*written, *COMPUTED)})
    if isinstance(events[0], RoutePlotted) and events[0].eliminated:
        written["eliminated"] = True
    return written, state


def legal_paths(edition: Edition, state: State, seat: int) -> list[str]:
    """List the legal paths without a metro extra, as text."""
    moves = [option.move for option in get_on_board.legal_moves(edition, state, seat)]
    return [",".join(move.path) for move in moves if isinstance(move, PlotRoute) and not move.metro]


def digest(paths: Sequence[str]) -> str:
    """Give the SHA-1 of paths as the records have it."""
    return sha1(" ".join(sorted(paths)).encode(), usedforsecurity=False).hexdigest()


def result(_outcome: Game, scored: GameResult) -> list[dict[str, Any]]:
    """Write a result as the records have it."""
    seats: list[dict[str, Any]] = []
    for seat in scored.seats:
        if seat.breakdown is None:
            seats.append({"eliminated": True, "total": 0})
        else:
            breakdown = seat.breakdown.by_zone()
            seats.append({"eliminated": False, "total": seat.total, "breakdown": breakdown})
    return seats
