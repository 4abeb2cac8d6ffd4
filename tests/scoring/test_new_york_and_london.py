"""What a sheet of New York or London is worth, with figures worked out by hand."""

from __future__ import annotations

import pytest

from services.scoring.core.score import Breakdown, score
from tests.scoring.sheets import NEW_YORK_AND_LONDON, landmarks, points, sheet, tables

new_york_and_london = pytest.mark.parametrize("city", NEW_YORK_AND_LONDON)


@new_york_and_london
def test_the_breakdown_of_new_york_and_london_follows_the_sheet(city: str) -> None:
    assert list(score(tables()[city], sheet(city)).by_zone()) == [
        "turn_zone",
        "grannies",
        "students",
        "tourists",
        "common",
        "personal",
        "businesspeople",
        "traffic",
    ]


@pytest.mark.rule("GOB-E4")
@new_york_and_london
def test_students_and_interns_together_are_multiplied_by_universities(city: str) -> None:
    assert points(city, "students", students=4, interns=2, universities=3) == 18
    assert points(city, "students", students=6, interns=3, universities=4) == 36
    assert points(city, "students", students=6, interns=3, universities=0) == 0
    assert points(city, "students", students=0, interns=0, universities=4) == 0


@pytest.mark.rule("GOB-E4")
@new_york_and_london
def test_the_note_of_the_university_is_added_after_multiplying(city: str) -> None:
    noted = landmarks(university=4)
    assert points(city, "students", students=5, universities=2, landmarks=noted) == 14
    assert points(city, "students", students=3, interns=1, landmarks=noted) == 4


@pytest.mark.rule("GOB-E5")
@new_york_and_london
def test_only_the_larger_note_of_the_two_tourist_landmarks_scores(city: str) -> None:
    # The book's example: 2 noted at Times Square, later 6 at the Guggenheim; the 6 scores.
    rows = {"resolved": [4], "unresolved": 2}
    without = points(city, "tourists", tourists=rows)
    noted = landmarks(monument=2, museum=6)
    assert points(city, "tourists", tourists=rows, landmarks=noted) == without + 6 == 22
    swapped = landmarks(monument=6, museum=2)
    assert points(city, "tourists", tourists=rows, landmarks=swapped) == without + 6


@pytest.mark.rule("GOB-E5")
@new_york_and_london
def test_a_single_tourist_landmark_scores_its_note(city: str) -> None:
    rows = {"resolved": [2], "unresolved": 0}
    assert points(city, "tourists", tourists=rows, landmarks=landmarks(museum=2)) == 7
    assert points(city, "tourists", tourists=rows, landmarks=landmarks(monument=1)) == 6
    assert points(city, "tourists", tourists=rows, landmarks=landmarks(monument=0)) == 5


@pytest.mark.rule("GOB-E6")
@new_york_and_london
def test_a_resolved_row_of_businesspeople_scores_as_written(city: str) -> None:
    for people, worth in ((1, 2), (2, 4), (3, 6)):
        row = {"resolved": [people], "unresolved": 0}
        assert points(city, "businesspeople", businesspeople=row) == worth


@pytest.mark.rule("GOB-E6")
@new_york_and_london
def test_an_unresolved_row_of_businesspeople_scores_half_and_brings_nobody(city: str) -> None:
    for people, worth in ((0, 0), (1, 1), (2, 2), (3, 3)):
        row = {"resolved": [], "unresolved": people}
        breakdown = score(tables()[city], sheet(city, businesspeople=row))
        assert breakdown.by_zone()["businesspeople"] == worth
        assert breakdown.total == worth


@pytest.mark.rule("GOB-E6")
@new_york_and_london
def test_the_note_of_the_office_is_added(city: str) -> None:
    rows = {"resolved": [3, 2], "unresolved": 1}
    noted = landmarks(office=5)
    assert points(city, "businesspeople", businesspeople=rows, landmarks=noted) == 6 + 4 + 1 + 5


@pytest.mark.rule("GOB-E4", "GOB-E5", "GOB-E6")
@new_york_and_london
def test_a_note_scores_in_the_zone_of_its_own_passengers_only(city: str) -> None:
    marks: dict[str, object] = {
        "students": 3,
        "tourists": {"resolved": [], "unresolved": 1},
        "businesspeople": {"resolved": [], "unresolved": 2},
    }
    noted = landmarks(university=3, monument=1, office=2)
    plain = score(tables()[city], sheet(city, **marks)).by_zone()
    with_notes = score(tables()[city], sheet(city, **marks, landmarks=noted)).by_zone()
    gained = {zone: with_notes[zone] - plain[zone] for zone in plain}
    assert {zone: gain for zone, gain in gained.items() if gain} == {
        "students": 3,
        "tourists": 1,
        "businesspeople": 2,
    }


@pytest.mark.rule("GOB-E9")
@new_york_and_london
def test_a_personal_objective_scores_all_three_letters_or_nothing(city: str) -> None:
    reached = [points(city, "personal", personal=list("afk"[:letters])) for letters in range(4)]
    assert reached == [0, 0, 0, 10]


@pytest.mark.rule("GOB-E10")
@new_york_and_london
def test_buses_in_traffic_are_added_up(city: str) -> None:
    worth = [points(city, "traffic", traffic=buses) for buses in range(20)]
    assert worth == [0, 0, -1, -1, -2, -2, *(-3 - later for later in range(14))]
    assert worth[19] == -16


@pytest.mark.rule("GOB-E2", "GOB-E3", "GOB-E4", "GOB-E5", "GOB-E6", "GOB-E8", "GOB-E9", "GOB-E10")
@new_york_and_london
def test_a_whole_sheet_of_new_york_or_london_adds_up(city: str) -> None:
    document = sheet(
        city,
        turn_zone=3,
        grannies=6,
        students=5,
        interns=1,
        universities=2,
        monuments=2,
        museums=3,
        tourists={"resolved": [3, 2], "unresolved": 3},
        businesspeople={"resolved": [3], "unresolved": 2},
        common={"museums": "yellow", "grannies": "blue"},
        personal=["c", "h", "o"],
        landmarks={"university": 4, "monument": None, "museum": 5, "office": 3},
        traffic=7,
    )
    assert score(tables()[city], document) == Breakdown(
        (
            ("turn_zone", -5),
            ("grannies", 9),
            ("students", 16),  # (5 + 1) x 2, and 4 noted
            ("tourists", 23),  # 9 + 5, half of 9, and 5 noted
            ("common", 16),
            ("personal", 10),
            ("businesspeople", 11),  # 6, half of 4, and 3 noted
            ("traffic", -4),
        )
    )
    assert score(tables()[city], document).total == 76
