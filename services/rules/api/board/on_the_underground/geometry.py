"""Where things of a network lie on the picture: stations, track spaces, strokes between points."""

from collections.abc import Iterable, Sequence
from math import atan2, degrees, hypot
from typing import Final, NamedTuple

from services.plumbing.pictures.svg import Point
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.network import Connection, Network, Station

UNIT: Final = 33
BESIDE: Final = 92
ABOVE: Final = 58
"""Room around the map, for labels."""
LANE: Final = 9.5
"""From a track space to the one beside it."""
WIDEST: Final = 4 * LANE
"""What parallel tracks take at most; more of them move together."""
INSET: Final = 16
"""How far from the middle of a station a track space begins."""


class Lane(NamedTuple):
    """One track space: its two ends."""

    start: Point
    end: Point

    @property
    def middle(self) -> Point:
        """Give the point half way."""
        return (self.start[0] + self.end[0]) / 2, (self.start[1] + self.end[1]) / 2

    @property
    def angle(self) -> float:
        """Give the slope in degrees at which a text along it stands upright."""
        slope = degrees(atan2(self.end[1] - self.start[1], self.end[0] - self.start[0]))
        return (slope + 90) % 180 - 90


def size_of(edition: Edition) -> tuple[float, float]:
    """Give the size of the map."""
    width, height = edition.size
    return width * UNIT + 2 * BESIDE, height * UNIT + 2 * ABOVE


def place_of(station: Station) -> Point:
    """Give the place of a station."""
    return BESIDE + station.at[0] * UNIT, ABOVE + station.at[1] * UNIT


def ends_of(network: Network, connection: Connection) -> tuple[Point, Point]:
    """Give the places of the two stations of a connection."""
    here, there = (
        place_of(network.stations[network.numbers[name]]) for name in connection.stations
    )
    return here, there


def pitch_of(lanes: int) -> float:
    """Give the distance of parallel lanes."""
    return min(LANE, WIDEST / lanes)


def lanes_of(here: Point, there: Point, lanes: int) -> list[Lane]:
    """Lay parallel lanes between two stations."""
    length = hypot(there[0] - here[0], there[1] - here[1])
    right, low = (there[0] - here[0]) / length, (there[1] - here[1]) / length
    inset = min(INSET, length / 3)
    found = []
    for at in range(lanes):
        by = (at - (lanes - 1) / 2) * pitch_of(lanes)
        x, y = here[0] - low * by, here[1] + right * by
        start = x + right * inset, y + low * inset
        end = x + right * (length - inset), y + low * (length - inset)
        found.append(Lane(start, end))
    return found


def tree(points: Sequence[Point], longest: float) -> Iterable[tuple[Point, Point]]:
    """Join points by the shortest strokes, as far as they lie near each other (Prim)."""
    reached, left = list(points[:1]), list(points[1:])
    while left:
        pairs = ((_distance(one, other), one, other) for one in reached for other in left)
        distance, one, other = min(pairs)
        if distance <= longest:
            yield one, other
        reached.append(other)
        left.remove(other)


def _distance(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
