"""What a sheet of Paris or Rome is worth, with figures worked out by hand."""

from __future__ import annotations

import pytest

from services.scoring.core.score import score
from tests.scoring.sheets import PARIS_AND_ROME, points, sheet, tables

paris_and_rome = pytest.mark.parametrize("city", PARIS_AND_ROME)


@paris_and_rome
def test_the_breakdown_of_paris_and_rome_follows_the_sheet(city: str) -> None:
    assert list(score(tables()[city], sheet(city)).by_zone()) == [
        "turn_zone",
        "grannies",
        "students",
        "tourists",
        "common",
        "personal",
        "flirts",
        "connections",
        "metro",
    ]


@pytest.mark.rule("GOB-E4")
@paris_and_rome
def test_students_are_multiplied_by_cinemas(city: str) -> None:
    assert points(city, "students", students=5, cinemas=3) == 15
    assert points(city, "students", students=6, cinemas=4) == 24
    assert points(city, "students", students=6, cinemas=0) == 0


@pytest.mark.rule("GOB-E7")
@pytest.mark.parametrize(
    ("light", "dark", "worth"),
    [(1, 0, 2), (0, 1, 2), (2, 0, 4), (0, 2, 4), (1, 1, 6), (2, 1, 8), (1, 2, 8), (2, 2, 12)],
)
@paris_and_rome
def test_a_row_of_flirts_scores_by_its_couples(
    city: str, light: int, dark: int, worth: int
) -> None:
    row, nobody = {"light": light, "dark": dark}, {"light": 0, "dark": 0}
    resolved = {"resolved": [row], "unresolved": nobody}
    assert points(city, "flirts", flirts=resolved) == worth
    unresolved = {"resolved": [], "unresolved": row}
    assert points(city, "flirts", flirts=unresolved) == worth // 2


@pytest.mark.rule("GOB-E7")
@paris_and_rome
def test_rows_of_flirts_are_added_up(city: str) -> None:
    rows = {
        "resolved": [{"light": 2, "dark": 2}, {"light": 0, "dark": 2}],
        "unresolved": {"light": 2, "dark": 1},
    }
    assert points(city, "flirts", flirts=rows) == 12 + 4 + 4


@pytest.mark.rule("GOB-E9")
@paris_and_rome
def test_every_letter_of_a_personal_objective_scores(city: str) -> None:
    reached = [points(city, "personal", personal=list("kia"[:letters])) for letters in range(4)]
    assert reached == [0, 2, 5, 10]


@pytest.mark.rule("GOB-E10")
@paris_and_rome
def test_connections_score_the_last_value_reached(city: str) -> None:
    worth = [points(city, "connections", connections=circles) for circles in range(20)]
    assert worth == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 10]


@pytest.mark.rule("GOB-E11")
@paris_and_rome
def test_a_circled_metro_entrance_scores_unless_it_was_used(city: str) -> None:
    assert points(city, "metro", metro={"circled": 6, "crossed": 0}) == 12
    assert points(city, "metro", metro={"circled": 5, "crossed": 3}) == 4
    assert points(city, "metro", metro={"circled": 4, "crossed": 4}) == 0


@pytest.mark.rule("GOB-E2", "GOB-E3", "GOB-E4", "GOB-E5", "GOB-E7", "GOB-E8")
@pytest.mark.rule("GOB-E9", "GOB-E10", "GOB-E11")
@paris_and_rome
def test_a_whole_sheet_of_paris_or_rome_adds_up_to_its_json_form(city: str) -> None:
    document = sheet(
        city,
        turn_zone=1,
        grannies=5,
        students=4,
        cinemas=3,
        operas=3,
        theaters=1,
        tourists={"resolved": [4, 1], "unresolved": 2},
        flirts={"resolved": [{"light": 2, "dark": 1}], "unresolved": {"light": 1, "dark": 1}},
        common={"operas": "blue"},
        personal=["b", "g"],
        connections=13,
        metro={"circled": 4, "crossed": 1},
    )
    assert score(tables()[city], document).to_json() == {
        "total": 70,
        "zones": {
            "turn_zone": -1,
            "grannies": 7,
            "students": 12,
            "tourists": 18,  # 14 + 2, and half of 5
            "common": 6,
            "personal": 5,
            "flirts": 11,  # 8, and half of 6
            "connections": 6,
            "metro": 6,
        },
    }
