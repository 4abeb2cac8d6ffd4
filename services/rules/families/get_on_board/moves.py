"""The moves of Get on Board, and the route shapes that tickets ask for."""

from typing import Final, NamedTuple, TypeAlias

from services.rules.core.seats import Resign


class ChooseDeparture(NamedTuple):
    """Choose in secret one of the two tickets in hand (GOB-S5)."""

    ticket: int


class PlotRoute(NamedTuple):
    """Play a whole turn: the intersections reached, in order (GOB-X1)."""

    path: tuple[str, ...]
    metro: bool = False
    """Whether the last marker is the extra one of a crossed-off M (GOB-P11)."""


Move: TypeAlias = ChooseDeparture | PlotRoute | Resign


STRAIGHT: Final = 0
TURNED: Final = 1
EITHER: Final = 2
"""What a shape asks of its joints."""


class Shape(NamedTuple):
    """A route shape: how many markers, and what its joints should be (GOB-P1)."""

    name: str
    number: int
    markers: int
    joints: int


SHAPES: Final = {
    shape.name: shape
    for shape in (
        Shape("S1", 0, 1, STRAIGHT),
        Shape("S2", 1, 2, STRAIGHT),
        Shape("S3", 2, 3, STRAIGHT),
        Shape("T2", 3, 2, TURNED),
        Shape("Z3", 4, 3, TURNED),
        Shape("S2/T2", 5, 2, EITHER),
    )
}
SINGLE: Final = SHAPES["S1"]
"""What every shape becomes by the fallback of GOB-P7."""


def turn_spaces(turns: int, joints: int) -> tuple[int, int, int]:
    """Count the turn-zone spaces that a route costs as STRAIGHT, TURNED or EITHER (GOB-P6, GOB-X2).

    The joint with the route of the round before is not among `joints` (GOB-P4).
    """
    return turns, joints - turns, min(turns, joints - turns)
