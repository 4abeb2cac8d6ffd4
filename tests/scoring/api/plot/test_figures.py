"""Numbers as people read them, and axes with round numbers."""

import pytest

from services.scoring.api.plot.figures import (
    MINUS,
    NOTHING,
    aligned_percent,
    amount,
    counted,
    fixed,
    listed,
    percent,
)
from services.scoring.api.plot.scale import Scale, round_step, rounded_up


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (7, "7"), (31.25, "31.25"), (38.0, "38"), (-3.5, f"{MINUS}3.5"),
        (12_345, "12,345"), (100, "100"), (-0.001, "0"), (None, NOTHING),
    ],
)  # fmt: skip
def test_a_number_has_only_the_decimals_it_needs(value: float | None, text: str) -> None:
    assert amount(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(4, "4.0"), (-0.04, "0.0"), (0.25, "0.3"), (-9.28, f"{MINUS}9.3"), (None, NOTHING)],
)
def test_numbers_of_a_column_have_the_same_decimals(value: float | None, text: str) -> None:
    assert fixed(value) == text


@pytest.mark.parametrize(
    ("share", "short", "aligned"),
    [
        (0, "0%", "0.0%"), (1, "100%", "100.0%"), (1 / 3, "33.3%", "33.3%"),
        (0.1, "10%", "10.0%"), (0.0004, "<0.1%", "<0.1%"), (0.9996, ">99.9%", ">99.9%"),
        (-0.244, f"{MINUS}24.4%", f"{MINUS}24.4%"), (1.5, "150%", "150.0%"),
        (None, NOTHING, NOTHING),
    ],
)  # fmt: skip
def test_a_share_is_written_in_percent(share: float | None, short: str, aligned: str) -> None:
    assert percent(share) == short
    assert aligned_percent(share) == aligned


def test_one_thing_is_not_written_as_many() -> None:
    assert [counted(number, "game") for number in (0, 1, 2000)] == [
        "0 games",
        "1 game",
        "2,000 games",
    ]


def test_texts_are_listed_as_in_a_sentence() -> None:
    assert [listed(each) for each in (["2"], ["2", "3"], ["2", "3", "4"])] == [
        "2",
        "2 and 3",
        "2, 3 and 4",
    ]


@pytest.mark.parametrize("most", [1, 4, 40])
@pytest.mark.parametrize("span", [0.5, 1, 3, 17, 99, 1234, 10**9])
def test_a_step_is_the_smallest_round_number_that_fits(span: float, most: int) -> None:
    step = round_step(span, most)
    assert str(step).rstrip("0") in {"1", "2", "5"}
    assert span <= step * most
    assert step == 1 or span > step / 2 * most or span > step * 0.4 * most


def test_an_axis_ends_at_a_round_number_that_is_not_nothing() -> None:
    assert [rounded_up(value, 5) for value in (0, 1, 5, 5.1)] == [5, 5, 5, 10]


def test_a_scale_puts_values_between_its_ends() -> None:
    scale = Scale(-5, 15, 100, 300)
    assert [scale.at(value) for value in (-5, 0, 15)] == [100, 150, 300]
    assert [*scale.ticks(10)] == [0, 10]
    assert [*Scale(-10.5, 10.5, 0, 1).ticks(5)] == [-10, -5, 0, 5, 10]
