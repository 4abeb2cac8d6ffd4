"""Keys that no city has, and values of the wrong kind, are refused wherever they stand."""

from pathlib import Path

import pytest

from services.rules.core.errors import EditionError
from services.rules.families.on_the_underground import load_edition
from tests.rules.editions.changed import Fault, assert_refused, refusal, without
from tests.rules.editions.on_the_underground.cities import NEW_YORK, OSLO, PARIS, SMALL

COUNT = "expected a whole number from 0 to 999, found"
KEYS = "expected keys and values, found"
LIST = "expected a list, found"
TEXT = "expected a text, found"
TEXTS = "expected texts, found"
UNKNOWN = "unknown key"
WHOLE = "expected a whole number from 1 to 999, found"
UP_TO_FOUR = "expected a whole number from 1 to 4, found"


@pytest.mark.parametrize(
    "key",
    [
        "id",
        "name",
        "version",
        "players",
        "passenger_start",
        "destinations_per_turn",
        "overbuilding",
        "terminus",
        "tokens",
        "score_tiles",
        "counts",
        "size",
        "stations",
        "connections",
    ],
)
def test_a_missing_key_is_refused(tmp_path: Path, key: str) -> None:
    error = refusal(tmp_path, OSLO, without(SMALL, key))
    assert str(error) == f"otu-oslo.yaml:1: {key}: missing"


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (Fault(NEW_YORK, "version: 1", "version: 1\nborough: Queens", f"borough: {UNKNOWN}"), ""),
        (Fault(PARIS, "at: [1, 9.5]", "at: [1, 9.5], label: e",
               f"stations.la-defense.label: {UNKNOWN}"), ""),
        (Fault(OSLO, "cards: 5}", "cards: 5, rivers: 1}", f"counts.rivers: {UNKNOWN}"), SMALL),
        (Fault(OSLO, "\n  2: [red", "\n  3: [red]\n  2: [red", f"score_tiles.3: {UNKNOWN}",
               at="\n  3: [red]"), SMALL),
    ],
    ids=lambda value: value.says if isinstance(value, Fault) else "",
)  # fmt: skip
def test_an_unknown_key_is_refused(tmp_path: Path, fault: Fault, text: str) -> None:
    assert_refused(tmp_path, fault, text)


