"""What many tests need: the editions found, and games played by a choice of moves."""

from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from services.rules.core.chance import Seeded
from services.rules.core.family import AnyFamily, Edition, LegalMove, LegalMoves
from services.rules.core.registry import Registry
from services.rules.editions import load_editions

EDITIONS: Final[Registry] = load_editions()
TABLES_OF_PLAYERS: Final = [
    (name, seats) for name, entry in EDITIONS.items() for seats in entry.edition.players
]
"""Every edition found with every number of players it is for."""
QUICK_TABLES: Final = {(name, entry.edition.players[0]) for name, entry in EDITIONS.items()}
"""Those that `make quick` plays at: the smallest of each edition."""

Choice: TypeAlias = Callable[[LegalMoves], LegalMove]


class Step(NamedTuple):
    """One move of a game, between two states."""

    before: Any
    seat: int
    move: Any
    events: tuple[Any, ...]
    after: Any


class Game(NamedTuple):
    """A game played to its end."""

    family: AnyFamily
    edition: Edition
    seats: int
    first: Any
    steps: list[Step]
    log: list[Any]

    @property
    def last(self) -> Any:
        """The state at the end."""
        return self.steps[-1].after


def at_random(seed: str) -> Choice:
    """Choose any legal move."""
    chance = Random(seed)  # noqa: S311
    return lambda options: options[chance.randrange(len(options))]


def carefully(seed: str) -> Choice:
    """Choose any legal move, but one that eliminates only when there is no other."""
    chance = Random(seed)  # noqa: S311

    def choose(options: LegalMoves) -> LegalMove:
        safe = [option for option in options if not getattr(option, "eliminating", False)]
        return chance.choice(safe or list(options))

    return choose


def play(edition: str, seats: int, seed: str, choose: Choice) -> Game:
    """Play a game from a seed to its end."""
    entry = EDITIONS[edition]
    family = entry.family
    state, events = family.new_game(entry.edition, seats, Seeded(seed))
    game = Game(family, entry.edition, seats, state, [], list(events))
    while family.to_play(state):
        seat = family.to_play(state)[0]
        option = choose(family.legal_moves(entry.edition, state, seat))
        after, events = family.apply(entry.edition, state, seat, option.move)
        game.steps.append(Step(state, seat, option.move, events, after))
        game.log.extend(events)
        state = after
    return game
