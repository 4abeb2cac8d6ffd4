"""The symbols of a network: stations by kind, landmark tiles, the passenger; around the origin."""

from collections.abc import Callable, Mapping
from typing import Final

from services.plumbing.pictures.svg import Svg, box, circle, group, join, path, words
from services.rules.api.board.palette import (
    CLUSTER,
    CLUSTER_EDGE,
    HIGHLIGHT,
    INK,
    LANDMARK_TILE,
    PAPER,
    QUIET,
    RAIL,
    TERMINUS,
    WATER_INK,
)
from services.rules.families.on_the_underground import network

HEXAGON: Final = "M-6-10.4H6L12 0L6 10.4H-6L-12 0Z"


def station(kind: str, cards: int) -> Svg:
    """Draw a station of a kind that so many destination cards name."""
    return SYMBOLS[kind](cards)


def tile(name: str) -> Svg:
    """Draw a landmark tile; a type that nobody has drawn shows its letters."""
    ground = path(HEXAGON, fill=LANDMARK_TILE, stroke=INK, stroke_width=1.4)
    letters = words(name[:2].title(), 0, 0, 9, text_anchor="middle", font_weight="bold")
    return join((ground, TILES.get(name, letters)))


def passenger() -> Svg:
    """Draw the passenger on its station."""
    return join(
        (
            circle(0, 0, 11, fill=INK, stroke=HIGHLIGHT, stroke_width=2.2),
            circle(0, -4, 3.6, fill=PAPER),
            path("M-6.5 8C-6.5 2 -3.5 .6 0 .6S6.5 2 6.5 8Z", fill=PAPER),
        )
    )


def open_ring(radius: float) -> Svg:
    """Draw the ring of an open destination."""
    outer = circle(0, 0, radius, fill="none", stroke=INK, stroke_width=4.8)
    return join((outer, circle(0, 0, radius, fill="none", stroke=HIGHLIGHT, stroke_width=2.6)))


def branch_tile() -> Svg:
    """Draw a branch tile: one line becomes two."""
    card = box(-9, -9, 18, 18, rx=3, fill=PAPER, stroke=INK, stroke_width=1.3)
    fork = "M0 7V1C0-2-5-2-5-6M0 1C0-2 5-2 5-6"
    return join((card, path(fork, fill="none", stroke=INK, stroke_width=2.2)))


def cluster_sign() -> Svg:
    """Draw two stations of a cluster, small."""
    return join(
        (
            path("M-6 0H6", stroke=CLUSTER_EDGE, stroke_width=14, stroke_linecap="round"),
            path("M-6 0H6", stroke=CLUSTER, stroke_width=12, stroke_linecap="round"),
            *(circle(x, 0, 4, fill=PAPER, stroke=INK, stroke_width=1.4) for x in (-6, 6)),
        )
    )


def _plain(cards: int) -> Svg:
    ring = circle(0, 0, 8.5, fill=PAPER, stroke=INK, stroke_width=2)
    return join((ring, *_dots(cards, INK)))


def _rail(cards: int) -> Svg:
    ground = circle(0, 0, 9.5, fill=RAIL, stroke=INK, stroke_width=1.5)
    bars = path("M-5.5-2.6H5.5M-5.5 2.6H5.5", stroke=PAPER, stroke_width=2.4)
    return join((ground, bars, *_outer(cards)))


def _rer(cards: int) -> Svg:
    ground = circle(0, 0, 9.5, fill=RAIL, stroke=INK, stroke_width=1.5)
    letter = words("R", 0, 0, 12.5, text_anchor="middle", font_weight="bold", fill=PAPER)
    return join((ground, letter, *_outer(cards)))


def _terminus(_: int) -> Svg:
    square = box(-8.5, -8.5, 17, 17, fill=TERMINUS, stroke=INK, stroke_width=1.5)
    return join((square, path("M-4.5-4H4.5M0-4V5", stroke=PAPER, stroke_width=2.6)))


def _landmark(_: int) -> Svg:
    return path(HEXAGON, fill=PAPER, stroke=QUIET, stroke_width=1.6, stroke_dasharray="3 2")


def _water(_: int) -> Svg:
    wave = "M-6 {0}C-4 {1}-2 {1} 0 {0}S4 {2} 6 {0}"
    waves = "".join(wave.format(y, y - 3, y + 3) for y in (-3, 3))
    ring = circle(0, 0, 9, fill=PAPER, stroke=WATER_INK, stroke_width=1.6)
    line = path(waves, fill="none", stroke=WATER_INK, stroke_width=1.8, stroke_linecap="round")
    return join((ring, line))


def _dots(cards: int, fill: str) -> list[Svg]:
    """Draw a dot for each card."""
    radius = 3.4 if cards == 1 else 2.3
    return [circle((at - (cards - 1) / 2) * 5.8, 0, radius, fill=fill) for at in range(cards)]


def _outer(cards: int) -> list[Svg]:
    """Draw a ring for each card around a station that has no room inside."""
    rings = range(min(cards, 2))
    return [circle(0, 0, 11.5 + 2 * at, fill="none", stroke=INK) for at in rings]


SYMBOLS: Final[Mapping[str, Callable[[int], Svg]]] = {
    network.PLAIN: _plain,
    network.RAIL: _rail,
    network.RER: _rer,
    network.TERMINUS: _terminus,
    network.LANDMARK: _landmark,
    network.WATER: _water,
}
"""Kind of station -> its drawing; no two have the same outline and filling."""

TILES: Final[Mapping[str, Svg]] = {
    "monument": path("M0-8L2.4-4.8L3 4H-3L-2.4-4.8ZM-5.6 5H5.6V7.4H-5.6Z", fill=INK),
    "museum": group(
        path("M0-8L7.5-3.4V-2H-7.5V-3.4ZM-7 5.2H7V7.4H-7Z", fill=INK),
        path("M-4.8-1V4.4M-1.6-1V4.4M1.6-1V4.4M4.8-1V4.4", stroke=INK, stroke_width=1.6),
    ),
    "brasserie": path(
        "M-4.6-7.5H4.6C4.6-2.6 3.4-.6.9 0V5H4V7.3H-4V5H-.9V0C-3.4-.6-4.6-2.6-4.6-7.5Z", fill=INK
    ),
    "bakery": group(
        path("M-8.5 3C-8.5-8 8.5-8 8.5 3L4.6 5.6C4 1.5-4 1.5-4.6 5.6Z", fill=INK),
        path("M-3.6-4.6L-2.6 1.6M3.6-4.6L2.6 1.6", stroke=PAPER, stroke_width=1.2),
    ),
    "garden": group(
        circle(0, -3, 4.8, fill=INK),
        circle(-3.4, 0, 3.4, fill=INK),
        circle(3.4, 0, 3.4, fill=INK),
        path("M0-1V7.6", stroke=INK, stroke_width=2.4),
    ),
}  # fmt: skip

SIGNS: Final[Mapping[str, Svg]] = {
    "rail": _rail(0),
    "terminus": _terminus(0),
    "clusters": cluster_sign(),
    "water": _water(0),
    "rer": _rer(0),
    "rides": passenger(),
}
"""What the ledger of a line counts -> its sign."""
