"""A points table: the zones of one edition's sheet, in the order of the breakdown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from services.scoring.core.document import Node
from services.scoring.core.sheet import Parts
from services.scoring.core.zones import Numbers

N = TypeVar("N", bound=Numbers)
M = TypeVar("M")


@dataclass(frozen=True)
class Term(Generic[N, M]):
    """A scoring term: its numbers, how its marks are read from a sheet, and their points."""

    numbers: type[N]
    marks: Callable[[N, str, Parts], M]
    points: Callable[[N, M], int]


Terms = Mapping[str, Term[Any, Any]]


@dataclass(frozen=True)
class Zone:
    """One zone of the sheet: the name of its scoring term and the term's numbers."""

    name: str
    term: str
    numbers: Numbers


@dataclass(frozen=True)
class PointsTable:
    """What everything on the sheet of an edition is worth."""

    id: str
    family: str
    version: int
    zones: tuple[Zone, ...]
    sheet_keys: tuple[str, ...]
    """Exactly the keys a sheet document of this edition has."""
    landmarks: tuple[str, ...]
    """The landmarks whose notes score; without any the sheet has no key `landmarks`."""

    def zone(self, name: str) -> Zone:
        """Return the zone of that name."""
        return {zone.name: zone for zone in self.zones}[name]

    def capacities(self) -> dict[str, int]:
        """Return how much fits on the sheet: `grannies`, `tourists.rows`, `tourists.boxes`, ..."""
        return {
            key: room
            for zone in self.zones
            for key, room in zone.numbers.capacities(zone.name).items()
        }


def read_table(node: Node, families: Mapping[str, Terms]) -> PointsTable:
    """Read a whole points table; `families` names the scoring terms each family has."""
    fields = node.fields("id", "family", "version", "zones")
    family = fields["family"].text()
    if family not in families:
        fields["family"].refuse(f"no family '{family}', only {_listed(families)}")
    zones = _zones(fields["zones"], families[family])
    landmarks = tuple(note for zone in zones for note in zone.numbers.notes())
    keys = [key for zone in zones for key in zone.numbers.sheet_keys(zone.name)]
    if landmarks:
        keys.append("landmarks")
    _refuse_twice(fields["zones"], "sheet key", keys)
    _refuse_twice(fields["zones"], "landmark", landmarks)
    return PointsTable(
        id=fields["id"].text(),
        family=family,
        version=fields["version"].integer(low=1),
        zones=zones,
        sheet_keys=tuple(keys),
        landmarks=landmarks,
    )


def _zones(node: Node, terms: Terms) -> tuple[Zone, ...]:
    zones = tuple(_zone(name, entry, terms) for name, entry in node.entries().items())
    if not zones:
        node.refuse("a table without zones")
    return zones


def _zone(name: str, node: Node, terms: Terms) -> Zone:
    entries = node.entries()
    if "term" not in entries:
        node.refuse("missing key 'term'")
    term = entries["term"].text()
    if term not in terms:
        entries["term"].refuse(f"no term '{term}', only {_listed(terms)}")
    return Zone(name, term, terms[term].numbers.read(node))


def _refuse_twice(node: Node, what: str, names: list[str] | tuple[str, ...]) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            node.refuse(f"the {what} '{name}' is used twice")


def _listed(names: Mapping[str, object]) -> str:
    return ", ".join(sorted(names))
