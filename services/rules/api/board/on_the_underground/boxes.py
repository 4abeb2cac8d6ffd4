"""Rectangles that names lie in, the broad strokes of tracks, and what they have in common."""

from math import hypot
from typing import NamedTuple

from services.plumbing.pictures.svg import Point


class Box(NamedTuple):
    """A rectangle: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box") -> bool:
        """Say whether two rectangles have anything in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def grown(self, by: float) -> "Box":
        """Give the rectangle with more room on each side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


class Track(NamedTuple):
    """The parallel spaces of a connection, as one broad stroke."""

    start: Point
    end: Point
    half: float
    bounds: Box
    """What it does not reach beyond; most names are out of it, and that is quickly seen."""


def centred(centre: Point, wide: float, high: float) -> Box:
    """Give the rectangle of a size around a point."""
    x, y = centre
    return Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def distance(place: Box, point: Point) -> float:
    """Measure how far a point is from a rectangle."""
    x, y = point
    return hypot(max(place.left - x, 0, x - place.right), max(place.top - y, 0, y - place.bottom))


def clipped(place: Box, track: Track) -> float:
    """Measure how much of a stroke's middle lies in a rectangle (Liang and Barsky)."""
    (x, y), (right, low) = track.start, track.end
    along, down = right - x, low - y
    first, last = 0.0, 1.0
    for by, room in (
        (-along, x - place.left),
        (along, place.right - x),
        (-down, y - place.top),
        (down, place.bottom - y),
    ):
        if not by:
            if room < 0:
                return 0.0
        elif by < 0:
            first = max(first, room / by)
        else:
            last = min(last, room / by)
    return max(0.0, last - first) * hypot(along, down)
