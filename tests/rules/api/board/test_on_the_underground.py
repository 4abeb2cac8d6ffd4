"""What a picture of On the Underground shows."""

from collections import Counter
from copy import deepcopy
from itertools import combinations
from math import dist
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from services.plumbing.pictures.svg import Point
from services.rules.api.board.on_the_underground.geometry import WIDEST, place_of
from tests.rules.api.board.pictures import (
    CITIES,
    LARGEST,
    SVG,
    part,
    picture,
    read,
    texts,
    titled,
    titles,
    uses,
    view_at,
)
from tests.support import EDITIONS

CITY = [(name, seats) for name in CITIES["otu"] for seats in EDITIONS[name].edition.players]


def network_of(edition: str) -> Any:
    city: Any = EDITIONS[edition].edition
    return city.network


def station(edition: str, name: str) -> Any:
    network = network_of(edition)
    return network.stations[network.numbers[name]]


def lines_of(view: Any) -> list[Any]:
    return [line for seat in view["seats"] for line in seat["lines"]]


def tokens_of(drawn: Element, colour: str) -> list[Point]:
    """Give the places of a line's letters, one on each of its tokens."""
    found = drawn.iterfind(f".//{SVG}use[@href='#line-{colour}']")
    moved = [each.attrib["transform"].split(")")[0][len("translate(") :] for each in found]
    return [(float(x), float(y)) for x, y in (each.split() for each in moved)]


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seats"), CITY)
def test_every_token_lies_on_its_connection(edition: str, seats: int) -> None:
    view: Any = view_at(edition, seats, 0.95)
    drawn = part(picture(edition, view), "map")
    for line in lines_of(view):
        tokens = tokens_of(drawn, line["line"])
        assert len(tokens) == len(line["track"])
        for place, ends in zip(tokens, line["track"], strict=True):
            (x, y), (right, low) = (place_of(station(edition, name)) for name in ends)
            assert dist(place, ((x + right) / 2, (y + low) / 2)) <= WIDEST / 2


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seats"), CITY)
def test_no_token_lies_on_another(edition: str, seats: int) -> None:
    view: Any = view_at(edition, seats, 1)
    drawn = part(picture(edition, view), "map")
    places = [place for line in lines_of(view) for place in tokens_of(drawn, line["line"])]
    assert min(dist(*pair) for pair in combinations(places, 2)) > 9


@pytest.mark.slow
def test_more_tokens_than_spaces_lie_side_by_side() -> None:
    view: Any = deepcopy(view_at("otu-paris", 5, 0))
    for line in lines_of(view):
        line["track"], line["ends"] = [["balard", "boucicaut"]], ["balard", "boucicaut"]
    drawn = part(picture("otu-paris", view), "map")
    places = [place for line in lines_of(view) for place in tokens_of(drawn, line["line"])]
    assert len(places) == 10
    assert min(dist(*pair) for pair in combinations(places, 2)) > 3


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seats"), CITY)
def test_every_end_of_a_line_has_a_bar(edition: str, seats: int) -> None:
    view: Any = view_at(edition, seats, 0.6)
    drawn = part(picture(edition, view), "map")
    for line in lines_of(view):
        group = titled(drawn, f"{line['line']} line, {len(line['track'])} tokens")
        bars = [each for each in group if each.attrib.get("stroke-linecap") == "square"]
        assert len(bars) == 2 * len(line["ends"])  # each with a dark rim


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seats"), CITY)
def test_the_passenger_stands_at_its_station(edition: str, seats: int) -> None:
    view: Any = view_at(edition, seats, 0.6)
    drawn = part(picture(edition, view), "map")
    where = station(edition, view["passenger"])
    assert uses(drawn, "passenger") == [pytest.approx(place_of(where), abs=0.1)]
    assert f"passenger at {where.name}" in titles(drawn)


@pytest.mark.parametrize(("edition", "seats"), CITY)
def test_open_destinations_are_ringed_and_listed(edition: str, seats: int) -> None:
    view: Any = view_at(edition, seats, 0.6)
    svg = picture(edition, view)
    names = [station(edition, each).name for each in view["destinations"]]
    said = [title for title in titles(part(svg, "map")) if title.startswith("open destination")]
    assert 3 <= len(names) <= 4
    assert said == [f"open destination: {name}" for name in dict.fromkeys(names)]
    assert set(names) <= set(texts(part(svg, "facts")))


