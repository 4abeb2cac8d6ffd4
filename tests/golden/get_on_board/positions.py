"""Chosen positions of Get on Board: from where moves are counted, and where half-time is."""

from collections.abc import Iterator
from random import Random
from typing import Final

from services.rules.core.chance import Seeded
from services.rules.families.get_on_board.state import CHOOSING, State
from tests.golden.get_on_board.styles import careful
from tests.golden.table import Table

SEED: Final = "40"
"""The first number with which everybody at every table is still playing at half-time."""
SECOND_HALF: Final = 7
"""Half-time is over when this round begins."""


def second_half(state: State) -> bool:
    """Say whether half-time is over."""
    return state.round.number >= SECOND_HALF


def positions(table: Table) -> Iterator[tuple[str, State]]:
    """Give the start, the first turn with the first ticket of each hand, and half-time.

    By half-time turn zones are used up and lines are in the way, which they are not before.
    """
    state, _ = table.family.new_game(table.edition, table.seats, Seeded(SEED))
    yield "start", state
    while state.round.phase == CHOOSING:
        seat = table.family.to_play(state)[0]
        first = table.family.legal_moves(table.edition, state, seat)[0]
        state, _ = table.apply(state, seat, first.move)
    yield "first plotting", state
    chance = Random(SEED)  # noqa: S311
    while not second_half(state):
        turn = careful(table, state, table.family.to_play(state)[0], chance)
        state, _ = table.apply(state, turn.seat, turn.move)
    yield "half-time", state
