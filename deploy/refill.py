"""Fills an empty server or cluster with what another server keeps, key by key."""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from services.plumbing.cluster.client import Cluster
from services.plumbing.connections import FAILURES, Client

AT_ONCE: Final = 200
"""Keys in one go."""
BETWEEN_LINES: Final = 2.0

Say = Callable[[str], None]


class RefillError(Exception):
    """A target cannot be filled; the message says why, and what is in it now."""


def check_empty(target: Client) -> None:
    """Make sure that there is nothing in a server or cluster."""
    number = target.size() if isinstance(target, Cluster) else target.dbsize()
    if number:
        raise RefillError(f"there are {number} keys in it; only what is empty is filled")


def refill(source: Client, target: Client, say: Say) -> int:
    """Copy every key with the time that it is kept for."""
    total, done, said = source.dbsize(), 0, time.monotonic()
    names = source.scan_iter(count=AT_ONCE)
    while page := [*islice(names, AT_ONCE)]:
        try:
            _put(target, _read(source, page))
        except FAILURES as error:
            raise RefillError(
                f"it went wrong after {done} of {total} keys; empty the target and begin again: "
                f"{error}"
            ) from error
        done += len(page)
        if time.monotonic() > said + BETWEEN_LINES:
            say(f"{done} of {total} keys")
            said = time.monotonic()
    return done


def _read(source: Client, names: Sequence[bytes]) -> Iterator[tuple[bytes, int, Any]]:
    with source.pipeline(transaction=False) as pipe:
        for name in names:
            pipe.execute_command("PEXPIRETIME", name).dump(name)
        found = pipe.execute()
    for name, until, value in zip(names, found[::2], found[1::2], strict=True):
        if value is not None:  # what has expired meanwhile is not missed
            yield name, max(until, 0), value


def _put(target: Client, entries: Iterator[tuple[bytes, int, Any]]) -> None:
    """Put entries there; none of them may be there already."""
    with target.pipeline(transaction=False) as pipe:
        for name, until, value in entries:
            pipe.restore(name, until, value, absttl=bool(until))
        pipe.execute()
