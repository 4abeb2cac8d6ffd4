"""A board of any family, with what lies on it and what its signs mean."""

from collections.abc import Callable
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from clients.cli.api import Json
from clients.cli.rendering.flow import flow
from clients.cli.rendering.network import draw_network, network_legend, stations_index
from clients.cli.rendering.position import Position
from clients.cli.rendering.streets import draw_streets, streets_legend

Drawer = Callable[[Json, Position, int], Text]
DRAWERS: Final[dict[str, Drawer]] = {
    "get-on-board": draw_streets,
    "on-the-underground": draw_network,
}
LEGENDS: Final[dict[str, Callable[[Json], list[Text]]]] = {
    "get-on-board": streets_legend,
    "on-the-underground": network_legend,
}


def draw_board(edition: Json, position: Position, width: int) -> RenderableType:
    """Draw the board alone."""
    drawer = DRAWERS.get(edition["family"])
    if drawer is None:
        return Text(f"The boards of {edition['family']} cannot be drawn by this version.")
    return drawer(edition, position, width)


def show_board(edition: Json, position: Position, width: int) -> RenderableType:
    """Draw the board with its legend, and with its stations where they have names."""
    parts: list[RenderableType] = [draw_board(edition, position, width), Text()]
    if edition["family"] in LEGENDS:
        parts.append(flow(LEGENDS[edition["family"]](edition), width))
    if "stations" in edition:
        parts += [Text(), stations_index(edition, width)]
    return Group(*parts)
