"""Somebody reads what has happened, as their seat may see it: a page, or as it happens."""

from collections.abc import Iterator
from time import monotonic
from typing import Final, TypeAlias

from services.plumbing.feed import AT_ONCE, CLOSING, LIMIT, WAIT, Ending, Wanted
from services.rules.app.feed import Feed, Follower
from services.rules.app.log import seen_again, unpack
from services.rules.app.rules import Rules
from services.rules.app.view_game import Look
from services.rules.core.events import ENDING
from services.rules.core.types import JsonObject

FINISHED: Final = "finished"
"""Why a stream ends besides what ends any: the game has."""


Item: TypeAlias = "JsonObject | Ending"


def read_page(rules: Rules, feed: Feed, look: Look, wanted: Wanted) -> JsonObject:
    """Give a page of events; the first of an empty one is waited for."""
    place, over = look.table.place, _over(look, wanted.after)
    texts = rules.games.events(place, wanted.after, wanted.limit)
    if not texts and wanted.seconds and not over:
        with feed.following(place) as follower:
            texts = follower.next(wanted.after, wanted.limit, wanted.seconds)
    entries = unpack(texts)
    return {
        "items": [seen_again(look.table.entry, entry, look.viewer) for entry in entries],
        "next": wanted.after + len(entries),
        "finished": _ends(entries[-1]) if entries else over,
    }


def read_stream(
    feed: Feed, look: Look, wanted: Wanted, heartbeat: float
) -> Iterator["Item | None"]:
    """Give events as they happen, None as a sign of life, and at the end why it ends."""
    if _over(look, wanted.after):
        yield Ending(FINISHED, wanted.after)
        return
    with feed.following(look.table.place) as follower:
        yield from _follow(feed, follower, look, wanted, heartbeat)


def _follow(
    feed: Feed, follower: Follower, look: Look, wanted: Wanted, heartbeat: float
) -> Iterator["Item | None"]:
    after, last, until = wanted.after, wanted.after + wanted.limit, monotonic() + wanted.seconds
    while not feed.closed:
        left = until - monotonic()
        entries = unpack(follower.next(after, min(last - after, AT_ONCE), min(left, heartbeat)))
        for entry in entries:
            yield seen_again(look.table.entry, entry, look.viewer)
        after += len(entries)
        if reason := _reason(entries, left=last - after, seconds=until - monotonic()):
            yield Ending(reason, after)
            return
        if not entries:
            yield None
    yield Ending(CLOSING, after)


def _reason(entries: list[JsonObject], left: int, seconds: float) -> str | None:
    """Say why a stream ends now, if it does."""
    if entries and _ends(entries[-1]):
        return FINISHED
    return LIMIT if left == 0 else WAIT if seconds <= 0 else None


def _over(look: Look, after: int) -> bool:
    """Whether nothing can come after an event."""
    table = look.table
    return after >= table.stored.length and not table.family.to_play(table.state)


def _ends(entry: JsonObject) -> bool:
    event = entry["event"]
    return isinstance(event, dict) and event["type"] == ENDING
