"""Ledgers of On the Underground that the scoring tests share."""

from __future__ import annotations

from copy import deepcopy

from services.scoring.core.score import score
from tests.scoring.sheets import Document, tables

NEW_YORK = "otu-new-york"
PARIS = "otu-paris"
UNDERGROUND = (NEW_YORK, PARIS)

TYPES = ("monument", "museum", "brasserie", "bakery", "garden")

_LINES: dict[str, Document] = {
    NEW_YORK: {"rail": 0, "terminus": {"both": 0}, "clusters": 0, "water": 0, "rides": 0},
    PARIS: {
        "terminus": {"points": 0, "mixed": 0, "branches": 0},
        "rer": {"first": 0, "later": 0},
        "rides": 0,
        "secrets": [],
    },
}


def line(city: str, **entries: object) -> Document:
    """Return the entries of a line without tokens, but for these."""
    return {**deepcopy(_LINES[city]), **entries}


def tiles(**in_hand: int) -> dict[str, int]:
    """Return a hand of landmark tiles, these and no others."""
    return {**dict.fromkeys(TYPES, 0), **in_hand}


def ledger(city: str, *lines: Document, **values: object) -> Document:
    """Return a ledger whose lines are these, or two without tokens, with these other values."""
    given = (*lines, *(line(city) for _ in range(2 - len(lines))))
    colours = ("red", "orange", "blue", "green")
    held: Document = {"branch_tiles": 0}
    if city == PARIS:
        held |= {"landmark_tiles": tiles(), "landmark_sets": 0}
    return {**held, "lines": dict(zip(colours, given, strict=False)), **values}


def worth(city: str, zone: str, *lines: Document, **values: object) -> int:
    """Return the points of one zone on such a ledger."""
    return score(tables()[city], ledger(city, *lines, **values)).by_zone()[zone]
