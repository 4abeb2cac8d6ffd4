"""What a sheet of Get on Board is worth, read off tables that are laid out once.

Scoring says what everything is worth; a bot asks thousands of times a second, so the numbers of a
points table are turned into functions of the sheet as the rules keep it. A test compares both.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final, TypeAlias

from services.rules.families.get_on_board.sheet import (
    BUSINESS_ROWS,
    BUSINESSPEOPLE,
    DARK_FLIRTS,
    FIELD,
    FLIRT_ROWS,
    LIGHT_FLIRTS,
    METRO_CIRCLED,
    METRO_CROSSED,
    PERSONAL,
    TOURIST_ROWS,
    TOURISTS,
)
from services.scoring.core import zones
from services.scoring.core.table import PointsTable, Zone

Worth: TypeAlias = Callable[[Sequence[Any]], int]
"""What some fields of a sheet are worth."""

COMMON: Final = FIELD["common"]
ROWS: Final = {
    "tourists": (TOURIST_ROWS, TOURISTS),
    "businesspeople": (BUSINESS_ROWS, BUSINESSPEOPLE),
}


def sheet_points(table: PointsTable) -> Worth:
    """Give a function that adds up all zones of a sheet."""
    looked_up: list[tuple[int, Sequence[int]]] = []
    others: list[Worth] = []
    for zone in table.zones:
        values = _by_number(zone.numbers)
        if values is None:
            others.append(TERMS[zone.term](zone))
        else:
            looked_up.append((FIELD[zone.name], values))

    def add_up(sheet: Sequence[Any]) -> int:
        total = 0
        for at, values in looked_up:
            total += values[sheet[at]]
        for worth in others:
            total += worth(sheet)
        return total

    return add_up


def couples_table(numbers: zones.Couples) -> dict[tuple[int, int], int]:
    """Lay out what a row of flirts is worth, by its light and dark ones."""
    shades = range(numbers.couples + 1)
    return {
        (light, dark): _row_of_couples(numbers, light, dark) for light in shades for dark in shades
    }


def _by_number(numbers: object) -> Sequence[int] | None:
    """Lay out the points of a zone whose marks are one number; None for the other zones."""
    if isinstance(numbers, zones.AddedUp):
        return list(accumulate(numbers.values, initial=0))
    if isinstance(numbers, zones.LastReached):
        points, last = [], 0
        for circle in range(numbers.circles + 1):
            last = numbers.points_at.get(circle, last)
            points.append(last)
        return points
    return None


def _multiplied(zone: Zone) -> Worth:
    numbers = zone.numbers
    assert isinstance(numbers, zones.Multiplied)  # noqa: S101 (the term says so)
    passengers = [FIELD[name] for name in numbers.passengers]
    places = [FIELD[name] for name in numbers.places]
    note = _largest_note(numbers.landmarks)

    def worth(sheet: Sequence[Any]) -> int:
        aboard: int = sum([sheet[at] for at in passengers])
        visited: int = sum([sheet[at] for at in places])
        return aboard * visited + note(sheet)

    return worth


def _rows(zone: Zone) -> Worth:
    numbers = zone.numbers
    assert isinstance(numbers, zones.Rows)  # noqa: S101
    resolved, unresolved = ROWS[zone.name]
    points, note = (0, *numbers.points), _largest_note(numbers.landmarks)

    def worth(sheet: Sequence[Any]) -> int:
        total: int = points[sheet[unresolved]] // 2 + note(sheet)
        for passengers in sheet[resolved]:
            total += points[passengers]
        return total

    return worth


def _couples(zone: Zone) -> Worth:
    numbers = zone.numbers
    assert isinstance(numbers, zones.Couples)  # noqa: S101
    filled = couples_table(numbers)

    def worth(sheet: Sequence[Any]) -> int:
        total = filled[sheet[LIGHT_FLIRTS], sheet[DARK_FLIRTS]] // 2
        for row in sheet[FLIRT_ROWS]:
            total += filled[row]
        return total

    return worth


def _row_of_couples(numbers: zones.Couples, light: int, dark: int) -> int:
    none, one, both = numbers.points
    complete, single = min(light, dark), abs(light - dark)
    return complete * both + single * one + (numbers.couples - complete - single) * none


def _objectives(zone: Zone) -> Worth:
    numbers = zone.numbers
    assert isinstance(numbers, zones.Objectives)  # noqa: S101
    sides = {"yellow": numbers.yellow, "blue": numbers.blue}
    return lambda sheet: sum([sides[side] for _, side in sheet[COMMON]])


def _letters(zone: Zone) -> Worth:
    numbers = zone.numbers
    assert isinstance(numbers, zones.Letters)  # noqa: S101
    points = numbers.points
    return lambda sheet: points[len(sheet[PERSONAL])]


def _left_over(zone: Zone) -> Worth:
    numbers = zone.numbers
    assert isinstance(numbers, zones.LeftOver)  # noqa: S101
    points = numbers.points
    worth: Worth = lambda sheet: (sheet[METRO_CIRCLED] - sheet[METRO_CROSSED]) * points  # noqa: E731
    return worth


def _largest_note(landmarks: Sequence[str]) -> Worth:
    """Give the largest of some landmark notes; 0 if there are none."""
    places = [FIELD[f"{landmark}_note"] for landmark in landmarks]
    if len(places) == 1:
        only = places[0]
        return lambda sheet: sheet[only] or 0
    return lambda sheet: max([sheet[at] or 0 for at in places], default=0)


TERMS: Final[Mapping[str, Callable[[Zone], Worth]]] = {
    "multiplied": _multiplied,
    "rows": _rows,
    "couples": _couples,
    "objectives": _objectives,
    "letters": _letters,
    "left_over": _left_over,
}
"""By the name of a zone's scoring term; those of one number have none."""
