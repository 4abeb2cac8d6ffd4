"""What a sheet is worth, zone by zone, whatever the family.

`score` works at any moment of a game: the score of an unfinished sheet is provisional, that is,
what the sheet would be worth if the game ended now.
"""

from __future__ import annotations

from dataclasses import dataclass

from services.scoring.core.document import Node, Place, spell
from services.scoring.core.errors import SheetError
from services.scoring.core.families import FAMILIES
from services.scoring.core.family import Parts, Terms
from services.scoring.core.table import PointsTable, Zone


@dataclass(frozen=True)
class Breakdown:
    """The points of every zone in the order of the points table, and what breaks a tie."""

    zones: tuple[tuple[str, int], ...]
    tie_breaks: tuple[tuple[str, int], ...] = ()

    @property
    def total(self) -> int:
        """All zones together."""
        return sum(points for _, points in self.zones)

    def by_zone(self) -> dict[str, int]:
        """Return the points by name of the zone, in the same order."""
        return dict(self.zones)

    def figures(self) -> tuple[int, ...]:
        """Return what a ranking compares: the total, then what breaks a tie."""
        return (self.total, *(number for _, number in self.tie_breaks))

    def to_json(self) -> dict[str, object]:
        """Return the breakdown as a JSON document."""
        return {"total": self.total, "zones": self.by_zone()}


def score(table: PointsTable, sheet_document: object, *, place: str = "sheet") -> Breakdown:
    """Score a sheet, finished or not; `place` is what errors call the document."""
    family = FAMILIES[table.family]
    parts = table.form.open(Node(sheet_document, (place,), _refusal))
    return Breakdown(
        zones=tuple((zone.name, _points(family.terms, zone, parts)) for zone in table.zones),
        tie_breaks=tuple((key, parts.values[key].integer(low=0)) for key in family.tie_breaks),
    )


def _points(terms: Terms, zone: Zone, parts: Parts) -> int:
    term = terms[zone.term]
    return term.points(zone.numbers, term.marks(zone.numbers, zone.name, parts))


def _refusal(place: Place, reason: str) -> SheetError:
    return SheetError(spell(place), reason)
