"""Tuples made fast are the tuples they would be otherwise."""

from typing import NamedTuple

import pytest

from services.rules.core.types import new, put


class Pair(NamedTuple):
    """Two numbers."""

    first: int
    second: int


def test_a_named_tuple_made_fast_is_the_same() -> None:
    made = new(Pair, (1, 2))
    assert made == Pair(1, 2)
    assert type(made) is Pair


@pytest.mark.parametrize(
    ("at", "after"), [(0, ("x", "b", "c")), (1, ("a", "x", "c")), (2, ("a", "b", "x"))]
)
def test_an_item_is_put_in_the_place_of_another(at: int, after: tuple[str, ...]) -> None:
    before = ("a", "b", "c")
    assert put(before, at, "x") == after
    assert before == ("a", "b", "c")
