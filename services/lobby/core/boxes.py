"""What can be played: a city, or a box whose map follows from the number at the table (GOB-S1)."""

from collections.abc import Mapping, Sequence
from typing import Final

BOXES: Final[Mapping[str, Mapping[int, str]]] = {
    "gob-new-york-london": {
        **dict.fromkeys((2, 3), "gob-new-york"),
        **dict.fromkeys((4, 5), "gob-london"),
    },
    "gob-paris-rome": {
        **dict.fromkeys((2, 3), "gob-rome"),
        **dict.fromkeys((4, 5), "gob-paris"),
    },
}
"""By number of players, the city that a box is played in."""

Editions = Mapping[str, Sequence[int]]
"""Cities that are known, and the numbers of players each is for."""


def sizes_of(game: str, editions: Editions) -> frozenset[int]:
    """Say with how many a city or a box can be played; with none, if nobody knows it."""
    if game in BOXES:
        cities = BOXES[game].items()
        return frozenset(number for number, city in cities if number in editions.get(city, ()))
    return frozenset(editions.get(game, ()))


def city_for(game: str, number: int) -> str:
    """Name the city that is played when so many sit at a table."""
    return BOXES[game][number] if game in BOXES else game
