"""Names of stations find their places by themselves."""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from math import dist
from typing import Any

import pytest

from services.plumbing.pictures.lettering import width
from services.rules.api.board.on_the_underground.boxes import Box, Track, clipped, distance
from services.rules.api.board.on_the_underground.geometry import (
    ends_of,
    lanes_of,
    place_of,
    size_of,
    tree,
)
from services.rules.api.board.on_the_underground.ground import ground_of
from services.rules.api.board.on_the_underground.labels import labels_of
from services.rules.api.board.on_the_underground.places import SIZE, Label, candidates
from services.rules.families.on_the_underground.network import PLAIN, WATER, Station
from tests.rules.api.board.pictures import CITIES
from tests.support import EDITIONS

RADIUS = 9
every_city = pytest.mark.parametrize("edition", CITIES["otu"])


def city(edition: str) -> Any:
    return EDITIONS[edition].edition


@cache
def labels(edition: str) -> Mapping[str, Label]:
    return ground_of(city(edition)).labels


@every_city
def test_no_name_lies_on_another(edition: str) -> None:
    for one, other in combinations(labels(edition).values(), 2):
        assert not one.box.overlaps(other.box), (one.lines, other.lines)


@every_city
def test_no_name_lies_on_a_station(edition: str) -> None:
    for station in city(edition).network.stations:
        for label in labels(edition).values():
            assert distance(label.box, place_of(station)) > RADIUS, (label.lines, station.name)


@every_city
def test_no_name_leaves_the_map(edition: str) -> None:
    wide, high = size_of(city(edition))
    for label in labels(edition).values():
        box = label.box
        assert box.left > 0 and box.top > 0 and box.right < wide and box.bottom < high  # noqa: PT018


@pytest.mark.slow
@every_city
def test_few_names_lie_on_tracks(edition: str) -> None:
    network = city(edition).network
    lanes = [
        lane
        for each in network.connections
        for lane in lanes_of(*ends_of(network, each), each.spaces)
    ]
    anywhere = Box(0, 0, 0, 0)
    touched = [
        label.lines
        for label in labels(edition).values()
        if any(clipped(label.box, Track(*lane, 0, anywhere)) for lane in lanes)
    ]
    assert len(touched) < len(labels(edition)) / 5


@every_city
def test_every_station_has_its_whole_name_near_by(edition: str) -> None:
    stations = [each for each in city(edition).network.stations if each.kind != WATER]
    assert labels(edition).keys() == {each.id for each in stations}
    for station in stations:
        label = labels(edition)[station.id]
        assert " ".join(label.lines) == station.name
        assert distance(label.box, place_of(station)) < 45


@pytest.mark.slow
@every_city
def test_names_find_the_same_places_again(edition: str) -> None:
    assert labels_of(city(edition)) == labels(edition)


def test_a_dash_never_begins_a_line() -> None:
    name = "Châtillon \N{EN DASH} Montrouge \N{EN DASH} Sud"
    station = Station("a", name, (10, 10), PLAIN, 0, None)
    lines = {line for label in candidates(station) for line in label.lines}
    assert lines == {
        name,
        "Châtillon \N{EN DASH}",
        "Montrouge \N{EN DASH} Sud",
        "Montrouge \N{EN DASH}",
        "Sud",
    }


def test_a_candidate_has_room_for_its_longest_line() -> None:
    station = Station("a", "Palais Royal \N{EN DASH} Musée du Louvre", (10, 10), PLAIN, 0, None)
    for label in candidates(station):
        wide = label.box.right - label.box.left
        assert wide >= max(width(line, SIZE) for line in label.lines)


def test_the_part_of_a_stroke_in_a_rectangle_is_measured() -> None:
    box = Box(0, 0, 10, 10)
    assert clipped(box, Track((-5, 5), (25, 5), 0, box)) == pytest.approx(10)
    assert clipped(box, Track((0, 0), (10, 10), 0, box)) == pytest.approx(200**0.5)
    assert clipped(box, Track((-5, 12), (25, 12), 0, box)) == 0
    assert clipped(box, Track((12, -5), (12, 30), 0, box)) == 0
    assert clipped(box, Track((20, 20), (30, 30), 0, box)) == 0


def test_lanes_are_parallel_and_stop_before_the_stations() -> None:
    lanes = lanes_of((0, 0), (100, 0), 3)
    assert [lane.start[1] for lane in lanes] == [-9.5, 0, 9.5]
    assert {(lane.start[0], lane.end[0]) for lane in lanes} == {(16, 84)}
    assert [lane.middle[0] for lane in lanes] == [50, 50, 50]


@pytest.mark.parametrize(("end", "angle"), [((9, 9), 45), ((-9, 9), -45), ((0, 9), -90)])
def test_a_text_along_a_lane_is_never_upside_down(end: tuple[float, float], angle: float) -> None:
    lane = lanes_of((0, 0), end, 1)[0]
    assert lane.angle == pytest.approx(angle)


def test_points_are_joined_by_the_shortest_strokes() -> None:
    strokes = list(tree([(0, 0), (10, 0), (3, 0), (90, 0)], 20))
    assert strokes == [((0, 0), (3, 0)), ((3, 0), (10, 0))]
    assert all(dist(*stroke) <= 20 for stroke in strokes)
