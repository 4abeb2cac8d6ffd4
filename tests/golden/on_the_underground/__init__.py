"""What only On the Underground knows of its golden games."""

from typing import Final

from services.rules.families.on_the_underground.events import EVENT_TYPES as EVENTS
from tests.golden.on_the_underground.endings import ENDINGS
from tests.golden.on_the_underground.happenings import happening, move_in_words
from tests.golden.on_the_underground.positions import positions, second_half

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

OPENING: Final = "Turns"
LONGEST: Final = 300
