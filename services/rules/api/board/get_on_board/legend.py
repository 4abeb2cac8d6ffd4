"""What every symbol of a map of Get on Board means."""

from collections.abc import Mapping
from typing import Final

from services.plumbing.pictures.svg import Svg, group, join, use, words
from services.rules.api.board.get_on_board.lines import out_sign, start_sign
from services.rules.api.board.get_on_board.streets import (
    departure_badge,
    letter_badge,
    mark_sample,
    meanings,
)
from services.rules.api.board.page import Item, turn_sign
from services.rules.api.board.palette import HIGHLIGHT
from services.rules.families.get_on_board.edition import Edition

MEANINGS: Final[Mapping[str, str]] = {
    "light": "green light",
    "bus": "traffic",
    "link": "connections",
    "turn": "turn zone",
    "metro": "M: circled \N{MINUS SIGN} used",
    "star": "landmark notes",
}
"""Where the name of an icon says too little."""


def legend_of(edition: Edition, zones: tuple[str, ...]) -> list[Item]:
    """Explain the icons of a city, then what is drawn on its streets."""
    names = dict.fromkeys((*edition.legend.values(), *zones))
    return [*(Item(_small(name), _meaning(name)) for name in names), *_signs(edition)]


def _signs(edition: Edition) -> list[Item]:
    signs = [
        Item(_scaled(departure_badge(7), 0.9), "departure 7"),
        Item(letter_badge("a"), "letter of objective"),
        Item(_reached(), "reached, not yet"),
        *(
            Item(_scaled(mark_sample(edition, name), 0.8), f"{name} section")
            for name in meanings(edition)
        ),
        Item(start_sign(), "beginning of a line"),
        Item(_markers(), "markers of a line"),
        Item(_scaled(use("pawn-0", 0, 0), 0.9), "pawn: end of a line"),
        Item(_scaled(join((use("pawn-0", 0, 0), out_sign())), 0.9), "plays no more"),
        Item(turn_sign(0, 0), "to play"),
        Item(words("2+1", 0, 0, 12, text_anchor="middle"), "arrived + waiting"),
    ]
    if edition.landmarks:
        landmark = join((use("i-monument", 0, 0), use("landmark", 0, 0)))
        signs.insert(0, Item(_scaled(landmark, 0.55), "landmark"))
    return signs


def _meaning(name: str) -> str:
    return MEANINGS.get(name, name.replace("_", " "))


def _small(name: str) -> Svg:
    return _scaled(use(f"i-{name}", 0, 0), 0.72)


def _scaled(drawing: Svg, scale: float) -> Svg:
    return group(drawing, transform=f"scale({scale:g})")


def _reached() -> Svg:
    left = group(letter_badge("a", HIGHLIGHT), transform="translate(-7 0) scale(.75)")
    right = group(letter_badge("b", "#ffffff"), transform="translate(8 0) scale(.75)")
    return join((left, right))


def _markers() -> Svg:
    return join((use("marker-0", -8, 0), use("marker-1", 8, 0)))
