"""Places for the names of stations, found by trying: beside, above, below, in one line or more.

A name may lie on no station, on no other name and not over the edge; it should lie on no track.
Every name first takes its best place, the hardest to place first; then names move as long as that
makes the whole better. There is no chance in it: the same network always looks the same.
"""

from collections.abc import Sequence
from typing import Final

from services.plumbing.pictures.svg import Point
from services.rules.api.board.on_the_underground.boxes import (
    Box,
    Track,
    clipped,
    distance,
)
from services.rules.api.board.on_the_underground.geometry import (
    ends_of,
    pitch_of,
    place_of,
    size_of,
)
from services.rules.api.board.on_the_underground.places import RADIUS, Label, candidates
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.network import WATER, Station

NEAR: Final = 280
"""How far away something can be in the way of a name."""
SWEEPS: Final = 12
CHOICES: Final = 60
"""Places of a name that are worth trying again."""
FORBIDDEN: Final = 400.0
ON_TRACK: Final = 6.0
AMBIGUOUS: Final = 9.0
"""What it costs that a name lies as near to another station as to its own."""
WORTHWHILE: Final = 0.01
"""A smaller gain is none, so that no two places are exchanged for ever."""


def labels_of(edition: Edition) -> dict[str, Label]:
    """Find a place for the name of every station; water icons have none."""
    stations = [each for each in edition.network.stations if each.kind != WATER]
    choices = {each.id: _choices(edition, each) for each in stations}
    hardest = sorted(choices, key=lambda name: (-choices[name][0].cost, name))
    chosen: dict[str, Label] = {}
    for name in hardest:
        chosen[name] = _best(choices[name], list(chosen.values()))
    for _ in range(SWEEPS):
        if not _improved(choices, chosen):
            break
    return chosen


def _improved(choices: dict[str, list[Label]], chosen: dict[str, Label]) -> bool:
    """Let every name move to a better place, even if others have to make room for it."""
    moved = False
    for name, labels in choices.items():
        for label in labels:
            if label.cost >= _worth(chosen[name], _others(chosen, name)):
                break
            moved |= _moved(choices, chosen, name, label)
    return moved


def _moved(
    choices: dict[str, list[Label]], chosen: dict[str, Label], name: str, label: Label
) -> bool:
    """Move a name, and the one or two that it would lie upon, if that helps."""
    rivals = [
        each for each, other in chosen.items() if each != name and other.box.overlaps(label.box)
    ]
    if len(rivals) > 2:
        return False
    touched = (name, *rivals)
    after = {**chosen, name: label}
    for rival in rivals:
        after[rival] = _best(choices[rival], _others(after, rival))
    if _total(after, touched) >= _total(chosen, touched) - WORTHWHILE:
        return False
    chosen.update(after)
    return True


def _total(chosen: dict[str, Label], names: Sequence[str]) -> float:
    return sum(_worth(chosen[name], _others(chosen, name)) for name in names)


def _others(chosen: dict[str, Label], name: str) -> list[Label]:
    return [label for each, label in chosen.items() if each != name]


def _best(choices: list[Label], others: list[Label]) -> Label:
    """Choose the place with the least cost; the choices are in order of their own cost."""
    best, least = choices[0], _worth(choices[0], others)
    for label in choices[1:]:
        if label.cost >= least:
            break
        if (cost := _worth(label, others)) < least:
            best, least = label, cost
    return best


def _worth(label: Label, others: list[Label]) -> float:
    return label.cost + FORBIDDEN * len(_touching(label.box, [other.box for other in others]))


def _choices(edition: Edition, station: Station) -> list[Label]:
    """List the places of a name that are worth trying, the best first."""
    wide, high = size_of(edition)
    near = [each for each in _places(edition, station) if _is_near(each, place_of(station))]
    tracks = _tracks(edition, station)
    found = []
    for label in candidates(station):
        edge = label.box.grown(3)
        outside = edge.left < 0 or edge.top < 0 or edge.right > wide or edge.bottom > high
        covered = len(_inside(label.box.grown(RADIUS), near))
        crossed = sum(_crossing(label.box, track) for track in tracks)
        own = distance(label.box, place_of(station)) + 5
        rivals = _inside(label.box.grown(own), near)
        doubtful = sum(_doubt(own - distance(label.box, each)) for each in rivals)
        cost = label.cost + FORBIDDEN * (covered + 2 * outside) + crossed + doubtful
        found.append(label._replace(cost=cost))
    return sorted(found, key=lambda label: label.cost)[:CHOICES]


def _places(edition: Edition, station: Station) -> list[Point]:
    return [place_of(each) for each in edition.network.stations if each.id != station.id]


def _is_near(point: Point, other: Point) -> bool:
    return abs(point[0] - other[0]) < NEAR and abs(point[1] - other[1]) < NEAR / 3


def _doubt(nearer: float) -> float:
    """Give what it costs that another station lies so much nearer to a name than its own."""
    return AMBIGUOUS + 0.4 * nearer if nearer > 0 else 0.0


def _inside(box: Box, points: Sequence[Point]) -> list[Point]:
    """Give the points in a rectangle; of those out of reach nothing more has to be measured."""
    left, top, right, bottom = box
    return [(x, y) for x, y in points if left < x < right and top < y < bottom]


def _touching(box: Box, others: Sequence[Box]) -> list[Box]:
    """Give the rectangles that a rectangle overlaps; half of all the work is in here."""
    left, top, right, bottom = box
    return [
        other
        for other in others
        if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom
    ]


def _tracks(edition: Edition, station: Station) -> list[Track]:
    """Give the connections that come near a station."""
    network, (x, y) = edition.network, place_of(station)
    window = Box(x - NEAR, y - NEAR / 3, x + NEAR, y + NEAR / 3)
    found = []
    for each in network.connections:
        here, there = ends_of(network, each)
        half = each.spaces * pitch_of(each.spaces) / 2
        (left, right), (top, bottom) = map(sorted, zip(here, there, strict=True))
        bounds = Box(left, top, right, bottom).grown(half)
        if bounds.overlaps(window):
            found.append(Track(here, there, half, bounds))
    return found


def _crossing(place: Box, track: Track) -> float:
    """Give what it costs that a name lies on a track: the more of it, the worse."""
    if not place.overlaps(track.bounds):
        return 0.0
    shared = clipped(place.grown(track.half), track)
    return ON_TRACK + 0.4 * shared * (0.5 + track.half / 9) if shared else 0.0
