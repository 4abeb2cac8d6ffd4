"""Messages that could not be taken: somebody looks at them, has them taken again, or drops them."""

import json
from collections import Counter
from collections.abc import Iterator
from heapq import merge
from itertools import islice
from typing import Any, Final

from services.scoring.app.bury import place_of
from services.scoring.app.errors import UnknownMessageError
from services.scoring.app.scoring import Scoring
from services.scoring.app.take_result import DEAD, Taken, take_result
from services.scoring.store.ports import Dead

PAGE: Final = 100


def dead_messages(scoring: Scoring, after: str = "", limit: int = PAGE) -> dict[str, Any]:
    """List dead messages of all editions by id, each with its reason and its time."""
    found = _page(scoring, after, limit + 1)
    return {
        "messages": [{"id": each.id, **json.loads(each.document)} for each in found[:limit]],
        "next": found[limit - 1].id if len(found) > limit else None,
    }


def retry_message(scoring: Scoring, id_: str) -> Taken:
    """Take a message again; it is among the dead until it was taken.

    Where it is kept with its edition, the script that takes it takes it from the dead. From the
    place of messages without an edition it is removed afterwards: if we die in between, the next
    retry finds it repeated, and removes it.
    """
    place, document = _find(scoring, id_)
    message = json.loads(document)["message"]
    taken = take_result(scoring, message)
    if taken.outcome != DEAD or place_of(scoring, message) != place:
        scoring.results.drop(place, id_)
    return taken


def retry_all(scoring: Scoring) -> dict[str, int]:
    """Take every dead message again; count what became of them."""
    became: Counter[str] = Counter()
    for id_ in _ids(scoring):
        try:
            became[retry_message(scoring, id_).outcome] += 1
        except UnknownMessageError:  # somebody else has dealt with it
            continue
    return dict(became)


def drop_message(scoring: Scoring, id_: str) -> None:
    """Forget a dead message."""
    place, _ = _find(scoring, id_)
    scoring.results.drop(place, id_)


def _page(scoring: Scoring, after: str, limit: int) -> list[Dead]:
    places = [scoring.results.dead(place, after, limit) for place in (*scoring.tables, None)]
    return [*islice(merge(*places), limit)]


def _ids(scoring: Scoring) -> Iterator[str]:
    """Name all dead messages, page by page; those that are taken meanwhile may be left out."""
    after = ""
    while page := _page(scoring, after, PAGE):
        yield from (each.id for each in page)
        after = page[-1].id


def _find(scoring: Scoring, id_: str) -> tuple[str | None, bytes]:
    for place in (*scoring.tables, None):
        document = scoring.results.dead_message(place, id_)
        if document is not None:
            return place, document
    raise UnknownMessageError(f"there is no dead message {id_!r}")
