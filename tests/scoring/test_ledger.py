"""A ledger that no game could have written is refused, with the place and the reason."""

from __future__ import annotations

import pytest

from services.scoring.core.errors import SheetError
from services.scoring.core.score import score
from tests.scoring.ledgers import NEW_YORK, PARIS, TYPES, UNDERGROUND, ledger, line, tiles
from tests.scoring.sheets import Document, sheet, tables

both_cities = pytest.mark.parametrize("city", UNDERGROUND)


def refusal(city: str, document: object) -> str:
    with pytest.raises(SheetError) as caught:
        score(tables()[city], document)
    return str(caught.value)


def without(document: Document, key: str) -> Document:
    return {name: value for name, value in document.items() if name != key}


@both_cities
def test_every_key_of_the_ledger_is_required_and_no_other_allowed(city: str) -> None:
    document = ledger(city)
    assert set(document) == set(tables()[city].sheet_keys)
    for key in document:
        assert refusal(city, without(document, key)) == f"sheet: missing key '{key}'"
    assert refusal(city, {**document, "coins": 3}) == "sheet.coins: unknown key"
    assert refusal(city, [document]) == "sheet: expected an object, found a list"


@both_cities
def test_every_entry_of_a_line_is_required_and_no_other_allowed(city: str) -> None:
    entries = line(city)
    for key in entries:
        message = f"sheet.lines.red: missing key '{key}'"
        assert refusal(city, ledger(city, without(entries, key))) == message
    message = "sheet.lines.orange.ferries: unknown key"
    assert refusal(city, ledger(city, entries, {**entries, "ferries": 0})) == message
    message = "sheet.lines.red: expected an object, found an integer"
    assert refusal(city, {**ledger(city), "lines": {"red": 3, "blue": entries}}) == message


def test_a_ledger_of_the_other_city_and_a_sheet_of_the_other_family_are_refused() -> None:
    assert refusal(NEW_YORK, ledger(PARIS)) == "sheet.landmark_tiles: unknown key"
    assert refusal(PARIS, ledger(NEW_YORK)) == "sheet: missing key 'landmark_tiles'"
    assert refusal(PARIS, sheet("gob-paris")) == "sheet.turn_zone: unknown key"
    assert refusal("gob-paris", ledger(PARIS)) == "sheet.branch_tiles: unknown key"


