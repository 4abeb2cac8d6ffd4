"""Numbers of move sequences of 1, 2 and 3 moves from chosen positions, as chess has its perft.

While departures are chosen every seat that has not chosen may move, so orders count as well.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from services.rules.core.chance import Seeded
from services.rules.families.get_on_board.state import CHOOSING
from tests.golden.styles import careful
from tests.golden.table import Table, table_for
from tests.support import TABLES_OF_PLAYERS

FILE: Final = Path(__file__).parent / "move_counts.txt"
SEED: Final = "40"
"""The first number with which everybody at every table is still playing at half-time."""
HALF_TIME: Final = 7
"""The round with which the second half begins."""
DEPTHS: Final = (1, 2, 3)
COLUMNS: Final = ("edition", "players", "position", *(f"depth {depth}" for depth in DEPTHS))
WIDTHS: Final = (12, 7, 14, 7, 7, 7)


def to_text() -> str:
    """Count for every edition and number of players."""
    rows = [
        COLUMNS,
        *(row for edition, seats in TABLES_OF_PLAYERS for row in rows_of(edition, seats)),
    ]
    return "".join(f"{line(row)}\n" for row in rows)


def rows_of(edition: str, seats: int) -> Iterator[tuple[str, ...]]:
    """Count from each position of a table."""
    table = table_for(edition, seats)
    for name, state in positions(table):
        counts = (str(count(table, state, depth)) for depth in DEPTHS)
        yield (edition, str(seats), name, *counts)


def line(row: tuple[str, ...]) -> str:
    """Write a row in columns."""
    return "  ".join(cell.ljust(width) for cell, width in zip(row, WIDTHS, strict=True)).rstrip()


def positions(table: Table) -> Iterator[tuple[str, Any]]:
    """Give the start, the first turn with the first ticket of each hand, and half-time.

    By half-time turn zones are used up and lines are in the way, which they are not before.
    """
    state, _ = table.family.new_game(table.entry.edition, table.seats, Seeded(SEED))
    yield "start", state
    while state.round.phase == CHOOSING:
        seat = table.family.to_play(state)[0]
        first = table.family.legal_moves(table.entry.edition, state, seat)[0]
        state, _ = table.apply(state, seat, first.move)
    yield "first plotting", state
    chance = Random(SEED)  # noqa: S311
    while state.round.number < HALF_TIME:
        turn = careful(table, state, table.family.to_play(state)[0], chance)
        state, _ = table.apply(state, turn.seat, turn.move)
    yield "half-time", state


def count(table: Table, state: Any, depth: int) -> int:
    """Count the sequences of `depth` moves, each of them made."""
    if depth == 0:
        return 1
    family, edition = table.family, table.entry.edition
    sequences = 0
    for seat in family.to_play(state):
        for option in family.legal_moves(edition, state, seat):
            after, _ = family.apply(edition, state, seat, option.move)
            sequences += count(table, after, depth - 1)
    return sequences
