"""Server-sent events: what happens is told as it happens, until there is a reason to end."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

import orjson
from flask import Response
from prometheus_client import Gauge

from services.plumbing.feed import Ending
from services.plumbing.types import JsonObject

STREAM: Final = "text/event-stream"
HEARTBEAT: Final = 5.0
"""Seconds between two signs of life of a stream on which nothing happens."""
Item: TypeAlias = "JsonObject | Ending | None"
"""An event, the end, or nothing but a sign of life."""
RETRY: Final = b"retry: 1000\n\n"
ALIVE: Final = b": alive\n\n"


def stream(
    items: "Iterable[JsonObject | Ending | None]",
    open_ones: Gauge,
    kind: Callable[[JsonObject], str],
) -> Response:
    """Answer with a stream; each item has its number as id, and None is a sign of life."""
    response = Response(_messages(items, open_ones, kind), mimetype=STREAM)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # nginx would keep events back
    return response


def _messages(
    items: "Iterable[JsonObject | Ending | None]",
    open_ones: Gauge,
    kind: Callable[[JsonObject], str],
) -> Iterator[bytes]:
    with open_ones.track_inprogress():
        yield RETRY
        for item in items:
            yield ALIVE if item is None else _message(item, kind)


def _message(item: "JsonObject | Ending", kind: Callable[[JsonObject], str]) -> bytes:
    if isinstance(item, Ending):
        return b"event: end\ndata: %s\n\n" % orjson.dumps(item._asdict())
    number = str(item["number"]).encode()
    return b"id: %s\nevent: %s\ndata: %s\n\n" % (number, kind(item).encode(), orjson.dumps(item))
