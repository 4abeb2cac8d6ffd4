"""Plays random games through the five verbs and through python-chess, and times them."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

import chess

from benchmarks.timing import timed
from services.rules.core.chance import Seeded
from services.rules.core.family import AnyFamily
from services.rules.core.registry import Entry
from services.rules.families import FAMILIES

CHESS_GAMES: Final = 8
"""Games of chess per slice."""


class Amount(NamedTuple):
    """How much of a family is played: long games, or games of many options, need fewer."""

    games: int
    """Games per slice."""
    warm_up: int
    """Games before the first slice."""
    positions: int
    """Games that give positions to time parts on."""


AMOUNTS: Final[dict[AnyFamily, Amount]] = {
    FAMILIES["get-on-board"]: Amount(300, 1500, 40),
    FAMILIES["on-the-underground"]: Amount(8, 30, 3),
}
TURNS: Final[dict[AnyFamily, Callable[[Any, int, int], int]]] = {
    FAMILIES["get-on-board"]: lambda _state, moves, seats: moves - seats,
    FAMILIES["on-the-underground"]: lambda state, _moves, _seats: state.turn.number,
}
"""How the turns of a game are counted: by its last state, its moves and its seats.

Get on Board has a move for each turn, after one for each departure.
"""


@dataclass(frozen=True)
class Figures:
    """What was measured of one edition with one number of players."""

    edition: str
    players: int
    turns_per_second: float
    moves_per_second: float
    games_per_second: float
    chess_moves_per_second: float
    options_per_turn: float
    consequences_per_second: float
    apply_microseconds: float
    json_microseconds: float
    largest_state: int

    @property
    def turn_ratio(self) -> float:
        """How many whole turns are played here while python-chess makes a move."""
        return self.turns_per_second / self.chess_moves_per_second

    @property
    def ratio(self) -> float:
        """How many moves are made here while python-chess makes one."""
        return self.moves_per_second / self.chess_moves_per_second


def measure(entry: Entry, seats: int, slices: int) -> Figures:
    """Measure one edition; slices of its games alternate with slices of chess."""
    games, warm_up, _ = AMOUNTS[entry.family]
    random_games(entry, seats, warm_up, "warm-up")
    best = chess_best = consequences = float("inf")
    turns, moves = 0, 0
    for number in range(slices):
        seconds, counted = timed(lambda: random_games(entry, seats, games, "slice"))
        best, (turns, moves) = min(best, seconds), counted
        seconds, played = timed(lambda: chess_games(CHESS_GAMES))
        chess_best = min(chess_best, seconds / played)
        if number % 8 == 0:
            seconds, looked_at = timed(
                lambda: random_games(entry, seats, 1 + games // 8, "slice", look=True)
            )
            consequences = min(consequences, seconds / looked_at[0])
    positions = collect(entry, seats)
    return Figures(
        edition=entry.edition.id,
        players=seats,
        turns_per_second=turns / best,
        moves_per_second=moves / best,
        games_per_second=games / best,
        chess_moves_per_second=1 / chess_best,
        options_per_turn=options_per_turn(entry, positions),
        consequences_per_second=1 / consequences,
        apply_microseconds=each(positions, lambda at: entry.family.apply(entry.edition, *at)),
        json_microseconds=each(positions, lambda at: round_trip(entry, at[0])),
        largest_state=max(len(written(entry, at[0])) for at in positions),
    )


def random_games(
    entry: Entry, seats: int, games: int, seed: str, *, look: bool = False
) -> tuple[int, int]:
    """Play games in which every legal move is as likely as any other; count turns and moves.

    Before each move the whole list of legal moves is made; with `look`, the consequences of every
    one of them too.
    """
    random = Random(seed).random
    edition, family = entry.edition, entry.family
    legal_moves, apply = family.legal_moves, family.apply
    turns = moves = 0
    for game in range(games):
        begun = moves
        state, _ = family.new_game(edition, seats, Seeded(f"{seed} {game}"))
        while state.to_play:
            seat = state.to_play[0]
            options = legal_moves(edition, state, seat)
            if look:
                for option in options:
                    option.to_json()
            choices = options.moves
            state, _ = apply(edition, state, seat, choices[int(random() * len(choices))])
            moves += 1
        turns += TURNS[family](state, moves - begun, seats)
    return turns, moves


def chess_games(games: int) -> int:
    """Play random games of chess to their end; count the moves."""
    random = Random("chess").random
    moves = 0
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over():
            options = list(board.legal_moves)
            board.push(options[int(random() * len(options))])
            moves += 1
    return moves


def collect(entry: Entry, seats: int) -> list[tuple[Any, int, Any]]:
    """Give positions of random games that avoid elimination, each with a seat and a legal move."""
    random = Random("positions")
    positions = []
    for game in range(AMOUNTS[entry.family].positions):
        state, _ = entry.family.new_game(entry.edition, seats, Seeded(f"positions {game}"))
        while state.to_play:
            seat = state.to_play[0]
            options = list(entry.family.legal_moves(entry.edition, state, seat))
            safe = [option for option in options if not getattr(option, "eliminating", False)]
            move = random.choice(safe or options).move
            positions.append((state, seat, move))
            state, _ = entry.family.apply(entry.edition, state, seat, move)
    return positions


def options_per_turn(entry: Entry, positions: list[tuple[Any, int, Any]]) -> float:
    """Count the legal moves of a position on average."""
    listed = [len(entry.family.legal_moves(entry.edition, at[0], at[1])) for at in positions]
    return sum(listed) / len(listed)


def each(positions: list[tuple[Any, int, Any]], work: Callable[[Any], object]) -> float:
    """Time some work on every position: microseconds each, of the best of five passes."""

    def all_of_them() -> None:
        for position in positions:
            work(position)

    return min(timed(all_of_them)[0] for _ in range(5)) / len(positions) * 1e6


def written(entry: Entry, state: Any) -> str:  # noqa: ANN401
    """Write a state as JSON."""
    return json.dumps(entry.family.state_to_json(entry.edition, state), separators=(",", ":"))


def round_trip(entry: Entry, state: Any) -> object:  # noqa: ANN401
    """Write a state as JSON and read it back."""
    return entry.family.state_from_json(entry.edition, json.loads(written(entry, state)))
