"""The places where a name could stand: around its station, in one line or broken into more."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from services.plumbing.pictures.lettering import width
from services.rules.api.board.on_the_underground.boxes import Box, centred
from services.rules.api.board.on_the_underground.geometry import place_of
from services.rules.families.on_the_underground.network import Station

SIZE: Final = 12
LEADING: Final = 13.5
RADIUS: Final = 12
"""The room that a station takes."""
CORNER: Final = 9
"""How far from the middle of a station the corner of a name may lie."""
GAPS: Final = (2, 8, 15, 24)
SIDES: Final[Sequence[tuple[float, float, float]]] = (
    (1, 0, 0),
    (-1, 0, 1.5),
    (0, -1, 2),
    (0, 1, 2),
    (1, -1, 2.5),
    (1, 1, 2.5),
    (-1, -1, 3),
    (-1, 1, 3),
)
"""Right, left, above, below and the corners, and how little each is liked."""
BETWEEN: Final = re.compile(" (?!\N{EN DASH})")
"""Where a name may be broken: not before a dash."""


class Label(NamedTuple):
    """A name at a place."""

    box: Box
    lines: tuple[str, ...]
    side: int
    """Where it lies from its station: 1 to the right, -1 to the left, 0 above or below."""
    cost: float
    """What is wrong with the place, other names apart."""


def candidates(station: Station) -> Iterator[Label]:
    """Give every place around a station, for every way to break the name into lines."""
    x, y = place_of(station)
    for broken, lines in enumerate(_breaks(station.name)):
        wide = max(width(line, SIZE) for line in lines) + 4
        high = LEADING * len(lines)
        for right, low, cost in _offsets(wide, high):
            place = centred((x + right, y + low), wide, high)
            yield Label(place, lines, _side(right, wide), cost + broken * 1.2)


def _offsets(wide: float, high: float) -> Iterator[tuple[float, float, float]]:
    """Give how far the middle of a name may lie from its station, and how little that is liked."""
    for (right, low, dislike), gap in product(SIDES, GAPS):
        away = CORNER if right and low else RADIUS
        beside, under = wide / 2 + away, high / 2 + away
        cost = dislike + gap * 0.5
        yield right * (beside + gap), low * (under + gap), cost
        if right and low and gap:
            yield right * beside, low * (under + gap), cost - gap * 0.1
            yield right * (beside + gap), low * under, cost - gap * 0.1
        if not right:  # above and below a name may also begin or end near its station
            for slide in (-1, 1):
                yield slide * (wide / 2 - RADIUS), low * (under + gap), cost + 1


def _side(right: float, wide: float) -> int:
    """Say at which end a name is held: at the left one, at the right one, or in the middle."""
    if abs(right) < min(1, wide):
        return 0
    return 1 if right > 0 else -1


def _breaks(name: str) -> Iterator[tuple[str, ...]]:
    """Break a name into one, two and three lines of like width; a dash stays at a line's end."""
    parts = BETWEEN.split(name)
    yield (name,)
    if len(parts) > 1:
        cuts = [(parts[:at], parts[at:]) for at in range(1, len(parts))]
        yield _evenest(cuts)
    if len(parts) > 2:
        ats = [(one, two) for one in range(1, len(parts)) for two in range(one + 1, len(parts))]
        yield _evenest([(parts[:one], parts[one:two], parts[two:]) for one, two in ats])


def _evenest(cuts: Sequence[tuple[list[str], ...]]) -> tuple[str, ...]:
    broken = [tuple(" ".join(words) for words in cut) for cut in cuts]
    return min(broken, key=lambda lines: max(width(line, SIZE) for line in lines))
