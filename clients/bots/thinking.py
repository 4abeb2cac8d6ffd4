"""Which mind thinks about a game: by the edition that its view names.

A mind is made for one decision and remembers nothing beyond it: what a bot does depends on what it
sees and on its chance, never on the games it thought about before.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from clients.bots.get_on_board.mind import Mind as GetOnBoard
from clients.bots.mind import AnyMind
from clients.bots.on_the_underground.mind import Mind as OnTheUnderground
from services.rules.core.registry import Registry
from services.rules.core.types import JsonObject
from services.rules.editions import load_editions
from services.rules.families import FAMILIES
from services.scoring.core.table import PointsTable
from services.scoring.editions import load_tables

MINDS: Final[Mapping[str, Callable[[Any, PointsTable], AnyMind]]] = {
    "get-on-board": GetOnBoard,
    "on-the-underground": OnTheUnderground,
}
"""By the name of the family."""


def known(view: Mapping[str, Any]) -> bool:
    """Say whether this program knows the very rules that a game is played by."""
    if view["edition"] not in _editions():
        return False
    entry = _editions()[view["edition"]]
    found = entry.edition.version, entry.family.ENGINE_VERSION
    return found == (view["version"], view["engine"])


def open_mind(view: Mapping[str, Any]) -> AnyMind:
    """Make a mind for one decision."""
    entry = _editions()[view["edition"]]
    name = next(name for name, family in FAMILIES.items() if family is entry.family)
    return MINDS[name](entry.edition, _tables()[view["edition"]])


def written(view: Mapping[str, Any], move: Any) -> JsonObject:  # noqa: ANN401 (of any family)
    """Write a move as the API takes it."""
    return _editions()[view["edition"]].family.move_to_json(move)


@cache
def _editions() -> Registry:
    return load_editions()


@cache
def _tables() -> Mapping[str, PointsTable]:
    return load_tables()
