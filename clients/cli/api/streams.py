"""Following a game: events as they happen, and the same again after a lost connection."""

import json
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Final

import httpx
from httpx_sse import EventSource, SSEError

from clients.cli.api.conversation import Conversation, Json, unreachable
from clients.cli.errors import Exit, ProblemError

PATIENCE: Final = 60.0
"""Seconds without any answer before a stream is given up."""
PAUSES: Final = (0.2, 0.5, 1.0, 2.0, 3.0)
END: Final = "end"
FINISHED: Final = "finished"
"""Why a stream ends of which nothing more will come."""


class _OverError(Exception):
    """Everything has been told."""


def follow(
    conversation: Conversation, address: str, after: int, tell: Callable[[str], None]
) -> Iterator[Json]:
    """Give events from a number on until the game is over; resume with the last one seen."""
    silent_since, failures = time.monotonic(), 0
    while True:
        try:
            for item in _connection(conversation, address, after):
                silent_since, failures = time.monotonic(), 0
                if item is None:
                    continue
                after = item["number"]
                yield item
        except _OverError:
            return
        except (httpx.TransportError, SSEError, ProblemError) as error:
            if not _passing(error, failures) or time.monotonic() - silent_since > PATIENCE:
                raise _final(address, error) from error
            if failures == 0:
                tell("The connection is lost; going on as soon as it is back.")
            conversation.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1


def _connection(conversation: Conversation, address: str, after: int) -> Iterator[Json | None]:
    """Read one connection to its end; None says that it was opened."""
    headers = {"Accept": "text/event-stream", "Cache-Control": "no-store"}
    if after:
        headers["Last-Event-ID"] = str(after)
    with conversation.stream(address, headers, game=True) as answer:
        yield None
        for event in EventSource(answer).iter_sse():
            if not event.data:
                continue  # only says how soon to come back
            if event.event == END:
                if json.loads(event.data)["reason"] == FINISHED:
                    raise _OverError
                return
            yield json.loads(event.data)


def _passing(error: Exception, failures: int) -> bool:
    """Tell whether it may be over soon: no connection, a platform in trouble, an old token."""
    if isinstance(error, ProblemError):
        old = error.status == HTTPStatus.UNAUTHORIZED and failures == 0
        return old or error.exit == Exit.UNAVAILABLE
    return not isinstance(error, SSEError)


def _final(address: str, error: Exception) -> Exception:
    return error if isinstance(error, ProblemError) else unreachable(address, error)
