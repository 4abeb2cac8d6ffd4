"""Strict reading of an edition's content: every key by its type, and none left over."""

from collections.abc import Callable
from typing import Any

import pytest

from services.rules.core.content import MOST, Content
from services.rules.core.errors import EditionError

COUNT = "expected a whole number from 0 to 999, found"
NUMBERS = "expected two numbers, found"
TWO = "expected two numbers up to 999, found"
WHOLE = "expected a whole number from 1 to 999, found"


def refusal_of(read: Callable[[], object]) -> EditionError:
    with pytest.raises(EditionError) as refusal:
        read()
    return refusal.value


@pytest.mark.parametrize(
    ("value", "point"),
    [
        ([1, 2], (1.0, 2.0)),
        ([0, 0], (0.0, 0.0)),
        ([2.5, -0.5], (2.5, -0.5)),
        ([MOST, -MOST], (999.0, -999.0)),
    ],
)
def test_a_point_is_two_numbers(value: list[Any], point: tuple[float, float]) -> None:
    content = Content({"at": value})
    assert content.point("at") == point
    assert {type(number) for number in content.point("at")} == {float}
    content.finish()


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "expected a list, found None"),
        ([], "expected a list, found []"),
        (3, "expected a list, found 3"),
        ("1, 2", "expected a list, found '1, 2'"),
        ({"x": 1}, "expected a list, found {'x': 1}"),
        ([1], f"{TWO} [1]"),
        ([1, 2, 3], f"{TWO} [1, 2, 3]"),
        ([1, "2"], f"{NUMBERS} '2'"),
        ([True, 2], f"{NUMBERS} True"),
        ([None, 2], f"{NUMBERS} None"),
        ([[1], 2], f"{NUMBERS} [1]"),
        ([999.5, 0], f"{TWO} [999.5, 0]"),
        ([0, -1000], f"{TWO} [0, -1000]"),
        ([float("inf"), 0], f"{TWO} [inf, 0]"),
        ([0, float("nan")], f"{TWO} [0, nan]"),
        ([0, 10**400], f"{TWO} [0, {10**400}]"),
    ],
)
def test_what_is_no_point_is_refused(value: Any, reason: str) -> None:
    error = refusal_of(lambda: Content({"at": value}, "stations.nord").point("at"))
    assert (error.key, error.reason) == ("stations.nord.at", reason)


@pytest.mark.parametrize("number", [0, 1, 7, MOST])
def test_there_may_be_none_of_what_is_counted(number: int) -> None:
    content = Content({"tiles": number})
    assert content.count("tiles") == number
    content.finish()


@pytest.mark.parametrize("value", [-1, 1000, 0.0, 1.0, False, True, "0", None, [], {}])
def test_what_is_no_count_is_refused(value: Any) -> None:
    error = refusal_of(lambda: Content({"tiles": value}).count("tiles"))
    assert (error.key, error.reason) == ("tiles", f"{COUNT} {value!r}")


@pytest.mark.parametrize("value", [0, -1, 1000, 1.0, True, "1", None, [1]])
def test_there_is_at_least_one_of_a_whole_number(value: Any) -> None:
    error = refusal_of(lambda: Content({"tiles": value}).whole("tiles"))
    assert (error.key, error.reason) == ("tiles", f"{WHOLE} {value!r}")


def test_a_whole_number_may_have_another_limit() -> None:
    assert Content({"spaces": 9}).whole("spaces", 9) == 9
    error = refusal_of(lambda: Content({"spaces": 10}).whole("spaces", 9))
    assert error.reason == "expected a whole number from 1 to 9, found 10"


@pytest.mark.parametrize(
    "read",
    [
        Content.text,
        Content.flag,
        Content.whole,
        Content.count,
        Content.wholes,
        Content.texts,
        Content.point,
        Content.part,
    ],
    ids=lambda read: read.__name__,
)
def test_a_key_that_is_not_there_is_missing(read: Callable[[Content, str], object]) -> None:
    error = refusal_of(lambda: read(Content({"here": 1}, "top"), "there"))
    assert (error.key, error.reason) == ("top.there", "missing")


def test_a_key_that_nobody_asked_for_is_refused_in_the_parts_too() -> None:
    content = Content({"a": 1, "b": {"c": [1, 2], "d": 0, "e": {"f": "x"}}})
    assert content.names() == ("a", "b")
    assert refusal_of(content.finish).key == "a"
    content.whole("a")
    assert refusal_of(content.finish).key == "b"
    part = content.part("b")
    assert refusal_of(content.finish).key == "b.c"
    part.point("c")
    assert refusal_of(content.finish).key == "b.d"
    part.count("d")
    assert refusal_of(content.finish).key == "b.e"
    part.part("e")
    error = refusal_of(content.finish)
    assert (error.key, error.reason) == ("b.e.f", "unknown key")
    part.part("e").text("f")
    content.finish()


def test_asking_whether_a_key_is_there_is_not_reading_it() -> None:
    content = Content({"a": 1})
    assert content.has("a")
    assert not content.has("b")
    assert refusal_of(content.finish).key == "a"
