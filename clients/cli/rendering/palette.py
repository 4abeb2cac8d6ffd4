"""Colours of the terminal; signs and letters say the same where there are none."""

from collections.abc import Iterable, Mapping
from typing import Final

SEATS: Final = (
    "bold bright_blue",
    "bold orange1",
    "bold bright_green",
    "bold bright_red",
    "bold bright_magenta",
)
QUIET: Final = "dim"
STRONG: Final = "bold"
OPEN: Final = "bold black on bright_yellow"
PASSENGER: Final = "bold white on red"

LINES: Final[Mapping[str, str]] = {
    "red": "bold red3",
    "black": "bold grey50",
    "yellow": "bold yellow1",
    "blue": "bold dodger_blue1",
    "purple": "bold medium_purple2",
    "pink": "bold hot_pink",
    "orange": "bold dark_orange",
    "green": "bold green3",
    "brown": "bold orange4",
    "white": "bold bright_white",
    "gray": "bold grey70",
}
THINGS: Final[Mapping[str, str]] = {
    "granny": "magenta",
    "student": "yellow",
    "university": "yellow",
    "cinema": "yellow",
    "tourist": "green",
    "monument": "green",
    "museum": "green",
    "opera": "green",
    "theater": "green",
    "businessperson": "cyan",
    "office": "cyan",
    "light_flirt": "bright_red",
    "dark_flirt": "red",
    "restaurant": "red",
    "metro": "bright_blue",
    "light": "bright_green",
}
MARKS: Final[Mapping[str, str]] = {"yellow": "yellow", "burgundy": "red", "congested": "bold"}


def seat_style(seat: int) -> str:
    """Give the style of a seat."""
    return SEATS[seat % len(SEATS)]


def line_style(name: str) -> str:
    """Give the style of a line by its colour's name."""
    return LINES.get(name, STRONG)


def line_letters(names: Iterable[str]) -> dict[str, str]:
    """Give every line a capital of its own: the first of its name that is free."""
    letters: dict[str, str] = {}
    for name in names:
        free = (sign.upper() for sign in name if sign.upper() not in letters.values())
        letters[name] = next(free, "?")
    return letters


def plain_words(name: str) -> str:
    """Write a name of the contract as people do."""
    return name.replace("_", " ").replace("-", " ")
