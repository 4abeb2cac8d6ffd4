"""One recorded game of On the Underground through the engine: what it allows, and its result."""

from collections.abc import Iterator, Sequence
from hashlib import sha1
from typing import Any, Final

from services.rules.core.chance import Recorded
from services.rules.core.errors import IllegalMoveError, MalformedMoveError
from services.rules.families import on_the_underground
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.legal import PossibleAction, PossibleTrip
from services.rules.families.on_the_underground.moves import (
    Move,
    MovePassenger,
    PlaceTrack,
    TakeBranch,
)
from services.rules.families.on_the_underground.state import TRAVELLING, State
from services.scoring.core.game import GameResult
from tests.conformance.record import Game, Unplayable

LIST: Final = "moves"
COMPUTED: Final = ("legal", "legal_sha1")
NOTHING: Final = "-"


def set_up(edition: Edition, game: Game) -> State:
    """Set a game up as recorded; secret objectives are counted from 0 there."""
    draws: dict[str, Sequence[str]] = {
        "score_tiles": [" ".join(colours) for colours in game["lines"]],
        "deck": game["deck"],
    }
    if edition.landmark_places:
        stations = edition.network.stations
        draws["landmarks"] = [
            game["landmarks"][stations[number].id] for number in edition.landmark_places
        ]
    if edition.secrets:
        draws["secret_objectives"] = [str(card + 1) for hand in game["secrets"] for card in hand]
    state, _ = on_the_underground.new_game(edition, game["seats"], Recorded(draws))
    return state


def play(edition: Edition, state: State, moves: list[Game]) -> Iterator[tuple[Game, State]]:
    """Play move by move; each is given as it would have been recorded."""
    for number, recorded in enumerate(moves):
        with Unplayable.at(number):
            legal = legal_texts(edition, state, recorded["seat"])
            move = read_move(recorded["move"], state, legal)
            state, _ = on_the_underground.apply(edition, state, recorded["seat"], move)
            written = {key: recorded[key] for key in ("seat", "move")}
            written["legal"] = len(legal)
            written["legal_sha1"] = digest(legal)
            kept = [key for key in recorded if key not in (*written, *COMPUTED)]
            written.update({key: recorded[key] for key in kept})
        yield written, state


def legal_texts(edition: Edition, state: State, seat: int) -> list[str]:
    """List the legal moves as texts, in the order of the engine."""
    return [to_text(option) for option in on_the_underground.legal_moves(edition, state, seat)]


def to_text(option: PossibleAction | PossibleTrip) -> str:
    """Write a legal move as the records have it."""
    if isinstance(option, PossibleTrip):
        would = option.would
        return f"move_passenger {would.destination} {'+'.join(would.lines) or NOTHING}"
    move = option.move
    if isinstance(move, TakeBranch):
        return "take_branch"
    stations = "|".join(sorted((move.from_station, move.to_station)))
    choices = f"{move.terminus or NOTHING} {'set' if move.set else NOTHING}"
    return f"place_track {move.line} {stations} {choices}"


def read_move(text: str, state: State, legal: list[str]) -> Move:
    """Read a move of a record; a way of the passenger is known by its number."""
    match text.split(" "):
        case ["take_branch"]:
            return TakeBranch()
        case ["place_track", line, stations, terminus, replaced]:
            start, _, end = stations.partition("|")
            reward = None if terminus == NOTHING else terminus
            return PlaceTrack(line, start, end, reward, replaced == "set")
        case ["move_passenger", *_] if text in legal:
            return MovePassenger(legal.index(text))
        case ["move_passenger", *_] if state.turn.phase == TRAVELLING:
            raise IllegalMoveError(f"{text} is not among {', '.join(legal)}", "OTU-G4")
        case ["move_passenger", *_]:
            return MovePassenger(0)
    raise MalformedMoveError(f"not a move as text: {text!r}")


def digest(texts: Sequence[str]) -> str:
    """Give the SHA-1 of moves as the records have it."""
    return sha1("\n".join(sorted(texts)).encode(), usedforsecurity=False).hexdigest()


def result(outcome: Game, scored: GameResult) -> list[dict[str, Any]]:
    """Write a result as the records have it: entries with points only."""
    written = []
    for facts, seat in zip(outcome["seats"], scored.seats, strict=True):
        zones = seat.breakdown.by_zone() if seat.breakdown else {}
        breakdown = {zone: points for zone, points in zones.items() if points}
        tiles = facts["sheet"]["branch_tiles"]
        written.append({"total": seat.total, "branch_tiles": tiles, "breakdown": breakdown})
    return written
