"""How seats play On the Underground: sensibly or greedily."""

from random import Random
from typing import Any, Final

from services.rules.families.on_the_underground.moves import PlaceTrack
from services.rules.families.on_the_underground.state import State
from tests.golden import styles
from tests.golden.on_the_underground.prospects import prospects
from tests.golden.styles import pick
from tests.golden.table import Table, Turn

TILES: Final = 0.2
"""How often a sensible seat takes a branch tile."""
AIMS: Final = 0.6
"""How often it builds to where its line is rewarded, if it can."""
POINT: Final = 10
"""What a point is to a greedy seat, beside what its lines are on their way to."""


def sensible(table: Table, state: State, seat: int, chance: Random) -> Turn:
    """Go on with one of the own lines, or now and then take a branch tile."""
    options: list[Any] = table.options(state, seat)
    placements = [option for option in options if isinstance(option.move, PlaceTrack)]
    others = [option for option in options if not isinstance(option.move, PlaceTrack)]
    if not placements or (others and chance.random() < TILES):
        return Turn(seat, len(options), pick(others, chance).move)
    line = pick(sorted({option.move.line for option in placements}), chance)
    ways = [option for option in placements if option.move.line == line]
    if chance.random() < AIMS:
        ways = [option for option in ways if option.would.connected] or ways
    return Turn(seat, len(options), pick(ways, chance).move)


def _worth(table: Table, state: State, seat: int) -> int:
    points = table.total(state, seat) or 0
    return POINT * points + prospects(table.edition, state, seat)


greedy: Final = styles.greedy(_worth)
"""Take the points that are nearest, and build towards the next ones."""
