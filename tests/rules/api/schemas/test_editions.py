"""A whole edition as a document: what stands in its file, in the words of views and events."""

from typing import Any

import pytest

from services.rules.families.get_on_board.capacities import ZONES
from tests.rules.games import careful_games, edition_and_family, every_edition, through_json

MAY_BE_EMPTY = {"overbuilding", "landmarks", "landmark_tiles", "secret_objectives"}
"""What not every city has."""


def described(name: str) -> Any:
    edition, family = edition_and_family(name)
    return family.edition_to_json(edition)


def names(items: list[dict[str, Any]], key: str) -> list[Any]:
    return [item[key] for item in items]


@pytest.mark.slow
@every_edition
def test_an_edition_is_described_in_plain_json_and_says_which_it_is(name: str) -> None:
    edition, _ = edition_and_family(name)
    document = described(name)
    assert through_json(document) == document
    assert (document["id"], document["version"]) == (name, edition.version)
    assert document["players"] == list(edition.players)
    assert document["family"] == {"gob": "get-on-board", "otu": "on-the-underground"}[name[:3]]


@every_edition
def test_a_description_is_made_anew_each_time(name: str) -> None:
    document = described(name)
    for part in document.values():
        if isinstance(part, list | dict):
            part.clear()
    assert all(described(name)[key] for key in ("players", *document) if key not in MAY_BE_EMPTY)


def test_new_yorks_map_has_its_landmarks_departures_letters_and_congested_sections() -> None:
    city = described("gob-new-york")
    spots = {spot["name"]: spot for spot in city["intersections"]}
    assert (len(spots), len(city["sections"])) == (74, 126)
    assert spots["A1"] == {
        "name": "A1", "x": 0, "y": 0, "things": ["university"], "landmark": "Columbia",
        "departure": None, "letter": None,
    }  # fmt: skip
    assert spots["C2"]["departure"] == 1
    assert (spots["F10"]["landmark"], spots["F10"]["letter"]) == ("Wall Street", "m")
    assert (spots["G8"]["x"], spots["G8"]["y"]) == (6, 7)
    assert sorted(spot["departure"] for spot in spots.values() if spot["departure"]) == [
        *range(1, city["departures"] + 1)
    ]
    marks = {tuple(each["intersections"]): each["mark"] for each in city["sections"]}
    assert marks["C4", "D4"] == "congested"
    assert marks["A1", "B1"] is None
    assert set(marks.values()) == {None, "congested"}
    assert city["landmarks"]["office"] == "Wall Street"


def test_romes_sections_are_marked_with_the_borders_of_tickets() -> None:
    city = described("gob-rome")
    marks = {tuple(each["intersections"]): each["mark"] for each in city["sections"]}
    assert marks["D1", "E1"] == "yellow"
    assert marks["F1", "F2"] == "burgundy"
    assert marks["E1", "E2"] is None
    assert city["tickets"][0] == {"ticket": 1, "colour": "pale-green", "border": "burgundy"}
    assert city["tickets"][7] == {"ticket": 8, "colour": "blue", "border": "yellow"}
    assert city["landmarks"] == {}


def test_a_sheet_has_the_boxes_of_its_city_and_tops_ask_for_shapes() -> None:
    london, paris = described("gob-london"), described("gob-paris")
    assert london["sheet"]["businesspeople"] == {
        "rows": 3, "boxes": 3, "bonus": ["granny", "tourist", "intern"],
    }  # fmt: skip
    assert paris["sheet"]["flirts"] == {"rows": 3, "couples": 2}
    assert paris["sheet"]["tourists"] == {"rows": 3, "boxes": 4}
    assert (london["sheet"]["traffic"], paris["sheet"]["connections"]) == (19, 19)
    assert {*london["sheet"], *paris["sheet"]} == {*ZONES}
    top = london["sheet_tops"][1]
    assert top["sheet_top"] == 2
    assert top["shapes"] == ["Z3", "S2", "T2", "S2/T2", "S1", "S3"] * 2
    assert {"shape": "Z3", "markers": 3, "joints": "turned"} in london["shapes"]
    assert london["personal_objectives"]["hidden"]
    assert not paris["personal_objectives"]["hidden"]
    assert {"objective": "flirts", "count": 5} in paris["common_objectives"]


def test_paris_underground_is_described_from_its_stations_to_its_secrets() -> None:
    city = described("otu-paris")
    stations = {station["id"]: station for station in city["stations"]}
    assert (len(stations), len(city["connections"])) == (119, 167)
    assert stations["republique"] == {
        "id": "republique", "name": "République", "x": 27.5, "y": 12.0, "kind": "rer",
        "cluster": None, "cards": 0,
    }  # fmt: skip
    assert {"stations": ["chatelet", "hotel-de-ville"], "spaces": 4} in city["connections"]
    assert city["passenger_start"] == "republique"
    assert city["rewards"] == [
        {"terminus": "points", "branch_tiles": 0},
        {"terminus": "mixed", "branch_tiles": 1},
        {"terminus": "branches", "branch_tiles": 2},
    ]
    assert city["landmark_tiles"] == dict.fromkeys(
        ["monument", "museum", "brasserie", "bakery", "garden"], 8
    )
    secret = next(card for card in city["secret_objectives"] if card["objective"] == "8")
    assert {*secret["stations"]} == {"opera", "denfert-rochereau", "nation"}
    assert city["size"] == {"width": 40.0, "height": 30.0}
    assert (city["destinations_per_turn"], city["overbuilding"]) == (1, True)


def test_new_yorks_underground_has_clusters_tokens_and_tiles_for_every_table() -> None:
    city = described("otu-new-york")
    clusters = {station["cluster"] for station in city["stations"]}
    assert clusters == {None, "midtown", "village", "downtown", "bronx", "prospect"}
    assert sum(names(city["stations"], "cards")) == 54
    assert (city["tokens"]["red"], city["tokens"]["gray"]) == (20, 15)
    assert names(city["score_tiles"], "seats") == [2, 3, 4, 5]
    assert city["score_tiles"][2]["tiles"][0] == {"tile": "red orange", "lines": ["red", "orange"]}
    assert (city["landmark_tiles"], city["secret_objectives"]) == ({}, [])


@pytest.mark.parametrize(("name", "seats"), [("gob-rome", 2), ("otu-paris", 2)])
def test_views_speak_of_what_the_edition_describes(name: str, seats: int) -> None:
    edition, family = edition_and_family(name)
    view: Any = family.view(edition, careful_games(name, seats)[0].last, None)
    city = described(name)
    for seat in view["seats"]:
        if "gob" in name:
            assert {*seat["line"]} <= {*names(city["intersections"], "name")}
            assert seat["sheet_top"] in names(city["sheet_tops"], "sheet_top")
            assert seat["sheet"].keys() - {"personal", "common"} == city["sheet"].keys()
        else:
            tracks = [track for line in seat["lines"] for track in line["track"]]
            assert all(track in names(city["connections"], "stations") for track in tracks)
            lines = city["score_tiles"][0]["tiles"]
            assert names(seat["lines"], "line") in names(lines, "lines")
            assert {*seat["secret_objectives"]} <= {*names(city["secret_objectives"], "objective")}
