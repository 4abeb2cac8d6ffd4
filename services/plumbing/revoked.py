"""Which sessions count no more: the lobby announces them in Redis, the other services look there.

A request never waits for that. Whoever is revoked is refused within seconds.
"""

from threading import Event, Thread
from time import time
from typing import Final

import structlog

from services.contracts.ids import REVOKED
from services.plumbing.connections import Client, StoreError, failing

LOOK_AGAIN: Final = 2.0
"""Seconds between two looks."""


def announce(client: Client, session: str, until: float) -> None:
    """Say that a session counts no more; `until` is the second when its tokens have all expired.

    Those whose second has come are forgotten: nobody has a token of them that is good.
    """
    pipe = client.pipeline(transaction=True)
    pipe.zadd(REVOKED, {session: until}, gt=True)
    pipe.zremrangebyscore(REVOKED, "-inf", time())
    with failing():
        pipe.execute()


class Revoked:
    """The sessions that are known to count no more."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._sessions: frozenset[str] = frozenset()
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="revoked", daemon=True)

    def __contains__(self, session: str) -> bool:
        return session in self._sessions

    def start(self) -> None:
        """Begin to look again and again, in a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stopping.set()

    def look(self) -> None:
        """Look which sessions count no more; while Redis is away, those of the last time."""
        try:
            with failing():
                found = self._client.zrangebyscore(REVOKED, f"({time()}", "+inf")
        except StoreError as error:
            structlog.get_logger().warning("revoked_not_read", error=str(error))
        else:
            self._sessions = frozenset(each.decode() for each in found)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.look()
            self._stopping.wait(LOOK_AGAIN)
