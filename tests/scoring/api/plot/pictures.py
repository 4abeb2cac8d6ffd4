"""What is seen in a plot: bars, marks and texts, by what they say."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from services.scoring.api.plot import draw_statistics
from tests.rules.api.board.pictures import SVG, part, texts, titled

NAME = "Get on Board: Paris"


class Bar(NamedTuple):
    """A rectangle that shows a number."""

    x: float
    y: float
    width: float
    height: float


def drawn(document: Mapping[str, Any], name: str = NAME) -> str:
    return draw_statistics(document, name)


def panel(document: Mapping[str, Any], players: int, name: str) -> Element:
    """Give the totals, the seats, the zones or the facts of a number of players."""
    return part(drawn(document), f"players-{players}-{name}")


def said(document: Mapping[str, Any], players: int, name: str) -> list[str]:
    return texts(panel(document, players, name))


def bar(within: Element, says: str) -> Bar:
    """Give the bar that says something."""
    found = titled(within, says).find(f"{SVG}rect")
    assert found is not None
    x, y, width, height = (float(found.attrib[name]) for name in ("x", "y", "width", "height"))
    return Bar(x, y, width, height)


def marked_at(within: Element, says: str) -> float:
    """Give where an upright mark stands."""
    found = titled(within, says).find(f".//{SVG}path")
    assert found is not None
    return float(found.attrib["d"].removeprefix("M").split()[0])
