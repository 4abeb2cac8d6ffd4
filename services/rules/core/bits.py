"""Sets of small numbers as the bits of one number."""

from collections.abc import Iterable, Iterator


def bits(numbers: Iterable[int]) -> int:
    """Give numbers as a set of bits."""
    whole = 0
    for number in numbers:
        whole |= 1 << number
    return whole


def members(whole: int) -> Iterator[int]:
    """List the numbers of a set of bits, the smallest first."""
    while whole:
        lowest = whole & -whole
        yield lowest.bit_length() - 1
        whole ^= lowest
