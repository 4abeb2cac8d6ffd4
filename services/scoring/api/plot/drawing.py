"""What the parts of a plot have in common: headings, keys, marks and columns of numbers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from services.plumbing.pictures.lettering import fitted, width
from services.plumbing.pictures.svg import Svg, box, group, join, path, title, words
from services.scoring.api.plot.palette import INK, PANEL, QUIET

Document: TypeAlias = Mapping[str, Any]

TEXT: Final = 12
SMALL: Final = 11
TOP: Final = 62
"""Where the plot of a part begins: below its heading and its key."""
KEY: Final = 30
ROW: Final = 22
"""The height of a row of a table at least."""
WIDEST: Final = 34
AIR: Final = 12
"""The room between columns."""
DASHED: Final = "5 3"


class Column(NamedTuple):
    """Numbers below each other, flush right."""

    head: str
    cells: Sequence[str]

    @property
    def room(self) -> float:
        """The width that the widest number needs: a shortened number would be a wrong one."""
        widest = max((width(cell, TEXT) for cell in self.cells), default=0)
        return max(width(self.head, SMALL), widest) + AIR


class Rows(NamedTuple):
    """The rows of a table, below each other."""

    number: int
    high: float

    def middle(self, row: int) -> float:
        """Give the middle of a row, counted from 0."""
        return TOP + (row + 0.5) * self.high

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return TOP + self.number * self.high

    def bar(self, row: int, start: float, end: float, says: str, fill: str) -> Svg:
        """Draw a bar that lies, from the smaller end to the larger one."""
        low, high = sorted((start, end))
        thick = 0.6 * self.high
        drawn = box(low, self.middle(row) - thick / 2, high - low, thick, fill=fill)
        return group(title(says), drawn)

    def labels(self, texts: Sequence[str], room: float) -> Svg:
        """Write what the rows are about."""
        return join(
            words(fitted(text, room, TEXT), 0, self.middle(row), TEXT)
            for row, text in enumerate(texts)
        )

    def columns(self, right: float, columns: Sequence[Column]) -> Svg:
        """Write columns of numbers, the last one at the right edge."""
        parts = []
        for column in reversed(columns):
            parts.append(words(column.head, right, TOP - 10, SMALL, fill=QUIET))
            parts += [
                words(cell, right, self.middle(row), TEXT) for row, cell in enumerate(column.cells)
            ]
            right -= column.room
        return group(*parts, text_anchor="end")


def moved(drawing: Svg, x: float, y: float) -> Svg:
    """Draw something elsewhere."""
    return group(drawing, transform=f"translate({x:g} {y:g})")


def heading(text: str) -> Svg:
    """Name a part."""
    return words(text, 0, 8, 14, font_weight="bold")


def note(text: str, room: float, y: float = TOP) -> Svg:
    """Say something in place of a plot."""
    return words(fitted(text, room, TEXT), 0, y, TEXT, fill=QUIET)


def key(items: Iterable[tuple[Svg, str]], room: float) -> Svg:
    """Explain marks beside each other; each is drawn around the origin."""
    parts, x = [], 0.0
    for mark, meaning in items:
        text = fitted(meaning, room - x - 24, SMALL)
        parts += [moved(mark, x + 8, KEY), words(text, x + 22, KEY, SMALL, fill=QUIET)]
        x += 22 + width(text, SMALL) + 14
    return join(parts)


def mark(d: str, colour: str = INK, dash: str = "") -> Svg:
    """Draw a line that is seen on bars and beside them."""
    dashes = {"stroke_dasharray": dash} if dash else {}
    halo = path(d, stroke=PANEL, stroke_width=3.4)
    return group(halo, path(d, stroke=colour, stroke_width=1.6, **dashes), fill="none")


def rows_of(number: int, room: float) -> Rows:
    """Share a height among rows; more of it than looks good is left free."""
    return Rows(number, min(WIDEST, max(ROW, (room - TOP) / max(number, 1))))


def room_of(columns: Sequence[Column]) -> float:
    """Give the width of columns together."""
    return sum(column.room for column in columns)
