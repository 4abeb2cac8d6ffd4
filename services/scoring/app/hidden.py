"""What a running game hides from others: secret objectives, which a view shows as null.

Only what depends on them may be null. It is scored as if nothing of it were reached yet, and the
seat is marked, as its score may be higher. Any other null is as impossible as ever.
"""

from copy import deepcopy
from typing import Any, NamedTuple

from services.scoring.core.line_zones import LINES, SecretObjectives
from services.scoring.core.table import PointsTable, Zone
from services.scoring.core.zones import Letters


class Uncovered(NamedTuple):
    """A seat that can be scored, and whether something of it is hidden."""

    seat: Any
    hidden: bool


def uncover(table: PointsTable, seat: Any) -> Uncovered:  # noqa: ANN401 (it is not checked yet)
    """Put "nothing reached" in the place of what is hidden; the argument is left alone."""
    if not isinstance(seat, dict) or not isinstance(seat.get("sheet"), dict):
        return Uncovered(seat, hidden=False)
    seat = deepcopy(seat)
    found = [_uncovered(zone, seat["sheet"]) for zone in table.zones]
    return Uncovered(seat, any(found))


def _uncovered(zone: Zone, sheet: dict[str, Any]) -> bool:
    """Uncover what a zone reads, in place; say whether anything was hidden."""
    if isinstance(zone.numbers, Letters):
        return _filled(sheet, zone.name)
    if isinstance(zone.numbers, SecretObjectives):
        lines = sheet.get(LINES)
        ledgers = lines.values() if isinstance(lines, dict) else ()
        found = [_filled(ledger, zone.numbers.entry) for ledger in ledgers]
        return any(found)
    return False


def _filled(document: Any, key: str) -> bool:  # noqa: ANN401
    if isinstance(document, dict) and key in document and document[key] is None:
        document[key] = []
        return True
    return False
