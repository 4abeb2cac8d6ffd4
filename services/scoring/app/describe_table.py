"""A points table as a document, for those who want to know what a sheet is worth."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from services.scoring.core.numbers import Numbers
from services.scoring.core.table import PointsTable


def describe_table(table: PointsTable) -> dict[str, Any]:
    """Describe every zone: its scoring term, and the numbers that the term works with."""
    return {
        "id": table.id,
        "family": table.family,
        "version": table.version,
        "sheet": list(table.sheet_keys),
        "zones": [
            {"zone": zone.name, "term": zone.term, "numbers": _numbers(zone.numbers)}
            for zone in table.zones
        ],
    }


def _numbers(numbers: Numbers) -> dict[str, Any]:
    return {field.name: _plain(getattr(numbers, field.name)) for field in fields(numbers)}  # type: ignore[arg-type]


def _plain(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value
