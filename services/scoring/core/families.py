"""The families of games that can be scored, by the name that points tables give them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from services.scoring.core import get_on_board, on_the_underground
from services.scoring.core.family import Family

FAMILIES: Mapping[str, Family] = MappingProxyType(
    {family.name: family for family in (get_on_board.FAMILY, on_the_underground.FAMILY)}
)
