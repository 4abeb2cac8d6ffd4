"""Icons of what stands at intersections and on sheets, 28 units wide around the origin."""

from collections.abc import Mapping
from typing import Final

from services.plumbing.pictures.svg import Svg, box, circle, group, join, path, words
from services.rules.api.board.palette import HIGHLIGHT, INK, PAPER

STUDY: Final = "#ffe08a"
SIGHTS: Final = "#bfe3c0"
WORK: Final = "#c3d7f5"
CARE: Final = "#f2d3bd"
LOVE: Final = "#f7c6d4"
NEUTRAL: Final = "#e9ebee"

BUST: Final = path("M-8.5 10.5C-8.5 3.5-4.5 2.5 0 2.5S8.5 3.5 8.5 10.5Z", fill=INK)
HEAD: Final = circle(0, -3, 4.6, fill=INK)
HEART: Final = "M0 8.5C-11 .5-8.5-7-4-7C-1.5-7 0-5 0-3.5C0-5 1.5-7 4-7C8.5-7 11 .5 0 8.5Z"

STAR: Final = "M0-7L2.1-2.4L7-1.8L3.4 1.6L4.3 6.5L0 4.1L-4.3 6.5L-3.4 1.6L-7-1.8L-2.1-2.4Z"


def _person(ground: str, *features: Svg) -> Svg:
    """Draw a passenger: round."""
    return join((circle(0, 0, 13.5, fill=ground, stroke=INK), HEAD, BUST, *features))


def _place(ground: str, *features: Svg) -> Svg:
    """Draw a place: square."""
    return join((box(-13, -13, 26, 26, rx=3, fill=ground, stroke=INK), *features))


def _solid(d: str) -> Svg:
    return path(d, fill=INK)


def _light(d: str) -> Svg:
    return path(d, fill=PAPER)


def _heart(fill: str) -> Svg:
    ground = circle(0, 0, 13.5, fill=LOVE, stroke=INK)
    return join((ground, path(HEART, fill=fill, stroke=INK, stroke_width=1.8)))


def _lamps() -> Svg:
    return join(
        (
            box(-5.5, -11, 11, 22, rx=3, fill=INK),
            *(circle(0, y, 2.4, fill=PAPER) for y in (-6.6, 0, 6.6)),
        )
    )


def _stroke(d: str, width: float = 2) -> Svg:
    return path(d, fill="none", stroke=INK, stroke_width=width, stroke_linecap="round")


