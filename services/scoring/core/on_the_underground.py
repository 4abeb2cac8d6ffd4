"""What a ledger of On the Underground is worth.

A zone is scored by the term its points table names; the terms are the small functions here. What
lines bring is added up: it goes to their owner, whichever line it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from services.scoring.core import ledger, line_zones
from services.scoring.core import numbers as shared
from services.scoring.core.family import Family, Term, Terms


def each(numbers: line_zones.Each, counts: tuple[int, ...]) -> int:
    """Count the same for everything: OTU-B1 (National Rail), OTU-G5 (passenger)."""
    return sum(counts) * numbers.points


def added_up(numbers: line_zones.InTurn, counts: tuple[int, ...]) -> int:
    """Add up, line by line, the values of the first, the second, ...: OTU-B3, OTU-B4."""
    return sum(shared.added_up(numbers.values, count) for count in counts)


def by_kind(numbers: line_zones.ByKind, counts: Mapping[str, int]) -> int:
    """Count every connection as its kind says: OTU-B2, OTU-B6 (rewards), OTU-B5 (RER)."""
    return sum(count * numbers.points[kind] for kind, count in counts.items())


def sets(numbers: line_zones.LandmarkSets, scored: int) -> int:
    """Count the sets, whatever of them was replaced: OTU-B8."""
    return scored * numbers.points


def objectives(numbers: line_zones.SecretObjectives, connected: tuple[str, ...]) -> int:
    """Add what the cards show, for every line that connects one: OTU-E3."""
    return sum(numbers.cards[card] for card in connected)


TERMS: Terms = MappingProxyType(
    {
        "each": Term(line_zones.Each, ledger.counted, each),
        "added_up": Term(line_zones.InTurn, ledger.counted, added_up),
        "by_kind": Term(line_zones.ByKind, ledger.kinds_counted, by_kind),
        "sets": Term(line_zones.LandmarkSets, ledger.sets_scored, sets),
        "objectives": Term(line_zones.SecretObjectives, ledger.objectives_connected, objectives),
    }
)

FAMILY = Family(
    name="on-the-underground",
    terms=TERMS,
    form=ledger.LedgerForm,
    out=("resigned",),  # OTU-X6
    tie_breaks=("branch_tiles",),  # OTU-E4
)
