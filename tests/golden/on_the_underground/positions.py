"""Chosen positions of On the Underground: from where moves are counted, and where half-time is."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final, TypeAlias

from services.rules.core.chance import Seeded
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.state import TRAVELLING, State
from tests.golden.on_the_underground.endings import crossing
from tests.golden.on_the_underground.styles import sensible
from tests.golden.table import Table

Wanted: TypeAlias = Callable[[Edition, State], bool]

SEED: Final = "0"
"""The first number with which every position occurs at every table where it can."""
ACTIONS: Final = 4
"""Actions of a turn that nothing has been done in yet (OTU-T1)."""
FEW: Final = 4
"""Cards left in the deck when a game is late."""


def second_half(state: State) -> bool:
    """Say whether half-time is over: half of the cards have been drawn."""
    return 2 * state.drawn >= len(state.setup.deck)


def positions(table: Table) -> Iterator[tuple[str, State]]:
    """Give the first position of each kind in one game, as far as the city has it."""
    states = list(_states(table))
    for name, wanted in POSITIONS.items():
        found = [state for state in states if wanted(table.edition, state)]
        if found:
            yield name, found[0]


def _states(table: Table) -> Iterator[State]:
    state, _ = table.family.new_game(table.edition, table.seats, Seeded(SEED))
    chance = Random(SEED)  # noqa: S311
    while state.to_play:
        yield state
        turn = sensible(table, state, state.to_play[0], chance)
        state, _ = table.apply(state, turn.seat, turn.move)


def _begins(state: State) -> bool:
    return state.turn.actions == ACTIONS


POSITIONS: Final[Mapping[str, Wanted]] = {
    "start": lambda _, state: not state.tracked,
    "half-time": lambda _, state: second_half(state) and _begins(state),
    "crossing begun": lambda edition, state: (
        second_half(state) and crossing(edition, state, state.to_play[0])
    ),
    "way to choose": lambda _, state: second_half(state) and state.turn.phase == TRAVELLING,
    "late": lambda _, state: len(state.setup.deck) - state.drawn <= FEW and _begins(state),
}
"""What a position has to be like. Before half-time there are too many moves to look far ahead."""
