"""Numbers as people read them."""

from math import floor
from typing import Final

MINUS: Final = "\N{MINUS SIGN}"
NOTHING: Final = "\N{EN DASH}"
"""What is written for a number that does not exist."""
LEAST: Final = 0.001
"""The smallest share that is written as a number, and how far from all the largest one is."""


def amount(value: float | None, decimals: int = 2) -> str:
    """Write a number with as many decimals as it needs, and not more than so many."""
    if value is None:
        return NOTHING
    text = fixed(value, decimals)
    return text.rstrip("0").rstrip(".") if "." in text else text


def fixed(value: float | None, decimals: int = 1) -> str:
    """Write a number with so many decimals, for columns; a half is rounded up."""
    if value is None:
        return NOTHING
    rounded = floor(value * 10**decimals + 0.5) / 10**decimals
    return f"{rounded or 0.0:,.{decimals}f}".replace("-", MINUS)


def percent(share: float | None) -> str:
    """Write a share as short as it can be."""
    return aligned_percent(share).replace(".0%", "%")


def aligned_percent(share: float | None) -> str:
    """Write a share; one that is neither nothing nor all is never written as if it were."""
    if share is None:
        return NOTHING
    if 0 < share < LEAST:
        return f"<{100 * LEAST:.1f}%"
    if 1 - LEAST < share < 1:
        return f">{100 - 100 * LEAST:.1f}%"
    return f"{fixed(100 * share)}%"


def counted(number: int, thing: str) -> str:
    """Write how many there are of something."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def listed(texts: list[str]) -> str:
    """Write texts after each other: a, b and c."""
    return " and ".join(", ".join(texts).rsplit(", ", 1))
