"""The points tables of the project load; a table with any flaw is refused with its place."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from services.scoring.core.errors import ScoringError, TableError
from services.scoring.core.families import FAMILIES
from services.scoring.core.zones import Couples, Multiplied
from services.scoring.editions import load_table, load_tables
from tests.scoring.ledgers import UNDERGROUND
from tests.scoring.sheets import GET_ON_BOARD, tables

CITIES = {"get-on-board": GET_ON_BOARD, "on-the-underground": UNDERGROUND}

TABLE = """\
id: gob-oslo
family: get-on-board
version: 1
zones:
  grannies:
    term: added_up
    boxes: 2
    values: [1, 2]
  students:
    term: multiplied
    passengers: {students: 6}
    places: {cinemas: 4}
    landmarks: [university]
  tourists:
    term: rows
    rows: 3
    boxes: 2
    points: [2, 5]
    landmarks: []
    memory: {operas: 3}
  common:
    term: objectives
    drawn: 1
    objectives: [grannies, operas]
    yellow: 10
    blue: 6
  personal:
    term: letters
    letters: 1
    points: [0, 2]
  flirts:
    term: couples
    rows: 3
    couples: 2
    points: [0, 2, 6]
  connections:
    term: last_reached
    circles: 4
    points_at: {2: 1, 4: 2}
  metro:
    term: left_over
    spaces: 6
    points: 2
