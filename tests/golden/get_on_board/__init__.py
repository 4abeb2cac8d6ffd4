"""What only Get on Board knows of its golden games."""

from typing import Final

from services.rules.families.get_on_board.events import EVENT_TYPES as EVENTS
from tests.golden.get_on_board.endings import ENDINGS
from tests.golden.get_on_board.happenings import happening, move_in_words
from tests.golden.get_on_board.positions import positions, second_half

__all__ = [
    "ENDINGS",
    "EVENTS",
    "LONGEST",
    "OPENING",
    "happening",
    "move_in_words",
    "positions",
    "second_half",
]

OPENING: Final = "Departures"
LONGEST: Final = 150