def test_icons_are_not_counted_where_there_are_none(tmp_path: Path) -> None:
    says = f"counts.icons: {UNKNOWN}"
    assert_refused(tmp_path, Fault(PARIS, "stations: 119", "stations: 119, icons: 0", says))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("name: Oslo", "name: 7", f"name: {TEXT} 7"),
        ("name: Oslo", "name: ~", f"name: {TEXT} None"),
        ("name: Oslo", "name: ' '", f"name: {TEXT} ' '"),
        ("version: 3", "version: 0", f"version: {WHOLE} 0"),
        ("version: 3", "version: three", f"version: {WHOLE} 'three'"),
        ("players: [2]", "players: 2", f"players: {LIST} 2"),
        ("players: [2]", "players: [two]", "players: expected whole numbers, found 'two'"),
        ("start: sentrum", "start: [sentrum]", f"passenger_start: {TEXT} ['sentrum']"),
        ("turn: 2", "turn: 0", f"destinations_per_turn: {UP_TO_FOUR} 0"),
        ("turn: 2", "turn: -1", f"destinations_per_turn: {UP_TO_FOUR} -1"),
        ("turn: 2", "turn: two", f"destinations_per_turn: {UP_TO_FOUR} 'two'"),
        ("turn: 2", "turn: 5", f"destinations_per_turn: {UP_TO_FOUR} 5"),
        ("building: true", "building: 1", "overbuilding: expected true or false, found 1"),
        ("building: true", "building: 'yes'", "overbuilding: expected true or false, found 'yes'"),
        ("terminus: {points: 0, tiles: 3}", "terminus: tiles", f"terminus: {KEYS} 'tiles'"),
        ("points: 0,", "points: -1,", f"terminus.points: {COUNT} -1"),
        ("points: 0,", "points: 0.0,", f"terminus.points: {COUNT} 0.0"),
        ("points: 0,", "points: false,", f"terminus.points: {COUNT} False"),
        ("tiles: 3", "tiles: three", f"terminus.tiles: {COUNT} 'three'"),
        ("tiles: 3", "tiles: 1000", f"terminus.tiles: {COUNT} 1000"),
        ("{red: 6,", "{red: 0,", f"tokens.red: {WHOLE} 0"),
        ("{red: 6,", "{red: 6.0,", f"tokens.red: {WHOLE} 6.0"),
        ("{red: 6,", "{red: true,", f"tokens.red: {WHOLE} True"),
        ("{red: 6,", "{red: six,", f"tokens.red: {WHOLE} 'six'"),
        ("2: [red black orange gray, yellow blue pink green]", "2: red black orange gray",
         f"score_tiles.2: {LIST} 'red black orange gray'"),
        ("2: [red black orange gray,", "2: [[red, black],",
         f"score_tiles.2: {TEXTS} ['red', 'black']"),
        ("2: [red black orange gray, yellow blue pink green]", "2: []",
         f"score_tiles.2: {LIST} []"),
        ("{opera: 1, museum: 1}", "[opera, museum]", f"landmarks: {KEYS} ['opera', 'museum']"),
        ("{opera: 1,", "{opera: 0,", f"landmarks.opera: {WHOLE} 0"),
        ("a: [sentrum, nord, torg]", "a: sentrum", f"secret_objectives.a: {LIST} 'sentrum'"),
        ("a: [sentrum, nord, torg]", "a: [7]", f"secret_objectives.a: {TEXTS} 7"),
        ("{stations: 8,", "{stations: eight,", f"counts.stations: {WHOLE} 'eight'"),
        ("{stations: 8, icons", "{icons", "counts.stations: missing"),
        ("icons: 1, ", "", "counts.icons: missing"),
        ("size: [10, 10.5]", "size: 10", f"size: {LIST} 10"),
        ("size: [10, 10.5]", "size: [10]", "size: expected two numbers up to 999, found [10]"),
        ("size: [10, 10.5]", "size: [10, ten]", "size: expected two numbers, found 'ten'"),
    ],
    ids=lambda text: text.strip()[:60],
)  # fmt: skip
def test_a_value_of_the_wrong_kind_is_refused(
    tmp_path: Path, right: str, wrong: str, says: str
) -> None:
    at = "counts: {" if says.endswith("missing") else wrong
    assert_refused(tmp_path, Fault(OSLO, right, wrong, says, at), SMALL)


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("{name: Vest, at: [0, 5.5], kind: terminus}", "Vest", f"vest: {KEYS} 'Vest'"),
        ("name: Vest, ", "", "vest.name: missing"),
        ("name: Vest, ", "name: 3, ", f"vest.name: {TEXT} 3"),
        ("name: Vest, ", "name: '', ", f"vest.name: {TEXT} ''"),
        ("at: [0, 5.5], ", "", "vest.at: missing"),
        ("at: [0, 5.5], ", "at: here, ", f"vest.at: {LIST} 'here'"),
        ("at: [0, 5.5], ", "at: [0, five], ", "vest.at: expected two numbers, found 'five'"),
        ("at: [0, 5.5], ", "at: [0, true], ", "vest.at: expected two numbers, found True"),
        ("at: [0, 5.5], ", "at: [0, 5, 5], ",
         "vest.at: expected two numbers up to 999, found [0, 5, 5]"),
        ("kind: terminus", "kind: 3", f"vest.kind: {TEXT} 3"),
        ("kind: terminus", "kind: end",
         "vest.kind: expected one of plain, rail, terminus, rer, landmark, water, found end"),
        ("at: [3, 7], cards: 1", "at: [3, 7], cards: 0", f"park.cards: {WHOLE} 0"),
        ("at: [3, 7], cards: 1", "at: [3, 7], cards: one", f"park.cards: {WHOLE} 'one'"),
        ("at: [3, 7], cards: 1", "at: [3, 7], cards: true", f"park.cards: {WHOLE} True"),
        ("rail, cluster: midt", "rail, cluster: 5", f"nord.cluster: {TEXT} 5"),
        ("rail, cluster: midt", "rail, cluster: ''", f"nord.cluster: {TEXT} ''"),
    ],
    ids=lambda text: text.strip()[:60],
)  # fmt: skip
def test_a_station_with_something_of_the_wrong_kind_is_refused(
    tmp_path: Path, right: str, wrong: str, says: str
) -> None:
    name = says.partition(":")[0].partition(".")[0]
    assert_refused(tmp_path, Fault(OSLO, right, wrong, f"stations.{says}", f"  {name}: "), SMALL)


@pytest.mark.parametrize("part", ["stations", "connections", "tokens", "score_tiles", "counts"])
def test_a_part_that_is_no_mapping_is_refused(tmp_path: Path, part: str) -> None:
    at = f"\n{part}: few"
    fault = Fault(OSLO, f"\n{part}:", f"{at}\nx:", f"{part}: {KEYS} 'few'", at)
    assert_refused(tmp_path, fault, SMALL)


def test_the_small_city_is_refused_under_another_name(tmp_path: Path) -> None:
    says = "id: expected otu-oslo, as the file is named"
    assert_refused(tmp_path, Fault(OSLO, "id: otu-oslo", "id: otu-bergen", says), SMALL)


@pytest.mark.rule("OTU-S1")
@pytest.mark.parametrize("players", ["[0]", "[-2]", "[2, 2]", "[3, 2]", "[2, 6]"])
def test_numbers_of_players_that_no_table_has_are_refused(tmp_path: Path, players: str) -> None:
    says = "players: expected different numbers from 1 to 5, in order"
    fault = Fault(OSLO, "players: [2]", f"players: {players}", says)
    assert_refused(tmp_path, fault, SMALL)


def test_content_of_another_family_is_refused() -> None:
    with pytest.raises(EditionError) as caught:
        load_edition({"family": "get-on-board"})
    assert str(caught.value) == "family: expected on-the-underground"


def test_a_station_that_stands_there_twice_is_refused(tmp_path: Path) -> None:
    again = "  vest: {name: West, at: [1, 1]}"
    says = "stations.vest: the key stands here twice"
    assert_refused(tmp_path, Fault(OSLO, "  nord: {", f"{again}\n  nord: {{", says, again), SMALL)
