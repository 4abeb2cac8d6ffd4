"""What a sheet of Get on Board is worth.

A zone is scored by the term its points table names; the terms are the small functions here.
"""

from __future__ import annotations

from types import MappingProxyType

from services.scoring.core import numbers as shared
from services.scoring.core import sheet as marks
from services.scoring.core import zones
from services.scoring.core.family import Family, Term, Terms


def added_up(numbers: zones.AddedUp, crossed: int) -> int:
    """Add up the values of the boxes crossed off: GOB-E2, GOB-E3, GOB-E10 (buses)."""
    return shared.added_up(numbers.values, crossed)


def multiplied(_numbers: zones.Multiplied, attended: marks.Attendance) -> int:
    """Multiply passengers by places, plus the landmark note: GOB-E4."""
    return attended.passengers * attended.places + attended.note


def rows(numbers: zones.Rows, filled: marks.PassengerRows) -> int:
    """Add resolved rows, half of the unresolved one and the largest note: GOB-E5, GOB-E6."""
    worth = (0, *numbers.points)
    resolved = sum(worth[passengers] for passengers in filled.resolved)
    return resolved + worth[filled.unresolved] // 2 + filled.note


def couples(numbers: zones.Couples, flirts: marks.FlirtRows) -> int:
    """Add resolved rows and half of the unresolved one: GOB-E7."""
    resolved = sum(_couples_in(numbers, row) for row in flirts.resolved)
    return resolved + _couples_in(numbers, flirts.unresolved) // 2


def objectives(numbers: zones.Objectives, sides: tuple[str, ...]) -> int:
    """Add what each completed objective's card showed: GOB-E8."""
    return sides.count("yellow") * numbers.yellow + sides.count("blue") * numbers.blue


def letters(numbers: zones.Letters, reached: tuple[str, ...]) -> int:
    """Look up the number of letters reached: GOB-E9."""
    return numbers.points[len(reached)]


def last_reached(numbers: zones.LastReached, crossed: int) -> int:
    """Take the last value at or before the last circle: GOB-E10 (connections)."""
    reached = [circle for circle in numbers.points_at if circle <= crossed]
    return numbers.points_at[reached[-1]] if reached else 0


def left_over(numbers: zones.LeftOver, entrances: marks.Entrances) -> int:
    """Count what is circled and not crossed off: GOB-E11."""
    return (entrances.circled - entrances.crossed) * numbers.points


def _couples_in(numbers: zones.Couples, row: marks.Flirts) -> int:
    none, one, both = numbers.points
    # GOB-X8: couples complete as early as possible, so only the surplus shade stays single.
    complete, single = min(row.light, row.dark), abs(row.light - row.dark)
    return complete * both + single * one + (numbers.couples - complete - single) * none


TERMS: Terms = MappingProxyType(
    {
        "added_up": Term(zones.AddedUp, marks.boxes_crossed, added_up),
        "multiplied": Term(zones.Multiplied, marks.places_attended, multiplied),
        "rows": Term(zones.Rows, marks.rows_filled, rows),
        "couples": Term(zones.Couples, marks.couples_filled, couples),
        "objectives": Term(zones.Objectives, marks.objectives_completed, objectives),
        "letters": Term(zones.Letters, marks.letters_reached, letters),
        "last_reached": Term(zones.LastReached, marks.circles_crossed, last_reached),
        "left_over": Term(zones.LeftOver, marks.entrances_left, left_over),
    }
)

FAMILY = Family(
    name="get-on-board",
    terms=TERMS,
    form=marks.PrintedSheet,
    out=("eliminated", "resigned"),  # GOB-E12, GOB-X9; equal points share a rank
)
