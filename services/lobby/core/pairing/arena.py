"""Arena: for a fixed time, whoever waits is seated with others who wait, again and again.

Who has waited longest chooses first: as many as sit at a table, those one has not met at one's
last tables before the others, and of those the ones with the most similar points. Nobody is kept
for long: who has lost patience is chosen before everybody else. Two things are not done at once,
but only when somebody has lost patience: playing at a table of another size than the wanted one,
and seating the same people again who have just left a table together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from services.lobby.core.field import Draw, Entrant, Sizes
from services.lobby.core.pairing.drawing import Group, drawn, repeats_in_words
from services.lobby.core.pairing.explain import points_in_words
from services.lobby.core.pairing.sizes import table_sizes
from services.lobby.core.tiebreaks import draw_lots

PATIENCE: Final = 30.0
"""Seconds that people wait for a table as it should be."""
AVOIDED: Final = 3
"""From how many of one's last tables people are avoided, if others wait."""


class Waiting(NamedTuple):
    """Somebody who waits for a table."""

    entrant: Entrant
    since: float
    """When the waiting began, in seconds."""


def pair_arena(
    waiting: Sequence[Waiting], sizes: Sizes, lot: str, now: float, patience: float = PATIENCE
) -> Draw:
    """Seat those who can be seated now; the byes of the draw are those who go on waiting."""
    lots = draw_lots(lot, [one.entrant.player for one in waiting])
    queue = sorted(waiting, key=lambda one: (one.since, lots[one.entrant.player]))
    late = now - patience
    tables = _seat(queue, [sizes.wanted] * (len(queue) // sizes.wanted), late)
    if any(one.since <= late for one in _left(queue, tables)):
        tables = _seat(queue, table_sizes(len(queue), sizes)[0], late)
    groups = [[one.entrant for one in table] for table in tables]
    return drawn(groups, [one.entrant for one in _left(queue, tables)], _why)


def _seat(queue: Sequence[Waiting], sizes: Iterable[int], late: float) -> list[list[Waiting]]:
    """Fill tables of these sizes, as many as there are people for whom they are good enough."""
    tables: list[list[Waiting]] = []
    for size in sizes:
        left = _left(queue, tables)
        wished = (_company(first, left, size, late) for first in left)
        good = (table for table in wished if _is_new(table) or _oldest(table) <= late)
        if (table := next(good, None)) is None:
            break
        tables.append(table)
    return tables


def _left(queue: Sequence[Waiting], tables: Iterable[Iterable[Waiting]]) -> list[Waiting]:
    seated = {one.entrant.player for table in tables for one in table}
    return [one for one in queue if one.entrant.player not in seated]


def _company(first: Waiting, queue: Sequence[Waiting], size: int, late: float) -> list[Waiting]:
    """Choose the others for a table, one after the other; of equal ones who has waited longer."""
    table, others = [first], [one for one in queue if one is not first]
    while len(table) < size:
        best = min(
            others, key=lambda one: (one.since > late, _seen(one, table), _apart(one, first))
        )
        others.remove(best)
        table.append(best)
    return table


def _seen(one: Waiting, table: Sequence[Waiting]) -> int:
    """Count those of a table whom somebody has met at one of their last tables."""
    seen = {other for sitting in one.entrant.sittings[-AVOIDED:] for other in sitting.others}
    return sum(other.entrant.player in seen for other in table)


def _apart(one: Waiting, other: Waiting) -> int:
    return abs(one.entrant.points - other.entrant.points)


def _oldest(table: Sequence[Waiting]) -> float:
    return min(one.since for one in table)


def _is_new(table: Sequence[Waiting]) -> bool:
    """Tell whether these people have not all just left a table together."""
    names = {one.entrant.player for one in table}
    return not all(
        one.entrant.sittings and names <= {one.entrant.player, *one.entrant.sittings[-1].others}
        for one in table
    )


def _why(group: Group) -> str:
    points = points_in_words(*(one.points for one in group))
    return f"{points}; {group[0].player} has waited longest{repeats_in_words(group)}."
