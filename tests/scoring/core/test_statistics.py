"""Counters that are added up, and what is made of them."""

from collections import Counter
from random import Random
from statistics import fmean, quantiles
from typing import Any

import pytest

from services.scoring.core.statistics import counters_of, mean, quartiles, summary

ZONES = ["grannies", "metro", "empty"]


def seat(number: int, rank: int, *points: int, standing: str = "playing") -> dict[str, Any]:
    breakdown = dict(zip(ZONES, points, strict=False)) if points else None
    total = sum(points) if points else None
    return {
        "seat": number, "standing": standing, "rank": rank, "total": total, "breakdown": breakdown,
    }  # fmt: skip


DRAWN = {"seats": [seat(0, 1, 9, -2), seat(1, 1, 3, 4)], "winners": [0, 1]}
WON = {
    "seats": [seat(0, 2, standing="eliminated"), seat(1, 1, 10, 2)],
    "winners": [1],
}
LEFT = {"seats": [seat(0, 1, standing="resigned"), seat(1, 1, standing="resigned")], "winners": []}
THREE = {"seats": [seat(0, 3, 1, 0), seat(1, 2, 2, 0), seat(2, 1, 3, 0)], "winners": [2]}


def added_up(*results: Any) -> Counter[str]:
    together: Counter[str] = Counter()
    for moves, result in enumerate(results, start=10):
        together.update(counters_of(result, moves))
    return together


def test_a_result_is_counted_in_whole_numbers() -> None:
    assert counters_of(DRAWN, 14) == {
        "2:games": 1,
        "2:moves:14": 1,
        "2:standing:playing": 2,
        "2:seat:0:ranks": 1,
        "2:seat:1:ranks": 1,
        "2:total:7": 2,
        "2:zone:grannies": 12,
        "2:zone:metro": 2,
        "2:seat:0:wins": 1,
        "2:seat:0:shared": 1,
        "2:seat:1:wins": 1,
        "2:seat:1:shared": 1,
    }


def test_the_order_of_results_does_not_matter() -> None:
    def together(*results: Any) -> Counter[str]:
        counted: Counter[str] = Counter()
        for result in results:
            counted.update(counters_of(result, 10))
        return counted

    assert together(DRAWN, WON, LEFT, THREE) == together(THREE, LEFT, WON, DRAWN)


def test_every_number_of_players_is_described_by_itself() -> None:
    assert summary({}, ZONES) == []
    groups = summary(added_up(THREE, DRAWN, WON, LEFT), ZONES)
    assert [(group["players"], group["games"]) for group in groups] == [(2, 3), (3, 1)]


def test_scores_are_those_of_seats_that_have_one() -> None:
    scores = summary(added_up(DRAWN, WON, LEFT), ZONES)[0]["scores"]
    assert scores["histogram"] == [{"value": 7, "count": 2}, {"value": 12, "count": 1}]
    assert (scores["count"], scores["min"], scores["max"]) == (3, 7, 12)
    assert scores["mean"] == 26 / 3
    assert scores["quartiles"] == [7, 7, 9.5]


def test_a_shared_victory_is_a_victory_and_is_counted_apart_too() -> None:
    first, second = summary(added_up(DRAWN, WON, LEFT), ZONES)[0]["seats"]
    assert first == {
        "seat": 0, "games": 3, "wins": 1, "shared_wins": 1, "win_rate": 1 / 3, "mean_rank": 4 / 3,
    }  # fmt: skip
    assert (second["wins"], second["shared_wins"], second["mean_rank"]) == (2, 1, 1)


def test_zones_have_their_part_of_all_points() -> None:
    grannies, metro, empty = summary(added_up(DRAWN, WON, LEFT), ZONES)[0]["zones"]
    assert grannies == {"zone": "grannies", "points": 22, "mean": 22 / 3, "share": 22 / 26}
    assert (metro["points"], metro["share"]) == (4, 4 / 26)
    assert empty == {"zone": "empty", "points": 0, "mean": 0, "share": 0}


def test_seats_that_are_out_are_counted_by_how_they_went() -> None:
    group = summary(added_up(DRAWN, WON, LEFT), ZONES)[0]
    assert group["elimination_rate"] == 1 / 6
    assert group["resignation_rate"] == 2 / 6


def test_the_length_of_games_is_described() -> None:
    moves = summary(added_up(DRAWN, WON, LEFT), ZONES)[0]["moves"]
    assert moves == {"count": 3, "mean": 11, "min": 10, "quartiles": [10.5, 11, 11.5], "max": 12}


def test_of_games_that_all_have_left_there_is_no_mean() -> None:
    group = summary(added_up(LEFT), ZONES)[0]
    assert group["scores"] == {
        "count": 0, "mean": None, "min": None, "quartiles": None, "max": None, "histogram": [],
    }  # fmt: skip
    assert group["zones"][0] == {"zone": "grannies", "points": 0, "mean": None, "share": None}


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7, 8, 50])
def test_mean_and_quartiles_are_those_of_the_values_one_by_one(number: int) -> None:
    chance = Random(number)  # noqa: S311
    values = [chance.randint(-5, 12) for _ in range(number)]
    histogram = Counter(values)
    assert mean(histogram) == pytest.approx(fmean(values))
    expected = quantiles(values, method="inclusive") if number > 1 else values * 3
    assert quartiles(histogram) == pytest.approx(expected)
