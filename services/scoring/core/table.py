"""A points table: the zones of one edition's sheet, in the order of the breakdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from services.scoring.core.document import Node
from services.scoring.core.family import Family, Form, Keys, Terms
from services.scoring.core.numbers import Numbers


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
    form: Form

    @property
    def sheet_keys(self) -> tuple[str, ...]:
        """Exactly the keys a sheet document of this edition has."""
        return self.form.keys.sheet

    @property
    def landmarks(self) -> tuple[str, ...]:
        """The landmarks whose notes score; without any the sheet has no key `landmarks`."""
        return self.form.keys.inner.get("landmarks", ())

    def zone(self, name: str) -> Zone:
        """Return the zone of that name."""
        return {zone.name: zone for zone in self.zones}[name]

    def capacities(self) -> dict[str, int]:
        """Return how much a sheet can show: `grannies`, `tourists.rows`, `rail`, `lines`, ..."""
        room = self.form.capacities()
        for zone in self.zones:
            room.update(zone.numbers.capacities(zone.name))
        return room


def read_table(node: Node, families: Mapping[str, Family]) -> PointsTable:
    """Read a whole points table of one of these families."""
    family = _family(node.field("family"), families)
    fields = node.fields("id", "family", "version", *family.form.TABLE_KEYS, "zones")
    zones = _zones(fields["zones"], family.terms)
    keys = _keys(fields["zones"], zones, family.tie_breaks)
    return PointsTable(
        id=fields["id"].text(),
        family=family.name,
        version=fields["version"].integer(low=1),
        zones=zones,
        form=family.form.read(fields, keys),
    )


def _family(node: Node, families: Mapping[str, Family]) -> Family:
    if node.text() not in families:
        node.refuse(f"no family '{node.text()}', only {_listed(families)}")
    return families[node.text()]


def _zones(node: Node, terms: Terms) -> tuple[Zone, ...]:
    zones = tuple(_zone(name, entry, terms) for name, entry in node.entries().items())
    if not zones:
        node.refuse("a table without zones")
    return zones


def _zone(name: str, node: Node, terms: Terms) -> Zone:
    term = node.field("term")
    if term.text() not in terms:
        term.refuse(f"no term '{term.text()}', only {_listed(terms)}")
    return Zone(name, term.text(), terms[term.text()].numbers.read(node))


def _keys(node: Node, zones: Sequence[Zone], tie_breaks: Sequence[str]) -> Keys:
    own = [key for zone in zones for key in zone.numbers.sheet_keys(zone.name)]
    inner: dict[str, tuple[str, ...]] = {}
    for zone in zones:
        for shared, keys in zone.numbers.inner_keys().items():
            inner[shared] = (*inner.get(shared, ()), *keys)
    inner = {shared: keys for shared, keys in inner.items() if keys}
    sheet = (*tie_breaks, *own, *inner)
    _refuse_twice(node, sheet)
    for shared, keys in inner.items():
        _refuse_twice(node, [f"{shared}.{key}" for key in keys])
    return Keys(sheet, MappingProxyType(inner))


def _refuse_twice(node: Node, names: Sequence[str]) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            node.refuse(f"the sheet key '{name}' is used twice")


def _listed(names: Mapping[str, object]) -> str:
    return ", ".join(sorted(names))
