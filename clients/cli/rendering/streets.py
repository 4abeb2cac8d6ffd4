"""A city of streets: intersections with what stands there, and the lines of the seats."""

from itertools import pairwise
from typing import Final, NamedTuple

from rich.text import Text

from clients.cli.api import Json
from clients.cli.rendering.canvas import Canvas
from clients.cli.rendering.palette import MARKS, QUIET, STRONG, THINGS, plain_words, seat_style
from clients.cli.rendering.position import Position

LEFT: Final = 3
"""Room for the numbers of the rows."""
TOP: Final = 1
NODE: Final = 5
"""An intersection: its dot, three letters, a badge."""
NARROWEST, WIDEST = 6, 10
DOWN: Final = 2
DOT, VISITED, PAWNS = "·", "●", "❶❷❸❹❺"
STREETS: Final = (("─", "│"), ("═", "║"), ("┄", "┆"), ("╌", "╎"))
"""Strokes across and down: of a plain street, and of those with a mark."""


class Grid(NamedTuple):
    """How a city is laid out on the canvas."""

    edition: Json
    unit: int

    def place(self, name: str) -> tuple[int, int]:
        """Give the square of an intersection."""
        spot = self.spot(name)
        return LEFT + spot["x"] * self.unit, TOP + spot["y"] * DOWN

    def spot(self, name: str) -> Json:
        """Find an intersection."""
        found: Json = next(each for each in self.edition["intersections"] if each["name"] == name)
        return found

    def strokes(self, mark: str | None) -> tuple[str, str]:
        """Choose how a street with a mark is drawn."""
        kinds = [None, *marks_of(self.edition)]
        return STREETS[kinds.index(mark) % len(STREETS)]


def draw_streets(edition: Json, position: Position, width: int) -> Text:
    """Draw a city and the lines on it."""
    spots = edition["intersections"]
    columns, rows = max(spot["x"] for spot in spots), max(spot["y"] for spot in spots)
    unit = min(WIDEST, max(NARROWEST, (width - LEFT - NODE) // columns))
    grid = Grid(edition, unit)
    canvas = Canvas(LEFT + columns * unit + NODE, TOP + rows * DOWN + 2)
    _draw_frame(canvas, grid, columns, rows)
    for section in edition["sections"]:
        _draw_section(canvas, grid, section, position)
    for spot in spots:
        _draw_spot(canvas, grid, spot)
    for seat, route in position.routes.items():
        _draw_ends(canvas, grid, seat, route)
    return canvas.text()


def streets_legend(edition: Json) -> list[Text]:
    """Say what the letters and strokes mean, one after the other."""
    parts = [
        Text.assemble((code, THINGS.get(thing, "")), f" {plain_words(thing)}")
        for code, thing in edition["legend"].items()
    ]
    parts += [Text("① departure of ticket 1"), Text("ⓐ letter of objectives")]
    if edition["landmarks"]:
        parts.append(Text("CAPITALS a landmark"))
    for mark in marks_of(edition):
        strokes = Grid(edition, 0).strokes(mark)[0] * 2
        parts.append(Text.assemble((strokes, MARKS.get(mark, "")), f" {mark} section"))
    return [*parts, Text("◉11●11❶ the line of seat 1 and its pawn")]


def marks_of(edition: Json) -> list[str]:
    """List the marks that sections have, each once."""
    return sorted({section["mark"] for section in edition["sections"] if section["mark"]})


def spot_words(edition: Json, name: str) -> str:
    """Name an intersection and what stands there."""
    spot = Grid(edition, 0).spot(name)
    return f"{name} {' and '.join(plain_words(thing) for thing in spot['things'])}".strip()


def _draw_frame(canvas: Canvas, grid: Grid, columns: int, rows: int) -> None:
    for column in range(columns + 1):
        canvas.put(LEFT + column * grid.unit, 0, chr(ord("A") + column), QUIET)
    for row in range(rows + 1):
        canvas.put(0, TOP + row * DOWN, f"{row + 1:>2}", QUIET)


def _draw_section(canvas: Canvas, grid: Grid, section: Json, position: Position) -> None:
    """Draw a street: as it is, or as the lines that run there."""
    first, second = sorted(grid.place(name) for name in section["intersections"])
    seats = [seat for seat, route in position.routes.items() if _runs(route, section)]
    across, down = grid.strokes(section["mark"])
    style = _street_style(section["mark"], position)
    if first[1] == second[1]:
        start = first[0] + _width(grid, section["intersections"], first)
        for x in range(start, second[0]):
            _put_stroke(canvas, (x, first[1]), seats, x - start, (across, style))
        return
    top, bottom = sorted((first[1], second[1]))
    for y in range(top + 1, bottom):
        if len(seats) > 1:
            for at, seat in enumerate(seats):
                canvas.put(first[0] + at, y, str(seat + 1), seat_style(seat))
        else:
            _put_stroke(canvas, (first[0], y), seats, 0, (down, style))


def _put_stroke(
    canvas: Canvas, place: tuple[int, int], seats: list[int], at: int, plain: tuple[str, str]
) -> None:
    """Write the number of a line, or the stroke of a street without one."""
    if seats:
        seat = seats[at % len(seats)]
        canvas.put(*place, str(seat + 1), seat_style(seat))
    else:
        canvas.put(*place, *plain)


def _draw_spot(canvas: Canvas, grid: Grid, spot: Json) -> None:
    x, y = grid.place(spot["name"])
    codes = {thing: code for code, thing in grid.edition["legend"].items()}
    canvas.put(x, y, DOT)
    for at, thing in enumerate(spot["things"]):
        code = codes.get(thing, thing[:3])
        code = code.upper() if spot["landmark"] else code
        style = THINGS.get(thing, "") + (" bold" if spot["landmark"] else "")
        below = x + 1 if canvas.is_free(x + 1, y + 1) else x + 2
        canvas.put(x + 1 if at == 0 else below, y + at, code, style)
    canvas.put(x + 4, y, badge_of(spot), STRONG)


def badge_of(spot: Json) -> str:
    """Give the sign of a departure or a letter, in a circle."""
    if spot["departure"]:
        return chr(ord("①") + spot["departure"] - 1)
    if spot["letter"]:
        return chr(ord("ⓐ") + ord(spot["letter"]) - ord("a"))
    return ""


def _draw_ends(canvas: Canvas, grid: Grid, seat: int, route: tuple[str, ...]) -> None:
    """Mark what a line has visited, where it begins, and its pawn."""
    for name in route:
        canvas.put(*grid.place(name), VISITED, seat_style(seat))
    if route:
        canvas.put(*grid.place(route[0]), "◉", seat_style(seat))
        canvas.put(*grid.place(route[-1]), PAWNS[seat % len(PAWNS)], seat_style(seat))


def _runs(route: tuple[str, ...], section: Json) -> bool:
    ends = set(section["intersections"])
    return any({one, other} == ends for one, other in pairwise(route))


def _width(grid: Grid, names: list[str], first: tuple[int, int]) -> int:
    """Tell how many squares the intersection at the left needs."""
    left = next(name for name in names if grid.place(name) == first)
    return NODE if badge_of(grid.spot(left)) else NODE - 1


def _street_style(mark: str | None, position: Position) -> str:
    if mark is None:
        return QUIET
    fast = " bold" if mark == position.speedy else ""
    return MARKS.get(mark, "") + fast
