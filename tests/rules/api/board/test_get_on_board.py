"""What a picture of Get on Board shows."""

from copy import deepcopy
from itertools import combinations, pairwise
from math import dist
from typing import Any, cast

import pytest

from services.plumbing.pictures.svg import Point
from services.rules.api.board.get_on_board.streets import STREET_WIDTH, spot_of
from services.rules.families.get_on_board.board import Board
from tests.rules.api.board.pictures import (
    CITIES,
    LARGEST,
    SVG,
    part,
    picture,
    texts,
    titled,
    titles,
    uses,
    view_at,
)
from tests.support import EDITIONS

CITY = [(name, LARGEST[name]) for name in CITIES["gob"]]


def board_of(edition: str) -> Board:
    return cast("Board", cast("Any", EDITIONS[edition].edition).board)


def spot(edition: str, name: str) -> Point:
    board = board_of(edition)
    return spot_of(board.intersections[board.numbers[name]])


def lies_on(place: Point, here: Point, there: Point) -> bool:
    """Say whether a place is on the street between two intersections."""
    (left, right), (top, bottom) = map(sorted, zip(here, there, strict=True))
    half = STREET_WIDTH / 2
    beside = left - half <= place[0] <= right + half and top - half <= place[1] <= bottom + half
    return beside and (left < place[0] < right or top < place[1] < bottom)


@pytest.mark.parametrize(("edition", "seats"), CITY)
def test_a_marker_lies_on_every_section_of_a_line(edition: str, seats: int) -> None:
    view: Any = view_at(edition, seats, 0.9)
    drawn = part(picture(edition, view), "map")
    for seat in view["seats"]:
        sections = list(pairwise(spot(edition, name) for name in seat["line"]))
        markers = uses(drawn, f"marker-{seat['seat']}")
        assert len(markers) == len(sections) > 5
        assert all(lies_on(at, *ends) for at, ends in zip(markers, sections, strict=True))


@pytest.mark.parametrize(("edition", "seats"), CITY)
def test_a_pawn_stands_at_the_end_of_every_line(edition: str, seats: int) -> None:
    view: Any = view_at(edition, seats, 0.9)
    drawn = part(picture(edition, view), "map")
    for seat in view["seats"]:
        end = seat["line"][-1]
        said = f"seat {seat['seat'] + 1} at {end}, {seat['standing']}"
        place = titled(drawn, said).attrib["transform"][len("translate(") : -1]
        assert dist(tuple(map(float, place.split())), spot(edition, end)) < STREET_WIDTH


def test_lines_on_the_same_sections_lie_side_by_side() -> None:
    view: Any = view_at("gob-london", 5, 0.5)
    for seat in view["seats"]:
        seat["line"] = ["C3", "C4", "D4"]
    drawn = part(picture("gob-london", view), "map")
    markers = [at for seat in range(5) for at in uses(drawn, f"marker-{seat}")]
    assert len(markers) == 10
    assert min(dist(*pair) for pair in combinations(markers, 2)) > 10
    strokes = {each.attrib["d"] for each in drawn.iter(f"{SVG}path") if _is_route(each.attrib)}
    assert len(strokes) == 5


def _is_route(attributes: dict[str, str]) -> bool:
    return attributes.get("stroke-width") == "3.6"


@pytest.mark.parametrize("met", [2, 3, 4, 5])
def test_pawns_that_meet_hide_each_other_never(met: int) -> None:
    view: Any = view_at("gob-paris", 5, 0.5)
    for seat in view["seats"][:met]:
        seat["line"] = ["C3", "C4"]
    drawn = part(picture("gob-paris", view), "map")
    pawns = [each for each in drawn.iter(f"{SVG}g") if "at C4" in (each[0].text or "")]
    places = [each.attrib["transform"][10:-1].split() for each in pawns]
    assert len(places) == met
    apart = [dist(tuple(map(float, a)), tuple(map(float, b))) for a, b in combinations(places, 2)]
    assert min(apart) >= 18


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seats"), CITY)
def test_everything_that_stands_on_the_map_is_drawn(edition: str, seats: int) -> None:
    city: Any = EDITIONS[edition].edition
    drawn = part(picture(edition, view_at(edition, seats, 0)), "map")
    for symbol, name in city.legend.items():
        stands = sum(spot.things.count(symbol) for spot in city.board.intersections)
        assert len(uses(drawn, f"i-{name}")) == stands > 0
    landmarks = sum(spot.landmark for spot in city.board.intersections)
    assert len(uses(drawn, "landmark")) == landmarks == len(city.landmarks)


@pytest.mark.parametrize(("edition", "seats"), CITY)
def test_departures_letters_and_coordinates_are_written(edition: str, seats: int) -> None:
    spots = board_of(edition).intersections
    written = texts(part(picture(edition, view_at(edition, seats, 0)), "map"))
    columns = [chr(ord("A") + at) for at in range(max(spot.column for spot in spots) + 1)]
    rows = [str(at + 1) for at in range(max(spot.row for spot in spots) + 1)]
    tickets = [str(spot.ticket) for spot in spots if spot.ticket]
    letters = [spot.letter for spot in spots if spot.letter]
    assert sorted(written) == sorted([*columns, *rows, *tickets, *letters])


