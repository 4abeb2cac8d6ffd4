"""Timing in the time of the process, as the machines are shared."""

from collections.abc import Callable
from time import process_time
from typing import TypeVar

ResultT = TypeVar("ResultT")


def timed(work: Callable[[], ResultT]) -> tuple[float, ResultT]:
    """Time some work in seconds of this process, and give its result."""
    begun = process_time()
    result = work()
    return process_time() - begun, result
