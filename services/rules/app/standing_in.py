"""Seats that their players have left, and others who stand in for them.

The families know nothing of it: to them the seat is played on. So what happens here stands in the
log beside their events, and the outcome says afterwards who has left.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from services.rules.core.registry import Entry
from services.rules.core.seats import RESIGNED
from services.rules.core.types import JsonObject, Viewer
from services.rules.store.ports import Settled

HANDED_OVER: Final = "seat_handed_over"


class SeatHandedOver(NamedTuple):
    """A player left, and another one plays the seat from now on."""

    seat: int


def event_to_json(entry: Entry, event: Any) -> JsonObject:  # noqa: ANN401 (each family has its own)
    """Write an event of a family or of ours down."""
    if isinstance(event, SeatHandedOver):
        return {"type": HANDED_OVER, "seat": event.seat}
    return entry.family.event_to_json(event)


def event_from_json(entry: Entry, document: Any) -> Any:  # noqa: ANN401
    """Read an event of a family, or one of ours."""
    if document["type"] == HANDED_OVER:
        return SeatHandedOver(document["seat"])
    return entry.family.event_from_json(document)


def event_view(entry: Entry, event: Any, viewer: Viewer) -> JsonObject:  # noqa: ANN401
    """Show of an event what this person may see; ours hide nothing."""
    if isinstance(event, SeatHandedOver):
        return event_to_json(entry, event)
    return entry.family.event_view(entry.edition, event, viewer)


def bench_of(settled: Settled) -> list[str]:
    """Name those who may stand in, in their order; nobody sits twice at a table."""
    return [each for each in settled.stand_ins if each not in settled.players]


def sitting(settled: Settled, left: Sequence[int]) -> tuple[str, ...]:
    """Say who plays each seat now."""
    seats = dict(enumerate(settled.players)) | dict(zip(left, bench_of(settled), strict=False))
    return tuple(seats.values())


def standing_in(settled: Settled, left: Sequence[int]) -> list[JsonObject]:
    """Say which seats others play now, in the order in which they were left."""
    now = sitting(settled, left)
    return [{"seat": seat, "player": now[seat]} for seat in left]


def forfeited(outcome: JsonObject, left: Sequence[int]) -> JsonObject:
    """Say of the seats that were left that they were: what others made of them wins nothing."""
    seats: Any = outcome["seats"]
    return {
        **outcome,
        "seats": [
            {**seat, "standing": RESIGNED} if seat["seat"] in left else seat for seat in seats
        ],
    }
