"""Lists are paged in one way everywhere: `items`, and `next` to be given as `after`."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

import orjson

from services.lobby.app.drafts import Kind
from services.lobby.store.ports import Records, Spot
from services.plumbing.types import JsonObject

T = TypeVar("T")
AT_ONCE: Final = 100
"""How many are looked at in one go."""
MOST_LOOKED_AT: Final = 2000
"""How many are looked at for one page: a filter that fits few gives shorter pages."""


class Asked(NamedTuple):
    """Which page of a list."""

    list: str
    after: str | None
    limit: int


def page_of(
    records: Records,
    kind: Kind[T],
    asked: Asked,
    shown: Callable[[T], JsonObject],
    fits: Callable[[T], bool] = lambda _: True,
) -> JsonObject:
    """Give a page of what stands on a list, leaving out what does not fit."""
    items: list[JsonObject] = []
    name, spot, looked, more = asked.list, spot_of(asked.after), 0, True
    while more and len(items) < asked.limit and looked < MOST_LOOKED_AT:
        spots = records.page(name, spot, min(AT_ONCE, asked.limit - len(items)))
        found = records.read([kind.key(each.member) for each in spots])
        values = [kind.load(each.document) for each in found if each]
        items += [shown(value) for value in values if fits(value)]
        looked += len(spots)
        spot, more = (spots[-1] if spots else spot), bool(spots)
    more = more and bool(records.page(name, spot, 1))
    return {"items": list(items), "next": cursor_of(spot) if more and spot else None}


def cursor_of(spot: Spot) -> str:
    """Write down where a page ended."""
    return urlsafe_b64encode(orjson.dumps(list(spot))).decode().rstrip("=")


def spot_of(cursor: str | None) -> Spot | None:
    """Read where a page ended; what no page ended with leads to the beginning."""
    if not cursor:
        return None
    try:
        score, member = orjson.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        return Spot(float(score), str(member))
    except (ValueError, TypeError):
        return None


def slice_of(items: Sequence[JsonObject], after: str | None, limit: int) -> JsonObject:
    """Give a page of a short list that is there as a whole; its ids are the cursors."""
    ids = [str(item["id"]) for item in items]
    first = ids.index(after) + 1 if after in ids else 0
    more = first + limit < len(items)
    return {
        "items": [*items[first : first + limit]],
        "next": ids[first + limit - 1] if more else None,
    }
