"""What the points tables of On the Underground say, and the flaws for which one is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from services.scoring.core.errors import TableError
from services.scoring.core.ledger import LedgerForm
from services.scoring.core.line_zones import ByKind, InTurn, LandmarkSets
from services.scoring.editions import load_table
from tests.scoring.ledgers import NEW_YORK, PARIS, TYPES, UNDERGROUND
from tests.scoring.sheets import tables

TABLE = """\
id: otu-oslo
family: on-the-underground
version: 1
lines:
  fewest: 2
  most: 3
  tokens: {red: 4, blue: 3, white: 3}
  stations: [rail, terminus]
zones:
  rail:
    term: each
    entry: rail
    most: 4
    points: 1
  terminus:
    term: by_kind
    entry: terminus
    stations: 5
    points: {points: 2, mixed: 1}
    once: [mixed]
  cluster:
    term: added_up
    entry: clusters
    most: 2
    values: [0, 1]
  landmarks:
    term: sets
    tiles: {museum: 2, garden: 3}
    points: 7
  secrets:
    term: objectives
    entry: secrets
    dealt: 2
    cards: {"1": 5, "2": 3}
"""
TOKENS = {
    **dict.fromkeys(("red", "black", "yellow", "blue", "purple"), 20),
    **dict.fromkeys(("pink", "orange", "green", "brown", "white", "gray"), 15),
}
LINES = {"lines": 4} | {f"lines.{colour}": tokens for colour, tokens in TOKENS.items()}


def test_new_york_has_room_for_what_its_board_has() -> None:
    assert tables()[NEW_YORK].capacities() == {
        **LINES,
        "rail": 11,
        "terminus": 18,
        "clusters": 5,
        "water": 11,
        "rides": 54,
    }


def test_paris_has_room_for_what_its_board_has() -> None:
    assert tables()[PARIS].capacities() == {
        **LINES,
        "terminus": 23,
        "rer": 19,
        **{f"landmark_tiles.{kind}": 8 for kind in TYPES},
        "rides": 37,
        "secrets": 2,
        "secrets.cards": 11,
    }


@pytest.mark.rule("OTU-S2")
@pytest.mark.parametrize("city", UNDERGROUND)
def test_a_player_has_two_to_four_of_the_eleven_lines(city: str) -> None:
    form = tables()[city].form
    assert isinstance(form, LedgerForm)
    assert (form.fewest, form.most) == (2, 4)
    assert form.tokens == TOKENS


def test_no_landmark_of_paris_has_a_note() -> None:
    assert tables()[PARIS].landmarks == ()


def write(folder: Path, text: str) -> Path:
    path = folder / "otu-oslo.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_flawless_table_loads_with_its_zones_in_order(tmp_path: Path) -> None:
    table = load_table(write(tmp_path, TABLE))
    zones = [zone.name for zone in table.zones]
    assert zones == ["rail", "terminus", "cluster", "landmarks", "secrets"]
    assert table.sheet_keys == ("branch_tiles", "landmark_tiles", "landmark_sets", "lines")
    kinds = ByKind("terminus", 5, {"points": 2, "mixed": 1}, ("mixed",))
    assert table.zone("terminus").numbers == kinds
    assert table.zone("cluster").numbers == InTurn("clusters", 2, (0, 1))
    assert table.zone("landmarks").numbers == LandmarkSets({"museum": 2, "garden": 3}, 7)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("lines:\n", "colours: 3\nlines:\n", ":4: colours: unknown key"),
        ("  fewest: 2\n", "", ":4: lines: missing key 'fewest'"),
        ("fewest: 2", "fewest: 0", ":5: lines.fewest: 0 is less than 1"),
        ("most: 3", "most: 1", ":6: lines.most: 1 is less than 2"),
        ("most: 3", "most: 4", ":6: lines.most: 4 is more than 3"),
        ("red: 4", "red: 0", ":7: lines.tokens.red: 0 is less than 1"),
        ("red: 4", "red: x", ":7: lines.tokens.red: expected an integer, found text"),
        ("red: 4", "blue: 4", ":7: lines.tokens.blue: duplicate key"),
        ("red: 4", "4: 4", ":7: lines.tokens: expected text as key, found 4"),
        ("[rail, terminus]", "[]", ":8: lines.stations: no entry counts stations"),
        ("[rail, ", "[rail, rail, ", ":8: lines.stations[1]: 'rail' is listed twice"),
        ("[rail, ", "[ferry, ", ":8: lines.stations[0]: no zone counts 'ferry' for a line"),
        ("term: each", "term: multiplied", ":11: zones.rail.term: no term 'multiplied', only ad"),
        ("    entry: rail\n", "", ":10: zones.rail: missing key 'entry'"),
        ("entry: rail", "entry: 1", ":12: zones.rail.entry: expected text, found an integer"),
        ("entry: rail", "entry: terminus", ":9: zones: the sheet key 'lines.terminus' is used tw"),
        ("most: 4", "most: 0", ":13: zones.rail.most: 0 is less than 1"),
        ("points: 1\n", "points: one\n", ":14: zones.rail.points: expected an integer, found te"),
        ("points: 1\n", "points: 1\n    once: []\n", ":15: zones.rail.once: unknown key"),
        ("stations: 5", "stations: 0", ":18: zones.terminus.stations: 0 is less than 1"),
        ("{points: 2, mixed: 1}", "{}", ":19: zones.terminus.points: no kind has points"),
        ("mixed: 1", "mixed: yes", ":19: zones.terminus.points.mixed: expected an integer, found"),
        ("    once: [mixed]\n", "", ":15: zones.terminus: missing key 'once'"),
        ("[mixed]", "[both]", ":20: zones.terminus.once[0]: no kind 'both', only points, mixed"),
        ("[mixed]", "[mixed, mixed]", ":20: zones.terminus.once[1]: 'mixed' is listed twice"),
        ("most: 2", "most: 0", ":24: zones.cluster.most: 0 is less than 1"),
        ("[0, 1]", "[0]", ":25: zones.cluster.values: 2 numbers belong here, not 1"),
        ("{museum: 2, garden: 3}", "{}", ":28: zones.landmarks.tiles: a set of nothing"),
        ("museum: 2", "museum: 0", ":28: zones.landmarks.tiles.museum: 0 is less than 1"),
        ("    points: 7\n", "", ":26: zones.landmarks: missing key 'points'"),
        ("dealt: 2", "dealt: 3", ":33: zones.secrets.dealt: 3 is more than 2"),
        ("dealt: 2", "dealt: 0", ":33: zones.secrets.dealt: 0 is less than 1"),
        ('"1": 5', "1: 5", ":34: zones.secrets.cards: expected text as key, found 1"),
        ('"2": 3', '"2": [3]', ":34: zones.secrets.cards.2: expected an integer, found a list"),
    ],
)
def test_a_flaw_is_refused_with_file_line_place_and_reason(
    tmp_path: Path, right: str, wrong: str, message: str
) -> None:
    assert right in TABLE
    with pytest.raises(TableError) as caught:
        load_table(write(tmp_path, TABLE.replace(right, wrong, 1)))
    assert str(caught.value).startswith(f"otu-oslo.yaml{message}")


def test_lines_belong_to_this_family_alone(tmp_path: Path) -> None:
    text = TABLE.replace("on-the-underground", "get-on-board")
    with pytest.raises(TableError, match=r"^otu-oslo\.yaml:4: lines: unknown key$"):
        load_table(write(tmp_path, text))


@pytest.mark.slow
def test_two_zones_cannot_both_count_the_landmarks(tmp_path: Path) -> None:
    again = "  sights:\n    term: sets\n    tiles: {tower: 1}\n    points: 1\n"
    with pytest.raises(TableError, match="the sheet key 'landmark_tiles' is used twice"):
        load_table(write(tmp_path, TABLE + again))
