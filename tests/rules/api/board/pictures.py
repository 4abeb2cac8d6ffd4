"""Games and their pictures: what the tests of this folder look at."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final
from xml.etree.ElementTree import Element, fromstring

from services.rules.api.board import draw_board
from services.rules.core.types import JsonObject, Viewer
from tests.support import EDITIONS, TABLES_OF_PLAYERS, Game, carefully, play

SVG: Final = "{http://www.w3.org/2000/svg}"
NAMES: Final = ("Ada Lovelace", "bob", "player_7f3a9c0d21e84b5fa1", "Émile Zola", "Zoë")
MOMENTS: Final = (0.0, 0.5, 1.0)
"""The start of a game, its middle and its end."""
CITIES: Final = {
    family: [name for name in EDITIONS if name.startswith(family)] for family in ("gob", "otu")
}
LARGEST: Final = dict(TABLES_OF_PLAYERS)
"""Every edition with the most players it is for."""


@cache
def game(edition: str, seats: int) -> Game:
    """Play a game once for all tests."""
    return play(edition, seats, "picture", carefully("picture"))


def state_at(edition: str, seats: int, moment: float) -> Any:
    played = game(edition, seats)
    at = round(moment * len(played.steps))
    return played.steps[at - 1].after if at else played.first


def view_at(edition: str, seats: int, moment: float, viewer: Viewer = None) -> JsonObject:
    entry = EDITIONS[edition]
    return entry.family.view(entry.edition, state_at(edition, seats, moment), viewer)


def picture(edition: str, view: Any, names: tuple[str, ...] = NAMES) -> str:
    return draw_board(EDITIONS[edition], view, names[: len(view["seats"])])


def read(svg: str) -> Element:
    """Read a picture; one that is not well-formed fails here."""
    return fromstring(svg)  # noqa: S314 (it was drawn a moment ago)


def part(svg: str, name: str) -> Element:
    """Give the map, the facts or the legend of a picture."""
    found = read(svg).find(f".//{SVG}g[@id='{name}']")
    assert found is not None
    return found


def uses(root: Element, symbol: str) -> list[tuple[float, float]]:
    """Give the places where a symbol is drawn."""
    found = root.iterfind(f".//{SVG}use[@href='#{symbol}']")
    return [(float(each.attrib["x"]), float(each.attrib["y"])) for each in found]


def texts(root: Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def titles(root: Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}title")]


def titled(root: Element, title: str) -> Element:
    """Give the group that a title names."""
    return next(each for each in root.iter(f"{SVG}g") if title in _own_titles(each))


def _own_titles(group: Element) -> Iterator[str]:
    return (each.text or "" for each in group.findall(f"{SVG}title"))
