"""Sets of small numbers as bits: what goes in comes out again, in order and once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rules.core.bits import bits, members


@pytest.mark.parametrize(
    ("numbers", "whole"),
    [([], 0), ([0], 0b1), ([1], 0b10), ([0, 2, 5], 0b100101), ([5, 0, 2], 0b100101), ([64], 2**64)],
)
def test_every_number_has_its_bit(numbers: list[int], whole: int) -> None:
    assert bits(numbers) == whole
    assert list(members(whole)) == sorted(numbers)


def test_a_number_that_comes_twice_is_in_the_set_once() -> None:
    assert bits([3, 3, 1, 3]) == 0b1010


def test_any_numbers_will_do_one_after_the_other() -> None:
    assert bits(number for number in range(4) if number != 2) == 0b1011


@given(st.sets(st.integers(0, 200)))
def test_a_set_comes_back_from_the_smallest_number_on(numbers: set[int]) -> None:
    assert list(members(bits(numbers))) == sorted(numbers)
    assert bits(numbers).bit_count() == len(numbers)


@given(st.sets(st.integers(0, 200)), st.sets(st.integers(0, 200)))
def test_sets_are_joined_and_compared_as_bits(some: set[int], others: set[int]) -> None:
    assert set(members(bits(some) | bits(others))) == some | others
    assert set(members(bits(some) & bits(others))) == some & others
    assert (bits(some) & ~bits(others) == 0) == (some <= others)
