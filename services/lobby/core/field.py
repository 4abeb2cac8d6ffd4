"""What a pairing has to know of those who play, and what it comes to."""

from typing import Final, NamedTuple

UNIT: Final = 240
"""Match points are whole numbers of this part of a point: shared ranks share them exactly."""


class Sitting(NamedTuple):
    """Somebody's place at an earlier table of the tournament."""

    round: int
    """Counted from 1."""
    seat: int
    """In the order of seats, counted from 0."""
    size: int
    """How many sat there."""
    others: tuple[str, ...]
    """The others who sat there; never oneself."""


class Entrant(NamedTuple):
    """Somebody who is to be seated."""

    player: str
    points: int
    """Match points so far, in units."""
    number: int
    """The place in the order of strength at the beginning: 1 is the strongest, none is shared."""
    sittings: tuple[Sitting, ...] = ()
    byes: int = 0
    """How many rounds went by without a table."""

    def met(self, other: str) -> int:
        """Count how often both have sat at the same table."""
        return sum(other in sitting.others for sitting in self.sittings)


class Sizes(NamedTuple):
    """How many may sit at a table."""

    wanted: int
    allowed: frozenset[int]
    """All that the edition, or the box, can be played with; `wanted` is one of them."""


class Seated(NamedTuple):
    """A table of the next round."""

    players: tuple[str, ...]
    """In the order of seats."""
    why: str
    """Why these people, in a sentence for them."""


class Draw(NamedTuple):
    """A round."""

    tables: tuple[Seated, ...]
    byes: tuple[str, ...] = ()
    repeats: int = 0
    """How many pairs sit together who have done so before."""
    proven: bool = True
    """Whether it is certain that no draw with these byes and table sizes has fewer of them."""
