"""Colours, and what says the same without them: shapes, dashes and letters."""

from collections.abc import Mapping
from typing import Final, NamedTuple

INK: Final = "#1b1f24"
BLACK: Final = "#000000"
QUIET: Final = "#4a525c"
PAPER: Final = "#ffffff"
GROUND: Final = "#f4f1ea"
BLOCK: Final = "#e6e2d6"
STREET: Final = "#fbfaf7"
EDGE: Final = "#b9b3a4"
PANEL: Final = "#ffffff"
RULE: Final = "#d8d3c6"
WATER: Final = "#cfe3ee"
WATER_INK: Final = "#1c5f86"
FREE: Final = "#e3ded2"
CLUSTER: Final = "#ead3ea"
CLUSTER_EDGE: Final = "#a86aa8"
HIGHLIGHT: Final = "#ffd84d"
RAIL: Final = "#1f4e9e"
TERMINUS: Final = "#a8321f"
LANDMARK: Final = "#2c6b3f"
LANDMARK_TILE: Final = "#dff0d8"
GOLD: Final = "#e0a800"


class Mark(NamedTuple):
    """How the line of a seat is told from all others, three times over."""

    colour: str
    dash: str
    """The pattern of its line; empty for a line without gaps."""
    shape: str
    """The outline of its markers and of its pawn, around the origin, some 12 units wide."""


class Paint(NamedTuple):
    """A colour that an edition names."""

    colour: str
    code: str
    """Two letters, written wherever the colour alone would have to speak."""


SEATS: Final = (
    Mark("#0072b2", "", "M6 0A6 6 0 1 1-6 0A6 6 0 1 1 6 0Z"),
    Mark("#e69f00", "9 3", "M-5.3-5.3H5.3V5.3H-5.3Z"),
    Mark("#8fd9bd", "3 3", "M0-6.8L6.8 5.2H-6.8Z"),
    Mark("#c64a00", "12 3 3 3", "M0-7.2L7.2 0L0 7.2L-7.2 0Z"),
    Mark("#3f1763", "6 2 2 2 2 2", "M-3.4-6H3.4L6.8 0L3.4 6H-3.4L-6.8 0Z"),
)
"""After Okabe and Ito: the colours alone differ for every kind of eyes, and so does the rest."""

LINES: Final[Mapping[str, Paint]] = {
    "red": Paint("#f23556", "RD"),
    "black": Paint("#26282b", "BK"),
    "yellow": Paint("#ffd500", "YE"),
    "blue": Paint("#154cc4", "BU"),
    "purple": Paint("#6f3aa0", "PU"),
    "pink": Paint("#fb87d8", "PK"),
    "orange": Paint("#f58220", "OR"),
    "green": Paint("#1d8a4a", "GN"),
    "brown": Paint("#7a4b22", "BN"),
    "white": Paint("#ffffff", "WH"),
    "gray": Paint("#98a0a8", "GY"),
}
TICKETS: Final[Mapping[str, str]] = {
    "green": "#7ec58a",
    "yellow": "#f6d743",
    "orange": "#f4a259",
    "beige": "#e2cfa9",
    "blue": "#8fb8ea",
    "pink": "#f3afc8",
    "pale-green": "#bfe3b4",
    "grey": "#c4c9cf",
    "cyan": "#8fdbe0",
}
SECTIONS: Final[Mapping[str, str]] = {
    "congested": "#26282b",
    "yellow": "#f0b800",
    "burgundy": "#8c1d40",
}
UNKNOWN: Final = "#c4c9cf"
"""For a colour that no table has; its letters still tell it."""


def paint(name: str) -> Paint:
    """Give the colour of a line and its letters."""
    return LINES.get(name, Paint(UNKNOWN, name[:2].upper()))


def contrast(one: str, other: str) -> float:
    """Compare two colours as WCAG does: from 1 to 21, and 4.5 is enough for text."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def ink_on(ground: str) -> str:
    """Choose black or white to write on a colour with."""
    return max(BLACK, PAPER, key=lambda ink: contrast(ink, ground))


def channels(colour: str) -> tuple[float, float, float]:
    """Give red, green and blue of `#rrggbb` as light, from 0 to 1."""
    red, green, blue = (_light(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def _light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _luminance(colour: str) -> float:
    red, green, blue = channels(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
