"""How many examples a law is tried on: as many as it says, or a part of them.

`make deep` tries all of them, `make test` half, `make quick` a fifth.
"""

from hypothesis import settings

ALL = 100
"""Examples of a law that says nothing, where time is not short."""


def examples(number: int) -> settings:
    """Try a law on so many examples, or on as large a part of them as any other law."""
    return settings(max_examples=max(1, number * settings().max_examples // ALL))