@pytest.mark.rule("OTU-S2")
@both_cities
def test_a_player_has_two_to_four_lines_of_known_colours(city: str) -> None:
    colours = ("red", "black", "yellow", "blue", "purple")
    lines = {colour: line(city) for colour in colours}
    for number in (2, 3, 4):
        few = {colour: lines[colour] for colour in colours[:number]}
        assert score(tables()[city], {**ledger(city), "lines": few}).total == 0
    one, five = {"red": lines["red"]}, lines
    message = "sheet.lines: 1 lines, but a player has 2 to 4"
    assert refusal(city, {**ledger(city), "lines": one}) == message
    message = "sheet.lines: 5 lines, but a player has 2 to 4"
    assert refusal(city, {**ledger(city), "lines": five}) == message
    strange = {"red": line(city), "beige": line(city)}
    message = "sheet.lines.beige: no such line, only red, black, yellow, blue, purple, pink, orange"
    assert refusal(city, {**ledger(city), "lines": strange}).startswith(message)
    message = "sheet.lines: expected an object, found a list"
    assert refusal(city, {**ledger(city), "lines": []}) == message


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (-1, "-1 is less than 0"),
        (True, "expected an integer, found a boolean"),
        (1.0, "expected an integer, found a fraction"),
        ("1", "expected an integer, found text"),
        (None, "expected an integer, found null"),
    ],
)
def test_what_counts_something_is_a_whole_number_from_nought(value: object, reason: str) -> None:
    assert refusal(PARIS, ledger(PARIS, branch_tiles=value)) == f"sheet.branch_tiles: {reason}"
    assert refusal(PARIS, ledger(PARIS, landmark_sets=value)) == f"sheet.landmark_sets: {reason}"
    hand = {**tiles(), "bakery": value}
    message = f"sheet.landmark_tiles.bakery: {reason}"
    assert refusal(PARIS, ledger(PARIS, landmark_tiles=hand)) == message
    for key in ("rail", "clusters", "water", "rides"):
        message = f"sheet.lines.red.{key}: {reason}"
        assert refusal(NEW_YORK, ledger(NEW_YORK, line(NEW_YORK, **{key: value}))) == message
    for key, kind, other in (("rer", "later", "first"), ("rer", "first", "later")):
        message = f"sheet.lines.red.{key}.{kind}: {reason}"
        entry = {kind: value, other: 0}
        assert refusal(PARIS, ledger(PARIS, line(PARIS, rer=entry))) == message


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"rail": 12}, "rail: 12 is more than 11"),
        ({"rail": {"both": 1}}, "rail: expected an integer, found an object"),
        ({"terminus": 2}, "terminus: expected an object, found an integer"),
        ({"terminus": {}}, "terminus: missing key 'both'"),
        ({"terminus": {"both": 1, "mixed": 1}}, "terminus.mixed: unknown key"),
        ({"terminus": {"both": 19}}, "terminus: 19 stations, but there are only 18"),
        ({"clusters": 6}, "clusters: 6 is more than 5"),
        ({"water": 12}, "water: 12 is more than 11"),
        ({"rides": 55}, "rides: 55 is more than 54"),
    ],
)
def test_an_impossible_entry_of_new_york_is_refused(
    entries: dict[str, object], message: str
) -> None:
    document = ledger(NEW_YORK, line(NEW_YORK, **entries))
    assert refusal(NEW_YORK, document) == f"sheet.lines.red.{message}"


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"terminus": {"points": 1}}, "terminus: missing key 'mixed'"),
        ({"rer": {"first": 10, "later": 10}}, "rer: 20 stations, but there are only 19"),
        ({"rer": {"first": 1}}, "rer: missing key 'later'"),
        ({"rer": {"first": 1, "later": 0, "last": 0}}, "rer.last: unknown key"),
        ({"rides": 38}, "rides: 38 is more than 37"),
        ({"secrets": "7"}, "secrets: expected a list, found text"),
        ({"secrets": [7]}, "secrets[0]: expected text, found an integer"),
        ({"secrets": [""]}, "secrets[0]: the text is empty"),
        ({"secrets": ["7", "7"]}, "secrets[1]: '7' is listed twice"),
        (
            {"secrets": ["1", "0"]},
            "secrets[1]: no objective '0', only 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11",
        ),
        (
            {"secrets": ["1", "2", "3"]},
            "secrets: 3 objectives with the lines before, but a player has 2",
        ),
    ],
)
def test_an_impossible_entry_of_paris_is_refused(entries: dict[str, object], message: str) -> None:
    document = ledger(PARIS, line(PARIS, **entries))
    assert refusal(PARIS, document) == f"sheet.lines.red.{message}"


def test_a_line_cannot_touch_more_stations_than_its_tokens_reach() -> None:
    most = line(NEW_YORK, rail=8, terminus={"both": 8}, water=5)
    assert score(tables()[NEW_YORK], ledger(NEW_YORK, most)).total == 8 + 16 + 3
    message = "sheet.lines.red: 22 stations, but 20 tokens touch 21 at most"
    assert refusal(NEW_YORK, ledger(NEW_YORK, {**most, "water": 6})) == message
    choices = {"points": 2, "mixed": 3, "branches": 4}
    most = line(PARIS, terminus=choices, rer={"first": 3, "later": 4})
    assert score(tables()[PARIS], ledger(PARIS, line(PARIS), most)).total == 4 + 3 + 4
    message = "sheet.lines.orange: 17 stations, but 15 tokens touch 16 at most"
    more = {**most, "rer": {"first": 4, "later": 4}}
    assert refusal(PARIS, ledger(PARIS, line(PARIS), more)) == message


