"""Boards as pictures: SVG documents drawn from an edition and from what a person may see of a game.

A picture is drawn from the view alone, so it never shows more than its viewer may know.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from services.rules.api.board import get_on_board, on_the_underground
from services.rules.core.registry import Entry
from services.rules.core.types import JsonObject
from services.rules.families import FAMILIES
from services.rules.families.get_on_board.edition import FAMILY as GET_ON_BOARD
from services.rules.families.on_the_underground.edition import FAMILY as ON_THE_UNDERGROUND

Drawing: TypeAlias = Callable[[Any, JsonObject, Sequence[str]], str]

DRAWINGS: Final[Mapping[str, Drawing]] = {
    GET_ON_BOARD: get_on_board.draw,
    ON_THE_UNDERGROUND: on_the_underground.draw,
}
"""How the boards of each family are drawn."""


def draw_board(entry: Entry, view: JsonObject, players: Sequence[str]) -> str:
    """Draw a board as it stands in a view; `players` are the names of the seats in their order."""
    family = next(name for name, family in FAMILIES.items() if family is entry.family)
    return DRAWINGS[family](entry.edition, view, players)
