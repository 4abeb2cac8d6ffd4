"""Where a value lies in a drawing, and which round values are written at an axis."""

from itertools import count
from math import ceil, floor
from typing import NamedTuple


class Scale(NamedTuple):
    """Values from low to high, drawn from start to end."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Give the place of a value."""
        part = (value - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)

    def ticks(self, step: int) -> range:
        """Give every multiple of a step that is on the scale."""
        return range(ceil(self.low / step) * step, floor(self.high) + 1, step)


def round_step(span: float, most: int) -> int:
    """Give the smallest of 1, 2, 5, 10, 20, 50... that fits into a span so many times at most."""
    steps = (digit * int(10**power) for power in count() for digit in (1, 2, 5))
    return next(step for step in steps if span <= step * most)


def rounded_up(value: float, step: int) -> int:
    """Give the first multiple of a step that is not less than a value, and not nothing."""
    return max(ceil(value / step), 1) * step
