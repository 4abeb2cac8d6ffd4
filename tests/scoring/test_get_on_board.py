"""What the zones that all cities share are worth, with figures worked out by hand."""

from __future__ import annotations

import pytest

from services.scoring.core.score import score
from tests.scoring.sheets import GET_ON_BOARD, points, sheet, tables

all_cities = pytest.mark.parametrize("city", GET_ON_BOARD)


@all_cities
def test_an_untouched_sheet_is_worth_nothing_in_every_zone(city: str) -> None:
    breakdown = score(tables()[city], sheet(city))
    assert set(breakdown.by_zone().values()) == {0}
    assert breakdown.total == 0


@pytest.mark.rule("GOB-E2")
@all_cities
def test_every_space_of_the_turn_zone_costs_more_points(city: str) -> None:
    worth = [points(city, "turn_zone", turn_zone=spaces) for spaces in range(6)]
    assert worth == [0, -1, -3, -5, -7, -10]


@pytest.mark.rule("GOB-E3")
@all_cities
def test_the_values_of_grannies_are_added_up(city: str) -> None:
    worth = [points(city, "grannies", grannies=grannies) for grannies in range(9)]
    assert worth == [0, 1, 2, 3, 5, 7, 9, 12, 15]


@pytest.mark.rule("GOB-E5")
@all_cities
def test_a_resolved_row_of_tourists_scores_as_written(city: str) -> None:
    for tourists, worth in ((1, 2), (2, 5), (3, 9), (4, 14)):
        row = {"resolved": [tourists], "unresolved": 0}
        assert points(city, "tourists", tourists=row) == worth


@pytest.mark.rule("GOB-E5")
@all_cities
def test_an_unresolved_row_of_tourists_scores_half_rounded_down(city: str) -> None:
    for tourists, worth in ((0, 0), (1, 1), (2, 2), (3, 4), (4, 7)):
        row = {"resolved": [], "unresolved": tourists}
        assert points(city, "tourists", tourists=row) == worth


@pytest.mark.rule("GOB-E5")
@all_cities
def test_rows_of_tourists_are_added_up(city: str) -> None:
    waiting = {"resolved": [4, 1], "unresolved": 3}
    assert points(city, "tourists", tourists=waiting) == 14 + 2 + 4
    done = {"resolved": [4, 4, 4], "unresolved": 0}
    assert points(city, "tourists", tourists=done) == 42


@pytest.mark.rule("GOB-E8")
@all_cities
def test_a_common_objective_scores_the_side_its_card_showed(city: str) -> None:
    assert points(city, "common", common={"grannies": "yellow"}) == 10
    assert points(city, "common", common={"grannies": "blue"}) == 6
    assert points(city, "common", common={"grannies": "yellow", "tourists": "blue"}) == 16
    assert points(city, "common", common={"students": "yellow", "tourists": "yellow"}) == 20


@all_cities
def test_memory_boxes_give_no_points_by_themselves(city: str) -> None:
    places = set(tables()[city].sheet_keys) & {"monuments", "museums", "operas", "theaters"}
    assert len(places) == 2
    assert score(tables()[city], sheet(city, **dict.fromkeys(places, 3))).total == 0
