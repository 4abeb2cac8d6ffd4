"""Which events somebody wants to read, and from where on."""

from typing import Final

from marshmallow import EXCLUDE, Schema, validate

from services.plumbing.http.schemas.parameters import LARGEST, QueryInteger, bounded

LONGEST_WAIT: Final = 300
MOST_EVENTS: Final = 1000
SOME_EVENTS: Final = 100


class EventsQuery(Schema):
    """Which events."""

    after = bounded(0, LARGEST, "Only events with a higher number.", load_default=0)
    limit = bounded(1, MOST_EVENTS, "How many at most; a stream then ends.")
    wait = bounded(
        0,
        LONGEST_WAIT,
        "Seconds. A page without events is waited for, but the server may answer an empty one "
        "sooner. A stream ends after this time; without it the server decides.",
    )


class LastEvent(Schema):
    """Where to go on after a connection was lost."""

    class Meta:
        """Other headers are none of our business."""

        unknown = EXCLUDE

    last_event_id = QueryInteger(
        validate=validate.Range(0, LARGEST),
        data_key="Last-Event-ID",
        metadata={"description": "The last event that was received; stronger than `after`."},
    )
