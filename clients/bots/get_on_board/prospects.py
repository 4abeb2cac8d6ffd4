"""What a sheet of Get on Board may still become, beyond what it is worth now.

A student is worth nothing before the first university, a full row of tourists half before it is
resolved: who counts points alone never begins anything. Here the zones get what may be hoped for
with a part of the rounds still to come, from 1 (all) to 0 (none).
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from clients.bots.get_on_board.points import ROWS, couples_table
from services.rules.families.get_on_board.sheet import DARK_FLIRTS, FIELD, LIGHT_FLIRTS, PERSONAL
from services.scoring.core import zones
from services.scoring.core.table import PointsTable

Hope: TypeAlias = Callable[[Sequence[Any], float], float]

PASSENGERS: Final = 4.0
PLACES: Final = 2.5
"""Students and places that a whole game brings to a line."""
RESOLVED: Final = 0.85
"""How often an open row is resolved, if there is time."""
OBJECTIVE: Final = 0.6
"""What part of an objective's points its progress is worth."""


def sheet_hopes(table: PointsTable) -> Hope:
    """Give a function that adds up what may be hoped for in all zones of a sheet."""
    hopes = [hope for zone in table.zones if (hope := _hope(zone.name, zone.numbers))]

    def add_up(sheet: Sequence[Any], left: float) -> float:
        total = 0.0
        for hope in hopes:
            total += hope(sheet, left)
        return total

    return add_up


def progress(count: int, enough: int, points: int, left: float) -> float:
    """Give what an objective is worth that has come so far."""
    return OBJECTIVE * points * (count / enough) ** 2 * min(1.0, 2 * left)


def _hope(name: str, numbers: object) -> Hope | None:
    if isinstance(numbers, zones.Multiplied):
        return _multiplied(numbers)
    if isinstance(numbers, zones.Rows):
        return _rows(name, numbers)
    if isinstance(numbers, zones.Couples):
        return _couples(numbers)
    if isinstance(numbers, zones.Letters):
        return _letters(numbers)
    return None


def _multiplied(numbers: zones.Multiplied) -> Hope:
    """Multiply with those who will come: (p + P)(q + Q) without what is there already."""
    passengers = [FIELD[name] for name in numbers.passengers]
    places = [FIELD[name] for name in numbers.places]

    def hope(sheet: Sequence[Any], left: float) -> float:
        aboard: int = sum([sheet[at] for at in passengers])
        visited: int = sum([sheet[at] for at in places])
        return left * (PASSENGERS * visited + PLACES * aboard)

    return hope


def _rows(name: str, numbers: zones.Rows) -> Hope:
    unresolved, points = ROWS[name][1], (0, *numbers.points)

    def hope(sheet: Sequence[Any], left: float) -> float:
        return _other_half(points[sheet[unresolved]], left)

    return hope


def _couples(numbers: zones.Couples) -> Hope:
    filled = couples_table(numbers)

    def hope(sheet: Sequence[Any], left: float) -> float:
        return _other_half(filled[sheet[LIGHT_FLIRTS], sheet[DARK_FLIRTS]], left)

    return hope


def _other_half(points: int, left: float) -> float:
    return (points - points // 2) * min(1.0, 3 * left) * RESOLVED


def _letters(numbers: zones.Letters) -> Hope:
    points = numbers.points

    def hope(sheet: Sequence[Any], left: float) -> float:
        reached = len(sheet[PERSONAL])
        return max(0.0, progress(reached, numbers.letters, points[-1], left) - points[reached])

    return hope
