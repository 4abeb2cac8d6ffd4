"""Numbers of move sequences of 1, 2 and 3 moves from chosen positions, as chess has its perft.

Where several seats may move, orders count as well.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.golden.families import GOLDEN
from tests.golden.table import Table, table_for
from tests.support import TABLES_OF_PLAYERS

FILE: Final = Path(__file__).parent / "move_counts.txt"
DEPTHS: Final = (1, 2, 3)
MOST: Final = 200_000
"""Sequences that are still counted, if every position has as many moves as the first."""
TOO_MANY: Final = "-"
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
    for name, state in GOLDEN[table.family].positions(table):
        yield (edition, str(seats), name, *counts(table, state))


def counts(table: Table, state: Any) -> Iterator[str]:
    """Count to one depth after the other, until there are too many."""
    first = known = count(table, state, 1)
    yield str(first)
    for depth in DEPTHS[1:]:
        if first * known > MOST:
            yield TOO_MANY
        else:
            known = count(table, state, depth)
            yield str(known)


def line(row: tuple[str, ...]) -> str:
    """Write a row in columns."""
    return "  ".join(cell.ljust(width) for cell, width in zip(row, WIDTHS, strict=True)).rstrip()


def count(table: Table, state: Any, depth: int) -> int:
    """Count the sequences of `depth` moves; all but the last of them are made."""
    family, edition = table.family, table.edition
    sequences = 0
    for seat in family.to_play(state):
        options = family.legal_moves(edition, state, seat)
        if depth == 1:
            sequences += len(options)
            continue
        for move in options.moves:
            after, _ = family.apply(edition, state, seat, move)
            sequences += count(table, after, depth - 1)
    return sequences