"""


def refusal(folder: Path, text: str) -> TableError:
    path = folder / "gob-oslo.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TableError) as caught:
        load_table(path)
    return caught.value


def test_every_city_has_its_points_table() -> None:
    cities = {city: family for family in CITIES for city in CITIES[family]}
    assert {name: table.family for name, table in tables().items()} == cities
    assert {table.id for table in tables().values()} == set(cities)
    assert {table.version for table in tables().values()} == {1}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_scoring_term_is_named_by_some_table(family: str) -> None:
    own = [table for table in tables().values() if table.family == family]
    assert {zone.term for table in own for zone in table.zones} == set(FAMILIES[family].terms)


def test_new_york_and_london_have_room_for_what_their_sheet_shows() -> None:
    capacities = tables()["gob-new-york"].capacities()
    assert capacities == tables()["gob-london"].capacities()
    assert capacities == {
        "turn_zone": 5,
        "grannies": 8,
        "students": 6,
        "interns": 3,
        "universities": 4,
        "tourists.rows": 3,
        "tourists.boxes": 4,
        "monuments": 3,
        "museums": 3,
        "common": 2,
        "personal": 3,
        "businesspeople.rows": 3,
        "businesspeople.boxes": 3,
        "traffic": 19,
    }


def test_paris_and_rome_have_room_for_what_their_sheet_shows() -> None:
    capacities = tables()["gob-paris"].capacities()
    assert capacities == tables()["gob-rome"].capacities()
    assert capacities == {
        "turn_zone": 5,
        "grannies": 8,
        "students": 6,
        "cinemas": 4,
        "tourists.rows": 3,
        "tourists.boxes": 4,
        "operas": 3,
        "theaters": 3,
        "common": 2,
        "personal": 3,
        "flirts.rows": 3,
        "flirts.couples": 2,
        "connections": 19,
        "metro": 6,
    }


def test_a_flawless_table_loads_with_its_zones_in_order(tmp_path: Path) -> None:
    path = tmp_path / "gob-oslo.yaml"
    path.write_text(TABLE, encoding="utf-8")
    table = load_table(path)
    assert [zone.name for zone in table.zones][:3] == ["grannies", "students", "tourists"]
    assert table.zone("flirts").numbers == Couples(3, 2, (0, 2, 6))
    students = table.zone("students").numbers
    assert students == Multiplied({"students": 6}, {"cinemas": 4}, ("university",))
    assert load_tables(tmp_path) == {"gob-oslo": table}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("gob-oslo", "gob-bergen", ":1: id: 'gob-bergen' in a file named 'gob-oslo.yaml'"),
        ("id: gob-oslo", "id: ''", ":1: id: the text is empty"),
        ("id: gob-oslo", "id: 7", ":1: id: expected text, found an integer"),
        ("get-on-board", "chess", ":2: family: no family 'chess', only get-on-board, on-"),
        ("family: get-on-board\n", "", ":1: missing key 'family'"),
        ("version: 1", "version: 0", ":3: version: 0 is less than 1"),
        ("version: 1", "version: yes", ":3: version: expected an integer, found a boolean"),
        ("version: 1", "version: 1.5", ":3: version: expected an integer, found a fraction"),
        ("version: 1\n", "", ":1: missing key 'version'"),
        ("version: 1", "version: 1\ncolour: red", ":4: colour: unknown key"),
        ("version: 1", "version: 1\nversion: 2", ":4: version: duplicate key"),
        ("    boxes: 2\n", "", ":5: zones.grannies: missing key 'boxes'"),
        ("boxes: 2", "boxes: two", ":7: zones.grannies.boxes: expected an integer, found text"),
        ("boxes: 2", "boxes: 0", ":7: zones.grannies.boxes: 0 is less than 1"),
        ("boxes: 2", "boxes: 2\n    boxes: 2", ":8: zones.grannies.boxes: duplicate key"),
        ("boxes: 2", "boxes: 2\n    bonus: 2", ":8: zones.grannies.bonus: unknown key"),
        ("boxes: 2", "boxes: 3", ":8: zones.grannies.values: 3 numbers belong here, not 2"),
        ("[1, 2]", "[1, 2, 3]", ":8: zones.grannies.values: 2 numbers belong here, not 3"),
        ("[1, 2]", "[1, true]", ":8: zones.grannies.values[1]: expected an integer, found a bool"),
        ("[1, 2]", "3", ":8: zones.grannies.values: expected a list, found an integer"),
        ("[1, 2]", "&v [1, *v]", ":8: zones.grannies.values[1]: aliases are not allowed"),
        ("term: added_up", "term: guessed", ":6: zones.grannies.term: no term 'guessed', only "),
        ("    term: added_up\n", "", ":5: zones.grannies: missing key 'term'"),
        ("places: {cinemas: 4}", "places: {}", ":12: zones.students.places: nothing to multiply"),
        ("cinemas: 4", "students: 4", ":4: zones: the sheet key 'students' is used twice"),
        ("cinemas: 4", "landmarks: 4", ":4: zones: the sheet key 'landmarks' is used twice"),
        ("cinemas: 4", "7: 4", ":12: zones.students.places: expected text as key, found 7"),
        ("[university]", "[office, office]", ":13: zones.students.landmarks[1]: 'office' is liste"),
        (
            "landmarks: []",
            "landmarks: [university]",
            ":4: zones: the sheet key 'landmarks.university'",
        ),
        ("points: [2, 5]", "points: [2]", ":18: zones.tourists.points: 2 numbers belong here, no"),
        ("operas: 3", "operas: -3", ":20: zones.tourists.memory.operas: -3 is less than 1"),
        ("drawn: 1", "drawn: 3", ":23: zones.common.drawn: 3 drawn out of 2 objectives"),
        ("points: [0, 2]\n", "points: [2]\n", ":30: zones.personal.points: 2 numbers belong"),
        ("[0, 2, 6]", "[2, 6]", ":35: zones.flirts.points: 3 numbers belong here, not 2"),
        ("4: 2}", "5: 2}", ":39: zones.connections.points_at[5]: circle 5 after circle 2 on a tr"),
        ("{2: 1, 4: 2}", "{4: 2, 2: 1}", ":39: zones.connections.points_at[2]: circle 2 after ci"),
        ("2: 1, 4", "two: 1, 4", ":39: zones.connections.points_at: expected an integer as key"),
        ("version: 1", "version: 2020-01-01", ":3: version: 'tag:yaml.org,2002:timestamp' has n"),
        ("version: 1", "version: !!set {1}", ":3: version: 'tag:yaml.org,2002:set' has no place"),
        ("version: 1", "true: 1", ":1: a key is text or an integer, not True"),
        ("version: 1", "version: !!int one", ": cannot be read: invalid literal for int()"),
        ("version: 1", "version: [1", ":4: expected ',' or ']'"),
        ("version: 1", "version: \x07", ": cannot be read: unacceptable character"),
        ("id: gob-oslo", "--- a\n--- b", ":2: but found another document"),
    ],
)
def test_a_flaw_is_refused_with_file_line_place_and_reason(
    tmp_path: Path, right: str, wrong: str, message: str
) -> None:
    assert right in TABLE
    error = refusal(tmp_path, TABLE.replace(right, wrong, 1))
    assert str(error).startswith(f"gob-oslo.yaml{message}")
    assert error.reason in str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "gob-oslo.yaml: the file is empty"),
        ("- a list", "gob-oslo.yaml:1: expected an object, found a list"),
        (TABLE[: TABLE.index("zones:")] + "zones: {}\n", "gob-oslo.yaml:4: zones: a table without"),
    ],
)
def test_a_file_that_holds_no_table_is_refused(tmp_path: Path, text: str, message: str) -> None:
    assert str(refusal(tmp_path, text)).startswith(message)


def test_a_table_error_tells_its_parts(tmp_path: Path) -> None:
    error = refusal(tmp_path, TABLE.replace("boxes: 2", "boxes: 0", 1))
    assert (error.file, error.line) == ("gob-oslo.yaml", 7)
    assert (error.place, error.reason) == ("zones.grannies.boxes", "0 is less than 1")
    assert error.code == "table_invalid"
    assert isinstance(error, ScoringError)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301 - our own bytes


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"gob-oslo\.yaml: cannot be read: .*No such file"):
        load_table(tmp_path / "gob-oslo.yaml")


def test_a_folder_without_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="no points table in this folder"):
        load_tables(tmp_path)
