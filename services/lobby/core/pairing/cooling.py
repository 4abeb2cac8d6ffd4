"""Search by cooling: changes for the worse are taken often at first, and hardly ever in the end.

The same seed gives the same result on every machine: all that is compared are whole numbers, and
fractions that come from nothing but multiplication.
"""

from __future__ import annotations

from random import Random
from typing import Final, Protocol

STAGES: Final = 60
HOT: Final = 0.3
"""How likely at first a change is taken that makes things worse by one."""
COOLER: Final = 0.91
"""By what that is multiplied from stage to stage: 0.001 is left of it in the end."""
WORST: Final = 4
"""Nothing that is worse by so much is ever taken."""


class Search(Protocol):
    """Something that can be changed a little, for better or worse."""

    excess: int
    """How much worse it is than anything could be; the search ends when that is nothing."""

    def propose(self) -> int:
        """Think of a change by chance, and tell by how much it makes things worse."""

    def accept(self) -> None:
        """Make the change that was thought of last."""


def cool(search: Search, chance: Random, steps: int) -> None:
    """Make so many proposals, and take those that help, and some others."""
    hot = HOT
    for _ in range(STAGES):
        likely = [1.0]
        while len(likely) < WORST:
            likely.append(likely[-1] * hot)
        for _ in range(steps // STAGES):
            if search.excess == 0:
                return
            worse = search.propose()
            if worse <= 0 or (worse < WORST and chance.random() < likely[worse]):
                search.accept()
        hot *= COOLER


def seeded(lot: str) -> Random:
    """Give chance that is the same whenever the lot is."""
    return Random(lot)  # noqa: S311
