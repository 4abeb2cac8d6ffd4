"""The families of games, each a package with the five verbs. No clock, no file, no network."""

from collections.abc import Mapping
from typing import Final

from services.rules.core.family import AnyFamily
from services.rules.families import get_on_board, on_the_underground

FAMILIES: Final[Mapping[str, AnyFamily]] = {
    "get-on-board": get_on_board,
    "on-the-underground": on_the_underground,
}
"""The family of an edition, by the name in its file."""
