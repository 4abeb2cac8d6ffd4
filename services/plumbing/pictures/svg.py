"""A few lines that write SVG. Markup is a type of its own: a plain text cannot slip in unescaped.

Looks are attributes, never styles, so that the strictest content policy shows the same picture.
"""

from collections.abc import Iterable
from html import escape
from typing import Final, NewType, TypeAlias

Svg = NewType("Svg", str)
Value: TypeAlias = str | float
Point: TypeAlias = tuple[float, float]

NAMESPACE: Final = "http://www.w3.org/2000/svg"
FONTS: Final = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
BASELINE: Final = 0.36
"""How far below its middle a line of text stands, in heights of the font."""


def element(tag: str, *children: Svg, **attributes: Value) -> Svg:
    """Write an element; `stroke_width` becomes `stroke-width`."""
    written = "".join(
        f' {name.replace("_", "-")}="{_value(value)}"' for name, value in attributes.items()
    )
    if not children:
        return Svg(f"<{tag}{written}/>")
    return Svg(f"<{tag}{written}>{''.join(children)}</{tag}>")


def group(*children: Svg, **attributes: Value) -> Svg:
    """Write a group; what its children share is said once."""
    return element("g", *children, **attributes)


def join(parts: Iterable[Svg]) -> Svg:
    """Put pieces of markup after each other."""
    return Svg("".join(parts))


def content(text: str) -> Svg:
    """Make a text safe."""
    return Svg(escape(text))


def title(text: str) -> Svg:
    """Name what it stands in, for readers aloud and for pointers resting on it."""
    return element("title", content(text))


def words(text: str, x: float, y: float, size: float, **attributes: Value) -> Svg:
    """Write a line of text; `y` is the middle of its height. Of no text nothing is written."""
    if not text:
        return Svg("")
    return element("text", content(text), x=x, y=y + size * BASELINE, font_size=size, **attributes)


def circle(x: float, y: float, r: float, **attributes: Value) -> Svg:
    """Draw a circle around a point."""
    return element("circle", cx=x, cy=y, r=r, **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: Value) -> Svg:
    """Draw a rectangle from its upper left corner."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def path(d: str, **attributes: Value) -> Svg:
    """Draw a path."""
    return element("path", d=d, **attributes)


def stroked(d: str, colour: str, width: float) -> Svg:
    """Draw a path with round ends; a path that goes nowhere is not drawn."""
    if not d:
        return Svg("")
    return path(d, stroke=colour, stroke_width=width, stroke_linecap="round")


def through(points: Iterable[Point]) -> str:
    """Give the path from point to point."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def use(symbol: str, x: float, y: float, **attributes: Value) -> Svg:
    """Draw something defined once at a place."""
    return element("use", href=f"#{symbol}", x=x, y=y, **attributes)


def number(value: float) -> str:
    """Write a number as short as a picture needs it."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def _value(value: Value) -> str:
    return escape(value) if isinstance(value, str) else number(value)
