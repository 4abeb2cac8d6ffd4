"""A sheet document that no game could have written is refused, with the place and the reason."""

from __future__ import annotations

import pickle

import pytest

from services.scoring.core.errors import ScoringError, SheetError
from services.scoring.core.score import score
from tests.scoring.sheets import GET_ON_BOARD, NEW_YORK_AND_LONDON, landmarks, sheet, tables

NOBODY = {"light": 0, "dark": 0}
ONE = {"light": 1, "dark": 0}


def refusal(city: str, document: object) -> SheetError:
    with pytest.raises(SheetError) as caught:
        score(tables()[city], document)
    return caught.value


@pytest.mark.parametrize("city", GET_ON_BOARD)
def test_every_key_of_the_sheet_is_required(city: str) -> None:
    for key in sheet(city):
        document = sheet(city)
        del document[key]
        assert str(refusal(city, document)) == f"sheet: missing key '{key}'"


@pytest.mark.parametrize("city", GET_ON_BOARD)
def test_the_sheets_of_these_tests_have_exactly_the_keys_of_the_table(city: str) -> None:
    assert set(sheet(city)) == set(tables()[city].sheet_keys)


@pytest.mark.parametrize("city", GET_ON_BOARD)
def test_a_sheet_of_the_other_cities_is_refused(city: str) -> None:
    other = "gob-rome" if city in NEW_YORK_AND_LONDON else "gob-london"
    assert refusal(city, sheet(other)).reason == "unknown key"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ({"granies": 1}, "sheet.granies: unknown key"),
        ({"grannies": 9}, "sheet.grannies: 9 crossed off, but there are only 8"),
        ({"grannies": -1}, "sheet.grannies: -1 is less than 0"),
        ({"grannies": True}, "sheet.grannies: expected an integer, found a boolean"),
        ({"grannies": "3"}, "sheet.grannies: expected an integer, found text"),
        ({"grannies": 3.0}, "sheet.grannies: expected an integer, found a fraction"),
        ({"grannies": None}, "sheet.grannies: expected an integer, found null"),
        ({"turn_zone": 6}, "sheet.turn_zone: 6 crossed off, but there are only 5"),
        ({"students": 7}, "sheet.students: 7 crossed off, but there are only 6"),
        ({"tourists": 4}, "sheet.tourists: expected an object, found an integer"),
        ({"tourists": {"resolved": []}}, "sheet.tourists: missing key 'unresolved'"),
        (
            {"tourists": {"resolved": [4, 5], "unresolved": 0}},
            "sheet.tourists.resolved[1]: 5 tourists in a row of 4",
        ),
        (
            {"tourists": {"resolved": [0], "unresolved": 0}},
            "sheet.tourists.resolved[0]: a resolved row without tourists",
        ),
        (
            {"tourists": {"resolved": [1, 1, 1, 1], "unresolved": 0}},
            "sheet.tourists.resolved: 4 resolved rows, but there are only 3",
        ),
        (
            {"tourists": {"resolved": [1, 1, 1], "unresolved": 1}},
            "sheet.tourists.unresolved: all 3 rows are resolved, so nobody can be waiting",
        ),
        (
            {"tourists": {"resolved": [], "unresolved": 5}},
            "sheet.tourists.unresolved: 5 tourists in a row of 4",
        ),
        (
            {"tourists": {"resolved": {}, "unresolved": 0}},
            "sheet.tourists.resolved: expected a list, found an object",
        ),
        (
            {"common": {"cinemas": "yellow"}},
            "sheet.common.cinemas: no such objective, only grannies, ",
        ),
        (
            {"common": {"grannies": "red"}},
            "sheet.common.grannies: 'red' is neither yellow nor blue",
        ),
        ({"common": {1: "blue"}}, "sheet.common: expected text as key, found 1"),
        (
            {"common": {"grannies": "blue", "students": "blue", "tourists": "blue"}},
            "sheet.common: 3 objectives in a game of 2",
        ),
        ({"personal": "afk"}, "sheet.personal: expected a list, found text"),
        ({"personal": ["a", "a"]}, "sheet.personal[1]: the letter 'a' is there twice"),
        ({"personal": ["af"]}, "sheet.personal[0]: 'af' is not one small letter"),
        ({"personal": ["A"]}, "sheet.personal[0]: 'A' is not one small letter"),
        ({"personal": [""]}, "sheet.personal[0]: the text is empty"),
        ({"personal": [1]}, "sheet.personal[0]: expected text, found an integer"),
        ({"personal": list("abcd")}, "sheet.personal: 4 letters of 3"),
    ],
)
@pytest.mark.parametrize("city", GET_ON_BOARD)
def test_an_impossible_mark_is_refused(city: str, marks: dict[str, object], message: str) -> None:
    assert str(refusal(city, sheet(city, **marks))).startswith(message)


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ({"interns": 4}, "sheet.interns: 4 crossed off, but there are only 3"),
        ({"universities": 5}, "sheet.universities: 5 crossed off, but there are only 4"),
        ({"monuments": 4}, "sheet.monuments: 4 crossed off, but there are only 3"),
        ({"museums": 4}, "sheet.museums: 4 crossed off, but there are only 3"),
        ({"traffic": 20}, "sheet.traffic: 20 crossed off, but there are only 19"),
        (
            {"businesspeople": {"resolved": [4], "unresolved": 0}},
            "sheet.businesspeople.resolved[0]: 4 businesspeople in a row of 3",
        ),
        ({"landmarks": {"university": None}}, "sheet.landmarks: missing key 'monument'"),
        ({"landmarks": landmarks(cinema=1)}, "sheet.landmarks.cinema: unknown key"),
        (
            {"students": 2, "interns": 1, "landmarks": landmarks(university=4)},
            "sheet.landmarks.university: 4 noted, but only 3 crossed off",
        ),
        (
            {
                "tourists": {"resolved": [3], "unresolved": 2},
                "landmarks": landmarks(museum=6, monument=1),
            },
            "sheet.landmarks.museum: 6 noted, but only 5 crossed off",
        ),
        ({"landmarks": landmarks(office=-1)}, "sheet.landmarks.office: -1 is less than 0"),
        (
            {"landmarks": landmarks(office=False)},
            "sheet.landmarks.office: expected an integer, found a boolean",
        ),
    ],
)
@pytest.mark.parametrize("city", NEW_YORK_AND_LONDON)
def test_an_impossible_mark_of_new_york_or_london_is_refused(
    city: str, marks: dict[str, object], message: str
) -> None:
    assert str(refusal(city, sheet(city, **marks))) == message


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ({"cinemas": 5}, "sheet.cinemas: 5 crossed off, but there are only 4"),
        ({"operas": 4}, "sheet.operas: 4 crossed off, but there are only 3"),
        ({"theaters": 4}, "sheet.theaters: 4 crossed off, but there are only 3"),
        ({"connections": 20}, "sheet.connections: 20 crossed off, but there are only 19"),
        (
            {"flirts": {"resolved": [ONE, NOBODY], "unresolved": NOBODY}},
            "sheet.flirts.resolved[1]: a resolved row without flirts",
        ),
        (
            {"flirts": {"resolved": [], "unresolved": {"light": 0, "dark": 3}}},
            "sheet.flirts.unresolved.dark: 3 crossed off, but there are only 2",
        ),
        (
            {"flirts": {"resolved": [{"light": 1}], "unresolved": NOBODY}},
            "sheet.flirts.resolved[0]: missing key 'dark'",
        ),
        (
            {"flirts": {"resolved": [ONE] * 4, "unresolved": NOBODY}},
            "sheet.flirts.resolved: 4 resolved rows, but there are only 3",
        ),
        (
            {"flirts": {"resolved": [ONE] * 3, "unresolved": ONE}},
            "sheet.flirts.unresolved: all 3 rows are resolved, so nobody can be waiting",
        ),
        (
            {"metro": {"circled": 7, "crossed": 0}},
            "sheet.metro.circled: 7 crossed off, but there are only 6",
        ),
        (
            {"metro": {"circled": 2, "crossed": 3}},
            "sheet.metro.crossed: 3 crossed off, but only 2 circled",
        ),
    ],
)
@pytest.mark.parametrize("city", ["gob-paris", "gob-rome"])
def test_an_impossible_mark_of_paris_or_rome_is_refused(
    city: str, marks: dict[str, object], message: str
) -> None:
    assert str(refusal(city, sheet(city, **marks))) == message


def test_a_sheet_that_is_no_object_is_refused() -> None:
    assert str(refusal("gob-rome", [])) == "sheet: expected an object, found a list"


def test_the_caller_names_the_place_of_the_sheet() -> None:
    document = sheet("gob-rome", tourists={"resolved": [1, 5], "unresolved": 0})
    with pytest.raises(SheetError) as caught:
        score(tables()["gob-rome"], document, place="sheets[2]")
    assert caught.value.place == "sheets[2].tourists.resolved[1]"
    assert caught.value.reason == "5 tourists in a row of 4"
    assert caught.value.code == "sheet_invalid"
    assert isinstance(caught.value, ScoringError)


def test_a_refusal_survives_being_sent_to_another_process() -> None:
    error = refusal("gob-rome", {})
    sent = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (str(sent), sent.place, sent.reason) == (str(error), error.place, error.reason)


def test_scoring_leaves_the_document_as_it_was() -> None:
    document = sheet("gob-paris", personal=["a"], common={"operas": "blue"})
    before = repr(document)
    score(tables()["gob-paris"], document)
    assert repr(document) == before