def test_a_destination_with_two_tokens_has_two_rings() -> None:
    view: Any = deepcopy(view_at("otu-new-york", 2, 0.5))
    view["destinations"] = ["whitehall-st", "canal-st", "whitehall-st", "86-st"]
    drawn = part(picture("otu-new-york", view), "map")
    rings = Counter[str]()
    for name in ("Whitehall St", "Canal St"):
        rings[name] = len(titled(drawn, f"open destination: {name}").findall(f"{SVG}circle"))
    assert rings["Whitehall St"] == 2 * rings["Canal St"] > 0


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seats"), CITY)
def test_every_station_is_drawn_and_named_but_icons_have_no_name(edition: str, seats: int) -> None:
    drawn = part(picture(edition, view_at(edition, seats, 0)), "map")
    said = titles(drawn)
    for each in network_of(edition).stations:
        place = pytest.approx(place_of(each), abs=0.1)
        assert place in uses(drawn, f"{each.kind}-{each.cards}")
        assert (each.name in said) == (each.kind != "water")


@pytest.mark.parametrize(("edition", "seats"), CITY)
def test_every_free_track_space_is_drawn(edition: str, seats: int) -> None:
    drawn = part(picture(edition, view_at(edition, seats, 0)), "map")
    spaces = sum(each.spaces for each in network_of(edition).connections)
    assert spaces in {each.attrib["d"].count("M") for each in drawn.iter(f"{SVG}path")}


def test_landmark_tiles_lie_where_nobody_has_been() -> None:
    view: Any = view_at("otu-paris", 4, 0.5)
    drawn = part(picture("otu-paris", view), "map")
    for kind in ("monument", "museum", "brasserie", "bakery", "garden"):
        places = [place_of(station("otu-paris", at)) for at, what in view["landmarks"].items()
                  if what == kind]  # fmt: skip
        assert uses(drawn, f"tile-{kind}") == [pytest.approx(each, abs=0.1) for each in places]


@pytest.mark.parametrize(("edition", "seats"), CITY)
def test_the_card_of_a_seat_shows_its_lines(edition: str, seats: int) -> None:
    view: Any = view_at(edition, seats, 0.6)
    facts = part(picture(edition, view), "facts")
    assert titles(facts).count("to play") == 1
    for line in lines_of(view):
        assert len(uses(facts, f"line-{line['line']}")) == 1
        assert f"{line['tokens']} left" in texts(facts)


def test_the_number_of_cards_stands_on_a_line_of_its_own() -> None:
    """The longest names of stations take a whole line."""
    view = view_at("otu-paris", 5, 0.5)
    lines = part(picture("otu-paris", view), "facts").iter(f"{SVG}text")
    heights = [(each.attrib["y"], each.text) for each in lines]
    said = f"Destination cards left: {view['deck']}"
    at = next(height for height, text in heights if text == said)
    assert [text for height, text in heights if height == at] == [said]


def test_secret_objectives_are_shown_to_their_owner_until_the_end() -> None:
    def secrets(moment: float, viewer: int | None) -> int:
        facts = texts(part(picture("otu-paris", view_at("otu-paris", 4, moment, viewer)), "facts"))
        return sum(text.startswith(("Secret: ", "Connected: ")) for text in facts)

    assert [secrets(0.5, None), secrets(0.5, 2), secrets(1, None)] == [0, 2, 8]


def test_a_secret_objective_that_is_connected_says_so() -> None:
    view: Any = deepcopy(view_at("otu-paris", 2, 0.5, 0))
    seat = view["seats"][0]
    card = seat["secret_objectives"][0]
    next(iter(seat["sheet"]["lines"].values()))["secrets"] = [card]
    facts = texts(part(picture("otu-paris", view), "facts"))
    assert sum(text.startswith("Connected: ") for text in facts) == 1


@pytest.mark.parametrize("edition", CITIES["otu"])
def test_the_legend_explains_every_kind_of_station(edition: str) -> None:
    svg = picture(edition, view_at(edition, LARGEST[edition], 0.5))
    explained = {each.attrib["href"] for each in part(svg, "legend").iter(f"{SVG}use")}
    kinds = {f"#{each.kind}-{each.cards}" for each in network_of(edition).stations}
    assert kinds <= explained
    assert read(svg) is not None
