"""How a seat picks among its legal moves; each family adds the styles that its game asks for.

Chance is asked only for `random()`: of Python's generator nothing else is promised to stay the same
from version to version, and a golden game must be played alike everywhere.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias, TypeVar

from services.rules.core.seats import Resign
from tests.golden.table import Table, Turn

Item = TypeVar("Item")
Style: TypeAlias = Callable[[Table, Any, int, Random], Turn]
"""Makes a turn for a seat."""
Worth: TypeAlias = Callable[[Table, Any, int], Any]
"""Says what a state is worth to a seat: anything that can be compared."""


def pick(items: Sequence[Item], chance: Random) -> Item:
    """Pick any one."""
    return items[int(chance.random() * len(items))]


def greedy(worth: Worth) -> Style:
    """Make every move lead to the state that is worth most."""

    def style(table: Table, state: Any, seat: int, chance: Random) -> Turn:
        options = table.options(state, seat)
        values = [worth(table, table.apply(state, seat, each.move)[0], seat) for each in options]
        best = max(values)
        dearest = [each for each, value in zip(options, values, strict=True) if value == best]
        return Turn(seat, len(options), pick(dearest, chance).move)

    return style


def resign(table: Table, state: Any, seat: int) -> Turn:
    """Leave the game, in turn or out of it."""
    return Turn(seat, len(table.options(state, seat)), Resign())