def test_an_intersection_says_what_it_is() -> None:
    said = titles(part(picture("gob-london", view_at("gob-london", 4, 0)), "map"))
    assert "A1: granny and businessperson" in said
    assert "D2: light, departure 3" in said
    assert "J3: office, landmark, letter e" in said


def test_sections_with_a_mark_are_drawn_and_explained() -> None:
    plain = texts(part(picture("gob-paris", view_at("gob-paris", 4, 0)), "legend"))
    marked = texts(part(picture("gob-rome", view_at("gob-rome", 2, 0)), "legend"))
    jammed = texts(part(picture("gob-new-york", view_at("gob-new-york", 2, 0)), "legend"))
    assert {"yellow section", "burgundy section"} <= set(marked)
    assert "congested section" in jammed
    assert not any("section" in text for text in plain)


def test_the_speedy_colour_is_told() -> None:
    view: Any = view_at("gob-rome", 3, 0.5)
    facts = texts(part(picture("gob-rome", view), "facts"))
    assert f"{view['speedy']} sections are speedy" in facts


@pytest.mark.parametrize(("edition", "seats"), CITY)
def test_whose_turn_it_is_and_what_the_ticket_asks_is_told(edition: str, seats: int) -> None:
    view: Any = view_at(edition, seats, 0.5)
    facts = part(picture(edition, view), "facts")
    assert titles(facts).count("to play") == len(view["to_play"]) > 0
    assert f"Round {view['round']} of 12: routes are plotted" in texts(facts)
    for seat in view["seats"]:
        asked = [text for text in texts(facts) if f"asked for {seat['shape']}" in text]
        assert bool(asked) == (seat["shape"] is not None)


def test_tickets_that_have_been_revealed_are_shown_in_their_order() -> None:
    view: Any = view_at("gob-rome", 3, 0.5)
    facts = texts(part(picture("gob-rome", view), "facts"))
    numbers = [str(ticket) for ticket in view["tickets_revealed"]]
    at = facts.index(numbers[0])
    assert facts[at : at + len(numbers)] == numbers


def test_own_letters_are_shown_and_those_of_others_are_not() -> None:
    view: Any = view_at("gob-london", 4, 0.5, 1)
    facts = texts(part(picture("gob-london", view), "facts"))
    shown = [text for text in facts if len(text) == 1 and (text.islower() or text == "?")]
    own = list(view["seats"][1]["personal_objective"])
    assert sorted(shown) == sorted(["?"] * 9 + own)


def test_common_objectives_show_who_has_completed_them() -> None:
    view: Any = deepcopy(view_at("gob-london", 4, 0.5))
    goal = view["common_objectives"][0]
    before = len(uses(part(picture("gob-london", view), "facts"), "pawn-2"))
    view["seats"][2]["sheet"]["common"] = {goal["objective"]: "blue"}
    facts = part(picture("gob-london", view), "facts")
    assert len(uses(facts, "pawn-2")) == before + 1
    assert f"{goal['count']} {goal['objective']}, {goal['side']} side" in texts(facts)


@pytest.mark.parametrize("edition", ["gob-london", "gob-new-york"])
def test_landmarks_are_named_with_their_places(edition: str) -> None:
    city: Any = EDITIONS[edition].edition
    facts = texts(part(picture(edition, view_at(edition, LARGEST[edition], 0)), "facts"))
    for spot in city.board.intersections:
        if spot.landmark:
            name = city.landmarks[city.legend[spot.things[0]]]
            assert f"{spot.name} {name}" in facts


@pytest.mark.parametrize(("edition", "seats"), CITY)
def test_the_boxes_of_a_sheet_are_counted(edition: str, seats: int) -> None:
    view: Any = view_at(edition, seats, 0.9)
    facts = texts(part(picture(edition, view), "facts"))
    capacity = cast("Any", EDITIONS[edition].edition).capacities["grannies"]
    for seat in view["seats"]:
        assert f"{seat['sheet']['grannies']}/{capacity}" in facts
        tourists = seat["sheet"]["tourists"]
        assert f"{sum(tourists['resolved'])}+{tourists['unresolved']}" in facts


def test_a_line_that_has_not_begun_is_not_drawn() -> None:
    view: Any = view_at("gob-london", 4, 0, 2)
    svg = picture("gob-london", view)
    assert not any("seat" in title for title in titles(part(svg, "map")))
    facts = texts(part(svg, "facts"))
    hand = view["seats"][2]["hand"]
    assert f"tickets in hand: {hand[0]} and {hand[1]}" in facts
    assert facts.count("not departed yet") == 3
