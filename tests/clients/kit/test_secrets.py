"""What is hidden from one is shown to at most one other, and what is shown is true."""

from typing import Any

import pytest

from clients.kit.secrets import leaks, lies


@pytest.mark.parametrize(
    "seen",
    [
        {"a": {"hand": [1, 2]}, "b": {"hand": None}, "all": {"hand": None}},
        {"a": [1, None], "b": [None, 2], "all": [None, None]},
        {"a": {"open": 7}, "b": {"open": 7}, "all": {"open": 7}},
        {"a": {"seat": 0}, "b": {"seat": 1}, "all": {"seat": None}},
        {"a": {"hand": []}, "b": {"hand": []}, "all": {"hand": None}},
        {"a": None, "b": None, "all": None},
        {"a": {"deck": None}, "b": {"deck": None}, "all": {"deck": None}},
    ],
)
def test_what_only_its_owner_sees_is_no_leak(seen: dict[str, Any]) -> None:
    assert [*leaks(seen)] == []


@pytest.mark.parametrize(
    ("seen", "says"),
    [
        (
            {"a": {"hand": [1]}, "b": {"hand": None}, "all": {"hand": [1]}},
            "hand is hidden from b, but a and all see it",
        ),
        (
            {"a": [[3, 4], 1], "b": [[3, None], 1], "all": [[3, 4], 1]},
            "[0][1] is hidden from b, but a and all see it",
        ),
        (
            {"a": {"x": [{"y": 5}]}, "b": {"x": [{"y": 5}]}, "all": {"x": [{"y": None}]}},
            "x[0].y is hidden from all, but a and b see it",
        ),
    ],
)
def test_what_another_one_sees_is_a_leak(seen: dict[str, Any], says: str) -> None:
    assert [*leaks(seen)] == [says]


def test_what_is_hidden_is_no_lie_and_what_is_changed_is_one() -> None:
    truth = {"cards": [3, 1, 2], "seat": 0}
    assert [*lies({"cards": [None, 1, None], "seat": 0}, truth)] == []
    assert [*lies(None, truth)] == []
    assert [*lies({"cards": [None, 2, None], "seat": 0}, truth)] == [
        "cards[1] is shown as 2, but was 1"
    ]
    assert [*lies({"cards": [1], "seat": 0}, truth)] == ["cards is shown as [1], but was [3, 1, 2]"]
