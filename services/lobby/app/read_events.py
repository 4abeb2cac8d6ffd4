"""Somebody reads what happens in the lobby: a page, or as it happens."""

from collections.abc import Iterator
from time import monotonic
from typing import Final, TypeAlias

import orjson

from services.lobby.app.lobby import Lobby
from services.plumbing.feed import AT_ONCE, CLOSING, LIMIT, WAIT, Ending, Feed, Wanted
from services.plumbing.types import JsonObject

TOPIC: Final = "events"

Item: TypeAlias = "JsonObject | Ending"


def read_page(lobby: Lobby, feed: Feed[str], wanted: Wanted) -> JsonObject:
    """Give a page of events; the first of an empty one is waited for."""
    texts = lobby.records.events(TOPIC, wanted.after, wanted.limit)
    if not texts and wanted.seconds:
        with feed.following(TOPIC) as follower:
            texts = follower.next(wanted.after, wanted.limit, wanted.seconds)
    items = [orjson.loads(text) for text in texts]
    return {"items": items, "next": items[-1]["number"] if items else wanted.after}


def read_stream(feed: Feed[str], wanted: Wanted, heartbeat: float) -> Iterator["Item | None"]:
    """Give events as they happen, None as a sign of life, and at the end why it ends."""
    after, left, until = wanted.after, wanted.limit, monotonic() + wanted.seconds
    with feed.following(TOPIC) as follower:
        while not feed.closed:
            seconds = min(until - monotonic(), heartbeat)
            items = [orjson.loads(t) for t in follower.next(after, min(left, AT_ONCE), seconds)]
            yield from items
            left, after = left - len(items), items[-1]["number"] if items else after
            if left == 0 or monotonic() >= until:
                yield Ending(LIMIT if left == 0 else WAIT, after)
                return
            if not items:
                yield None
    yield Ending(CLOSING, after)
