"""Cards that are not seen: which are left, and in some order."""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

CardT = TypeVar("CardT")


def left_of(cards: Iterable[CardT], seen: Iterable[CardT], chance: Random) -> list[CardT]:
    """Give the cards that are not among those seen, shuffled."""
    left = list(cards)
    for card in seen:
        left.remove(card)
    chance.shuffle(left)
    return left
