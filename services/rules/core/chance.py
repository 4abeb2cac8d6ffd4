"""Chance is passed in: a family asks for named draws and never rolls anything itself.

`Seeded` draws from a seed by a published recipe, so that anyone can check a shuffle in any
language (docs/decisions/0003-fair-draws.md). `Recorded` gives the draws of an earlier game, or of a
set-up made by hand, and refuses those that the cards could not have produced.
"""

from collections.abc import Mapping, Sequence
from hashlib import shake_256
from typing import Final, Protocol, TypeVar, cast

from services.rules.core.errors import DrawError

Card = TypeVar("Card", int, str)

RECIPE: Final = b"interchange-draw-1"
BLOCK: Final = 64
"""How many bytes are taken from the seed at a time."""
SPARE_BITS: Final = 128
"""How much more chance there must be than a draw uses up: no card is likelier by 1 in 2**128."""


class Chance(Protocol):
    """Whatever can deal cards."""

    def draw(self, what: str, cards: Sequence[Card], count: int) -> tuple[Card, ...]:
        """Deal `count` of `cards`, in order, for the purpose named `what`."""


class Seeded:
    """Fair draws from a seed: the same draws in the same order always give the same cards.

    The seed is one large number. Each card divides it by the number of cards left in the pile: the
    remainder is the place of the card, and the quotient goes on.
    """

    def __init__(self, seed: str) -> None:
        self._stream = shake_256(RECIPE + b"\0" + seed.encode())
        self._taken = 0
        self._number = 0

    def draw(self, what: str, cards: Sequence[Card], count: int) -> tuple[Card, ...]:  # noqa: ARG002
        """Take `count` cards out of the pile, one after the other."""
        pile, drawn = list(cards), []
        needed = count * len(pile).bit_length() + SPARE_BITS
        while self._number.bit_length() < needed:
            self._append_block()
        number = self._number
        for left in range(len(pile), len(pile) - count, -1):
            number, place = divmod(number, left)
            drawn.append(pile.pop(place))
        self._number = number
        return tuple(drawn)

    def _append_block(self) -> None:
        """Take the next bytes of the seed's SHAKE-256 stream, big-endian, behind the number."""
        begun, self._taken = self._taken, self._taken + BLOCK
        block = self._stream.digest(self._taken)[begun:]
        self._number = self._number << 8 * BLOCK | int.from_bytes(block, "big")


class Recorded:
    """Draws that were made before."""

    def __init__(self, draws: Mapping[str, Sequence[int] | Sequence[str]]) -> None:
        self._draws = draws

    def draw(self, what: str, cards: Sequence[Card], count: int) -> tuple[Card, ...]:
        """Give the recorded cards, if they can come from these."""
        if what not in self._draws:
            raise DrawError(what, "no such draw is recorded")
        drawn = tuple(self._draws[what])
        if len(drawn) != count:
            raise DrawError(what, f"{count} cards are dealt, not {len(drawn)}")
        pile: list[tuple[type, object]] = [(type(card), card) for card in cards]
        for card in drawn:
            if (type(card), card) not in pile:
                raise DrawError(what, f"{card!r} is not there to be dealt")
            pile.remove((type(card), card))
        return cast("tuple[Card, ...]", drawn)