ICONS: Final[Mapping[str, Svg]] = {
    "granny": _person(
        CARE,
        circle(0, -9, 2.6, fill=INK),
        circle(-2, -3, 1.5, fill=PAPER),
        circle(2, -3, 1.5, fill=PAPER),
    ),
    "student": _person(STUDY, _solid("M0-12L10-8.2L0-4.4L-10-8.2Z"), _stroke("M8-8V-3", 1.4)),
    "tourist": _person(
        SIGHTS,
        _solid("M-9.5-4.6C-5-6.4 5-6.4 9.5-4.6V-3.4H-9.5Z"),
        box(-4, 4.4, 8, 5.6, rx=1, fill=PAPER),
        circle(0, 7.2, 1.7, fill=INK),
    ),
    "businessperson": _person(WORK, _light("M-4 2.6L0 6L4 2.6ZM-1.2 5.4H1.2L2 9.4L0 11L-2 9.4Z")),
    "intern": _person(STUDY, _light("M-1.3 4.4H1.3V11H-1.3Z"), _solid("M-7-6.5H7L4-9.8H-4Z")),
    "light_flirt": _heart(PAPER),
    "dark_flirt": _heart(INK),
    "university": _place(
        STUDY,
        path("M0-5C-3-8-7-8-10-7V7C-7 6-3 6 0 9C3 6 7 6 10 7V-7C7-8 3-8 0-5Z", fill=PAPER),
        _stroke("M0-5C-3-8-7-8-10-7V7C-7 6-3 6 0 9C3 6 7 6 10 7V-7C7-8 3-8 0-5V9", 1.6),
    ),
    "monument": _place(SIGHTS, _solid("M0-11L3-7L4 6H-4L-3-7ZM-7.5 7.5H7.5V10.5H-7.5Z")),
    "museum": _place(
        SIGHTS,
        _solid("M0-11L10.5-4.5V-3H-10.5V-4.5ZM-10 8H10V10.6H-10Z"),
        _stroke("M-7-1.5V6.5M-2.4-1.5V6.5M2.4-1.5V6.5M7-1.5V6.5", 2.2),
    ),
    "office": _place(
        WORK,
        _solid("M-7-11H7V11H-7Z"),
        _light("M-4.6-8.4h3v3h-3zM1.6-8.4h3v3h-3zM-4.6-3h3v3h-3zM1.6-3h3v3h-3zM-1.7 4h3.4v7h-3.4z"),
    ),
    "cinema": _place(
        STUDY,
        _solid("M-10.5-8H10.5V8H-10.5Z"),
        _light("M-6-5H6V5H-6ZM-9.5-6h2v2.4h-2zM-9.5-1.2h2v2.4h-2zM-9.5 3.6h2v2.4h-2z"),
        _light("M7.5-6h2v2.4h-2zM7.5-1.2h2v2.4h-2zM7.5 3.6h2v2.4h-2z"),
    ),
    "opera": _place(
        SIGHTS,
        circle(-4.6, 6.4, 3.4, fill=INK),
        circle(5.6, 4.4, 3.4, fill=INK),
        _stroke("M-2 6V-7L8.2-9.2V4"),
    ),
    "theater": _place(
        SIGHTS,
        _solid("M-9-9C-4-6.5 4-6.5 9-9V0C9 6 4 10.5 0 11C-4 10.5-9 6-9 0Z"),
        _light("M-6-2.5C-5-4.6-3-4.6-2-2.5ZM2-2.5C3-4.6 5-4.6 6-2.5Z"),
        _light("M-5 2.4C-2 4 2 4 5 2.4C3 8-3 8-5 2.4Z"),
    ),
    "restaurant": _place(
        LOVE,
        _stroke("M-5-10V-4.5M-8-10V-5C-8-2.6-2-2.6-2-5V-10M-5-3V10.5"),
        _stroke("M5 10.5V-10C8.4-8 8.6-2 7.4.6H5.4"),
    ),
    "metro": join(
        (
            circle(0, 0, 13.5, fill=INK),
            _light("M-8 7.5V-7.5H-4.4L0 1L4.4-7.5H8V7.5H4.8V-1.6L1 5.6H-1L-4.8-1.6V7.5Z"),
        )
    ),
    "light": _place(NEUTRAL, _lamps()),
    "star": path(STAR, fill=HIGHLIGHT, stroke=INK, stroke_width=1.2, transform="scale(1.6)"),
    "turn": _place(NEUTRAL, _stroke("M-6 10V-2C-6-5-4-6-2-6H6", 3), _solid("M5-11L11-6L5-1Z")),
    "bus": _place(
        NEUTRAL,
        _solid("M-10-8H10V6H-10Z"),
        _light("M-7.5-5.5h4v4h-4zM-2-5.5h4v4h-4zM3.5-5.5h4v4h-4z"),
        *(circle(x, 6.5, 3, fill=INK, stroke=PAPER, stroke_width=1.2) for x in (-5, 5)),
    ),
    "link": _place(
        NEUTRAL,
        *(circle(x, 0, 4.8, fill="none", stroke=INK, stroke_width=2.4) for x in (-4, 4)),
    ),
}  # fmt: skip
"""Passengers are round, places square; an outline tells each without its colour."""


def icon(name: str) -> Svg:
    """Give the icon of a thing; one that nobody has drawn shows its letters."""
    return ICONS.get(name) or _place(NEUTRAL, words(name[:3], 0, 0, 11, text_anchor="middle"))


def landmark_frame() -> Svg:
    """Give what a landmark has around its icon, and its star."""
    star = path(STAR, fill=HIGHLIGHT, stroke=INK)
    frame = box(-16, -16, 32, 32, rx=4, fill="none", stroke=INK, stroke_width=2.4)
    return join((frame, group(star, transform="translate(-16 -16)")))
