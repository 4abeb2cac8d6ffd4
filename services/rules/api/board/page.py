"""The sheet of paper: the map on the left, a column of facts on the right."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from services.plumbing.pictures.lettering import clean, fitted
from services.plumbing.pictures.svg import (
    FONTS,
    NAMESPACE,
    Svg,
    box,
    content,
    element,
    group,
    join,
    path,
    title,
    words,
)
from services.rules.api.board.palette import GROUND, HIGHLIGHT, INK, PANEL, QUIET, RULE

COLUMN: Final = 400
"""The width of the column of facts."""
PADDING: Final = 20
INSIDE: Final = COLUMN - 2 * PADDING
ENTRY: Final = 24
ENTRY_WIDTH: Final = 178
"""The room for a symbol of the legend and its meaning."""
HEADING: Final = 34
NAMELESS: Final = "\N{EN DASH}"


class Item(NamedTuple):
    """A symbol of the legend and what it means; the symbol is drawn around the origin."""

    symbol: Svg
    meaning: str


class Block(NamedTuple):
    """Something drawn from the origin down."""

    drawing: Svg
    height: float


class Sheet(NamedTuple):
    """What a picture is put together from."""

    title: str
    description: str
    size: tuple[float, float]
    """The map: to the right, and down."""
    symbols: Svg
    """What is defined once and drawn many times."""
    map: Svg


class Column:
    """The column of facts, written from the top down."""

    def __init__(self, x: float) -> None:
        self.x = x + PADDING
        self.y = float(PADDING)
        self._parts: list[Svg] = []

    def add(self, part: Svg, height: float = 0) -> None:
        """Draw something, and go on below it."""
        self._parts.append(part)
        self.y += height

    def line(self, text: str, size: float = 13, *, bold: bool = False, fill: str = INK) -> None:
        """Write a line of text, shortened if it has to be."""
        short = fitted(text, INSIDE, size, bold=bold)
        weight = {"font_weight": "bold"} if bold else {}
        height = size * 1.5
        self.add(words(short, self.x, self.y + height / 2, size, fill=fill, **weight), height)

    def title(self, game: str, city: str) -> None:
        """Write what is played, and where."""
        self.line(game, 13, fill=QUIET)
        self.line(city, 26, bold=True)

    def heading(self, text: str) -> None:
        """Begin a part."""
        self.y += 8
        self.add(path(f"M{self.x:g} {self.y:g}h{INSIDE}", stroke=RULE), 4)
        self.line(text, 12, bold=True, fill=QUIET)
        self.y += 2

    def drawn(self) -> Svg:
        """Give everything that was written."""
        return join(self._parts)


def put_together(sheet: Sheet, column: Column, items: Sequence[Item]) -> str:
    """Write the whole document; the legend goes where there is room for it."""
    wide, high = sheet.size
    inside, outside = _legend(items, INSIDE), _legend(items, wide - 2 * PADDING)
    if column.y + inside.height <= high:
        legend = _moved(inside.drawing, column.x, high - inside.height)
    else:
        legend = _moved(outside.drawing, PADDING, high)
        high = max(high + outside.height, column.y + PADDING)
    return element(
        "svg",
        element("title", content(sheet.title), id="title"),
        element("desc", content(sheet.description), id="description"),
        element("defs", sheet.symbols),
        box(0, 0, wide + COLUMN, high, fill=GROUND),
        group(sheet.map, id="map"),
        box(wide, 0, COLUMN, high, fill=PANEL),
        path(f"M{wide:g} 0V{high:g}", stroke=RULE, stroke_width=2),
        group(column.drawn(), id="facts"),
        group(legend, id="legend"),
        xmlns=NAMESPACE,
        viewBox=f"0 0 {wide + COLUMN:g} {high:g}",
        role="img",
        aria_labelledby="title description",
        font_family=FONTS,
        fill=INK,
    )


def names_of(players: Sequence[str], seats: int) -> list[str]:
    """Give a name to show for each seat."""
    shown = [clean(name) or NAMELESS for name in players[:seats]]
    return shown + [NAMELESS] * (seats - len(shown))


def turn_sign(x: float, y: float) -> Svg:
    """Point at whose turn it is."""
    arrow = path("M-6-6L6 0L-6 6Z", fill=HIGHLIGHT, stroke=INK, stroke_width=1.5)
    return group(title("to play"), arrow, transform=f"translate({x:g} {y:g})")


def define(symbols: Iterable[tuple[str, Svg]]) -> Svg:
    """Define symbols by their names."""
    return join(group(drawing, id=name) for name, drawing in symbols)


def _legend(items: Sequence[Item], room: float) -> Block:
    """Explain every symbol, in as many columns as there is room for."""
    columns = int(room // ENTRY_WIDTH)
    rows = -(-len(items) // columns)
    step = room / columns
    parts = [
        path(f"M0 8H{room:g}", stroke=RULE),
        words("Legend", 0, 22, 12, fill=QUIET, font_weight="bold"),
    ]
    for at, item in enumerate(items):
        x, y = at // rows * step, HEADING + (at % rows + 0.5) * ENTRY
        parts.append(_moved(item.symbol, x + 15, y))
        parts.append(words(fitted(item.meaning, step - 36, 11), x + 34, y, 11))
    return Block(join(parts), HEADING + rows * ENTRY + PADDING)


def _moved(drawing: Svg, x: float, y: float) -> Svg:
    return group(drawing, transform=f"translate({x:g} {y:g})")