@pytest.mark.rule("OTU-B5")
def test_only_one_line_of_all_is_the_first_at_an_rer_station() -> None:
    ten, nine = ({"first": number, "later": 0} for number in (10, 9))
    all_nineteen = ledger(PARIS, line(PARIS, rer=ten), line(PARIS, rer=nine))
    assert score(tables()[PARIS], all_nineteen).total == 0
    message = "rer.first: 20 with the lines before, but there are only 19 stations"
    too_many = ledger(PARIS, line(PARIS, rer=ten), line(PARIS, rer=ten))
    assert refusal(PARIS, too_many) == f"sheet.lines.orange.{message}"
    later = [line(PARIS, rer={"first": 0, "later": 16})] * 4
    assert score(tables()[PARIS], ledger(PARIS, *later)).total == 64


@pytest.mark.rule("OTU-S6")
def test_a_player_has_two_secret_objectives_over_all_lines() -> None:
    both, one = line(PARIS, secrets=["1", "2"]), line(PARIS, secrets=["2"])
    assert score(tables()[PARIS], ledger(PARIS, both, both, one)).total == 25
    third = line(PARIS, secrets=["3"])
    message = "sheet.lines.orange.secrets: 3 objectives with the lines before, but a player has 2"
    assert refusal(PARIS, ledger(PARIS, both, third)) == message


@pytest.mark.rule("OTU-B8", "OTU-X4")
def test_a_complete_set_cannot_stay_in_hand() -> None:
    four = tiles(monument=1, museum=8, brasserie=1, bakery=1)
    assert score(tables()[PARIS], ledger(PARIS, landmark_tiles=four)).total == 0
    message = "sheet.landmark_tiles: all types in hand, but a complete set is scored at once"
    assert refusal(PARIS, ledger(PARIS, landmark_tiles={**four, "garden": 1})) == message


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (tiles(garden=9), "sheet.landmark_tiles.garden: 9 is more than 8"),
        ({"monument": 1}, "sheet.landmark_tiles: missing key 'museum'"),
        ({**tiles(), "opera": 1}, "sheet.landmark_tiles.opera: unknown key"),
        (["monument"], "sheet.landmark_tiles: expected an object, found a list"),
    ],
)
def test_an_impossible_hand_of_tiles_is_refused(hand: object, message: str) -> None:
    assert refusal(PARIS, ledger(PARIS, landmark_tiles=hand)) == message


@pytest.mark.rule("OTU-B8")
def test_every_set_has_taken_a_tile_off_the_board_that_is_not_in_hand() -> None:
    assert score(tables()[PARIS], ledger(PARIS, landmark_sets=40)).total == 280
    assert (
        refusal(PARIS, ledger(PARIS, landmark_sets=41)) == "sheet.landmark_sets: 41 is more than 40"
    )
    hand = tiles(**dict.fromkeys(TYPES[:4], 8))
    assert score(tables()[PARIS], ledger(PARIS, landmark_tiles=hand, landmark_sets=8)).total == 56
    document = ledger(PARIS, landmark_tiles=hand, landmark_sets=9)
    assert refusal(PARIS, document) == "sheet.landmark_sets: 9 is more than 8"


def test_what_the_board_allows_at_most_is_accepted() -> None:
    new_york = [
        line(NEW_YORK, rail=11, terminus={"both": 10}, clusters=5, rides=54),
        line(NEW_YORK, water=11, rides=54),
        line(NEW_YORK, terminus={"both": 18}),
    ]
    scored = score(tables()[NEW_YORK], ledger(NEW_YORK, *new_york))
    assert scored.by_zone() == {
        "rail": 11,
        "terminus": 56,
        "cluster": 10,
        "water": 3,
        "passenger": 108,
    }
    paris = line(PARIS, rer={"first": 0, "later": 19}, rides=37, secrets=["1", "2"])
    assert score(tables()[PARIS], ledger(PARIS, paris, branch_tiles=200)).total == 19 + 37 + 10


@both_cities
def test_scoring_leaves_the_ledger_as_it_was(city: str) -> None:
    document = ledger(city, line(city, rides=3), branch_tiles=2)
    before = repr(document)
    score(tables()[city], document)
    assert repr(document) == before
