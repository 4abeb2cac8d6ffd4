"""How a seat picks among its legal moves: carefully, recklessly or greedily.

Chance is asked only for `random()`: of Python's generator nothing else is promised to stay the same
from version to version, and a golden game must be played alike everywhere.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

from services.rules.core.family import LegalMove
from tests.golden.table import Table, Turn

Item = TypeVar("Item")
LETTER: Final = 3
"""What a letter of the personal objective is to a greedy seat; some cities pay only for all."""
Style: TypeAlias = Callable[[Table, Any, int, Random], Turn]


def pick(items: Sequence[Item], chance: Random) -> Item:
    """Pick any one."""
    return items[int(chance.random() * len(items))]


def careful(table: Table, state: Any, seat: int, chance: Random) -> Turn:
    """Meet the own line only when there is no other way."""
    options = table.options(state, seat)
    safe = [option for option in options if not _eliminates(option)]
    return Turn(seat, len(options), pick(safe or options, chance).move)


def reckless(table: Table, state: Any, seat: int, chance: Random) -> Turn:
    """Meet the own line as soon as there is a way."""
    options = table.options(state, seat)
    fatal = [option for option in options if _eliminates(option)]
    return Turn(seat, len(options), pick(fatal or options, chance).move)


def greedy(table: Table, state: Any, seat: int, chance: Random) -> Turn:
    """Take the points that are nearest, and go out of the way for a letter."""
    options = table.options(state, seat)
    worth = [_worth(table, state, seat, option.move) for option in options]
    best = max(worth)
    dearest = [option for option, value in zip(options, worth, strict=True) if value == best]
    return Turn(seat, len(options), pick(dearest, chance).move)


def resign(table: Table, state: Any, seat: int) -> Turn:
    """Leave the game, in turn or out of it."""
    options = table.options(state, seat)
    return Turn(seat, len(options), table.family.move_from_json({"type": "resign"}))


def _eliminates(option: LegalMove) -> bool:
    return bool(getattr(option, "eliminating", False))


def _worth(table: Table, state: Any, seat: int, move: Any) -> tuple[bool, int]:
    after, _ = table.apply(state, seat, move)
    total = table.total(after, seat)
    letters = len(table.facts(after)[seat]["sheet"]["personal"])
    return total is not None, (total or 0) + LETTER * letters
