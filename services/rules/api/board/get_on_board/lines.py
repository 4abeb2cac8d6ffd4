"""The lines of the players: routes side by side, a marker on each section, pawns at the ends."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from services.plumbing.pictures.svg import (
    Point,
    Svg,
    circle,
    group,
    join,
    path,
    through,
    title,
    use,
    words,
)
from services.rules.api.board.get_on_board.streets import CORNER, spot_of
from services.rules.api.board.page import define
from services.rules.api.board.palette import INK, PAPER, SEATS, Mark, ink_on
from services.rules.core.seats import PLAYING
from services.rules.families.get_on_board.board import Board

LANE: Final = 7
"""From the line of one seat to that of the next."""
PAWN: Final = 1.6
PLACES: Final[Mapping[int, tuple[Point, ...]]] = {
    2: ((-11, 0), (11, 0)),
    3: ((-11, -10), (11, -10), (0, 10)),
    4: ((-11, -11), (11, -11), (-11, 11), (11, 11)),
    5: ((-15, -15), (15, -15), (0, 0), (-15, 15), (15, 15)),
}
"""Where several pawns stand at the same intersection."""


def symbols_of(seats: int) -> Svg:
    """Define the marker and the pawn of each seat."""
    return define(
        each
        for seat in range(seats)
        for each in (
            (f"marker-{seat}", _piece(seat, 1, 8.5)),
            (f"pawn-{seat}", _piece(seat, PAWN, 12)),
        )
    )


def lines_of(board: Board, seats: Sequence[Mapping[str, Any]]) -> Svg:
    """Draw the lines of all seats, then the markers upon them, then the pawns."""
    routes = [[_spot(board, name) for name in seat["line"]] for seat in seats]
    return join(
        (
            *(_route(at, len(seats), points) for at, points in enumerate(routes)),
            *(_markers(at, len(seats), points) for at, points in enumerate(routes)),
            *_pawns(seats, routes),
        )
    )


def out_sign() -> Svg:
    """Cross out, beside its number, the pawn of a seat that plays no more."""
    cross = path("M6-12L12-6M12-12L6-6", stroke=INK, stroke_width=2, stroke_linecap="round")
    return join((circle(9, -9, 6, fill=PAPER, stroke=INK), cross))


def start_sign(colour: str = PAPER) -> Svg:
    """Draw the beginning of a line around the origin."""
    return circle(0, 0, 5, fill=colour, stroke=INK, stroke_width=2)


def _piece(seat: int, scale: float, size: float) -> Svg:
    """Draw the outline of a seat with its number, which counts from 1 as players do."""
    mark = SEATS[seat]
    outline = path(
        mark.shape,
        fill=mark.colour,
        stroke=INK,
        stroke_width=1.2,
        transform=f"scale({scale:g})",
    )
    low = 1.2 * scale if mark.shape.count("L") == 1 else 0
    number = words(
        str(seat + 1),
        0,
        low,
        size,
        text_anchor="middle",
        font_weight="bold",
        fill=ink_on(mark.colour),
    )
    return join((outline, number))


def _route(seat: int, seats: int, points: Sequence[Point]) -> Svg:
    """Draw a line on streets that are moved a little for each seat, so that none hides another."""
    if not points:
        return join(())
    mark, by = SEATS[seat], _offset(seat, seats)
    d = through((x + by, y + by) for x, y in points)
    x, y = points[0]
    return group(
        path(d, stroke=INK, stroke_width=6, stroke_linecap="round"),
        path(d, stroke=mark.colour, stroke_width=3.6, **_dashed(mark)),
        group(start_sign(mark.colour), transform=f"translate({x + by:g} {y + by:g})"),
        fill="none",
        stroke_linejoin="round",
    )


def _dashed(mark: Mark) -> Mapping[str, str]:
    return {"stroke_dasharray": mark.dash} if mark.dash else {"stroke_linecap": "round"}


def _markers(seat: int, seats: int, points: Sequence[Point]) -> Svg:
    """Put a marker on each section; those of several seats stand behind each other."""
    by, share = _offset(seat, seats), (seat + 0.5) / seats
    found = []
    for here, there in pairwise(points):
        (x, y), (right, low) = sorted((here, there))
        along = CORNER + (right - x + low - y - 2 * CORNER) * share
        across = (along, by) if right > x else (by, along)
        found.append(use(f"marker-{seat}", x + across[0], y + across[1]))
    return join(found)


def _pawns(seats: Sequence[Mapping[str, Any]], routes: Sequence[Sequence[Point]]) -> list[Svg]:
    """Stand the pawns at the ends of the lines, beside each other where several have met."""
    ends: dict[Point, list[int]] = {}
    for at, points in enumerate(routes):
        if points:
            ends.setdefault(points[-1], []).append(at)
    pawns = []
    for (x, y), there in ends.items():
        alone = _offset(there[0], len(seats))
        for at, (right, low) in zip(there, PLACES.get(len(there), ((alone, alone),)), strict=True):
            pawns.append(_pawn(seats[at], at, x + right, y + low))
    return pawns


def _pawn(seat: Mapping[str, Any], at: int, x: float, y: float) -> Svg:
    said = title(f"seat {at + 1} at {seat['line'][-1]}, {seat['standing']}")
    parts = [said, use(f"pawn-{at}", 0, 0)]
    if seat["standing"] != PLAYING:
        parts.append(out_sign())
    return group(*parts, transform=f"translate({x:g} {y:g})")


def _offset(seat: int, seats: int) -> float:
    return (seat - (seats - 1) / 2) * LANE


def _spot(board: Board, name: str) -> Point:
    return spot_of(board.intersections[board.numbers[name]])
