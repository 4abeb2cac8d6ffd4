"""A sheet of squared paper: a sign and its style in every square."""

from math import hypot

from rich.text import Text


class Canvas:
    """Drawn upon by place, read line by line."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._signs = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text from a place on; what lies outside is left out."""
        for at, sign in enumerate(text, start=x):
            if 0 <= at < self.width and 0 <= y < self.height:
                self._signs[y][at], self._styles[y][at] = sign, style

    def is_free(self, x: int, y: int) -> bool:
        """Tell whether nothing was drawn in a square."""
        return 0 <= x < self.width and 0 <= y < self.height and self._signs[y][x] == " "

    def text(self) -> Text:
        """Give all of it for the console."""
        lines = [self._line(y) for y in range(self.height)]
        while lines and not lines[-1]:
            lines.pop()
        return Text("\n", no_wrap=True, overflow="crop").join(lines)

    def _line(self, y: int) -> Text:
        line = Text(no_wrap=True, overflow="crop")
        for sign, style in zip(self._signs[y], self._styles[y], strict=True):
            line.append(sign, style or None)
        line.rstrip()
        return line


def squares_between(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int, str]]:
    """Give the squares of a straight line without its ends, each with a stroke that fits."""
    across, down = end[0] - start[0], end[1] - start[1]
    steps = max(abs(across), abs(down))
    stroke = _stroke(across, down)
    return [
        (start[0] + round(across * at / steps), start[1] + round(down * at / steps), stroke)
        for at in range(1, steps)
    ]


def _stroke(across: int, down: int) -> str:
    """Choose the sign nearest to a slope; squares are twice as high as wide."""
    length = hypot(across, 2 * down)
    if abs(2 * down) < 0.38 * length:
        return "─"
    if abs(across) < 0.38 * length:
        return "│"
    return "╲" if (across > 0) == (down > 0) else "╱"  # noqa: RUF001 (a stroke)
