"""How many examples a law is tried on: as many as it says, or a part of them in `make quick`."""

from hypothesis import settings

ALL = 100
"""Examples of a law that says nothing, where time is not short."""


def examples(number: int) -> settings:
    """Try a law on so many examples, and in `make quick` on as large a part as any other law."""
    return settings(max_examples=max(1, number * settings().max_examples // ALL))
