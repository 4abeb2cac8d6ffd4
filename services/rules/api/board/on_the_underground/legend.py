"""What every symbol of a network means."""

from collections.abc import Mapping
from typing import Final

from services.plumbing.pictures.svg import Svg, group, use
from services.rules.api.board.on_the_underground.ground import free_spaces, symbol_of
from services.rules.api.board.on_the_underground.pieces import RING, end_sample, token_sample
from services.rules.api.board.on_the_underground.stations import SIGNS, open_ring
from services.rules.api.board.page import Item, turn_sign
from services.rules.api.board.palette import paint
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.network import PLAIN, RER, Station

MEANINGS: Final[Mapping[str, str]] = {
    "plain": "station",
    "rail": "National Rail station",
    "rer": "RER station",
    "terminus": "terminus",
    "landmark": "landmark, tile taken",
    "water": "water crossing",
}
"""Kind of station -> what it is called."""


def legend_of(edition: Edition, colour: str) -> list[Item]:
    """Explain stations, then what lies on the network; `colour` is a line in play."""
    kinds = {symbol_of(each): _meaning(each) for each in edition.network.stations}
    signs = [Item(_small(use(name, 0, 0), 0.85), meaning) for name, meaning in kinds.items()]
    signs += [Item(_small(use(f"tile-{each}", 0, 0), 0.8), each) for each in edition.landmark_types]
    if edition.network.clusters:
        signs.append(Item(_small(SIGNS["clusters"], 0.9), "cluster"))
    return [*signs, *_pieces(colour), *_numbers(edition)]


def _pieces(colour: str) -> list[Item]:
    return [
        Item(_spaces(), "free track spaces"),
        Item(token_sample(colour), f"token, {paint(colour).code}: {colour}"),
        Item(end_sample(colour), "end of a line"),
        Item(_small(open_ring(RING), 0.75), "open destination"),
        Item(_small(use("passenger", 0, 0), 0.8), "passenger, rides"),
        Item(use("branch", 0, 0), "branch tiles"),
        Item(turn_sign(0, 0), "to play"),
    ]


def _numbers(edition: Edition) -> list[Item]:
    """Explain the facts of a line that are several numbers."""
    items = []
    if len(edition.rewards) > 1:
        items.append(Item(_small(use("sign-terminus", 0, 0), 0.7), "·".join(edition.rewards)))
    if edition.network.kinds[RER]:
        items.append(Item(_small(use("sign-rer", 0, 0), 0.7), "first·later"))
    return items


def _meaning(station: Station) -> str:
    name = MEANINGS[station.kind]
    if not station.cards:
        return name
    cards = "1 card" if station.cards == 1 else f"{station.cards} cards"
    return f"destination, {cards}" if station.kind == PLAIN else f"{name}, {cards}"


def _spaces() -> Svg:
    return free_spaces("M-11-4.5H11M-11 4.5H11")


def _small(drawing: Svg, scale: float) -> Svg:
    return group(drawing, transform=f"scale({scale:g})")
