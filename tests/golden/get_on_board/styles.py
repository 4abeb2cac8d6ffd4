"""How seats play Get on Board: carefully, recklessly or greedily."""

from random import Random
from typing import Any, Final

from services.rules.core.family import LegalMove
from tests.golden import styles
from tests.golden.styles import pick
from tests.golden.table import Table, Turn

LETTER: Final = 3
"""What a letter of the personal objective is to a greedy seat; some cities pay only for all."""


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


def _eliminates(option: LegalMove) -> bool:
    return bool(getattr(option, "eliminating", False))


def _worth(table: Table, state: Any, seat: int) -> tuple[bool, int]:
    total = table.total(state, seat)
    letters = len(table.facts(state)[seat]["sheet"]["personal"])
    return total is not None, (total or 0) + LETTER * letters


greedy: Final = styles.greedy(_worth)
"""Take the points that are nearest, and go out of the way for a letter."""
