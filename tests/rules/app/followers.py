"""What follows a game in tests: a log that grows, news that gets lost, threads that listen."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import sleep

from services.rules.app.feed import Feed
from services.rules.store.ports import Games, News, Place, Stored, Written
from tests.rules.store.samples import change

LONG = 60.0
"""A patience that no test outlasts: what comes, comes by news."""
PATIENCE = 0.2
"""Seconds after which a follower of these tests asks the log."""


class SilentNews:
    """News that never tells anything."""

    def __init__(self) -> None:
        self.closed = Event()

    def next(self, seconds: float) -> Place | None:
        """Wait in vain."""
        sleep(min(seconds, 0.02))
        return None

    def close(self) -> None:
        """Stop."""
        self.closed.set()


class Log:
    """The log of a game, to which numbers are appended."""

    def __init__(self, games: Games, place: Place) -> None:
        self.games = games
        self.place = place

    def grow(self, events: int = 1) -> None:
        """Append events in one change."""
        stored = self.games.read(self.place)
        assert isinstance(stored, Stored)
        version, length = stored.version, stored.length
        new = tuple(b"event %d" % (length + at + 1) for at in range(events))
        assert self.games.write(self.place, change(version, events=new)) == Written()


class Reader:
    """A thread that follows a log from an event on until the feed is closed, and keeps all."""

    def __init__(self, feed: Feed, place: Place, after: int = 0, limit: int = 100) -> None:
        self.after = after
        self.got: list[bytes] = []
        self._feed, self._place, self._limit = feed, place, limit
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def is_gone(self) -> bool:
        """Say whether it has been let go, and see to it that it is."""
        self._thread.join(2)
        return not self._thread.is_alive()

    def _run(self) -> None:
        with self._feed.following(self._place) as follower:
            while not self._feed.closed:
                self.got += follower.next(self.after + len(self.got), self._limit, LONG)


def numbered(first: int, last: int) -> list[bytes]:
    """Give the events of a log from one number to another."""
    return [b"event %d" % number for number in range(first, last + 1)]


@contextmanager
def fed(games: Games, news: News, patience: float = PATIENCE) -> Iterator[Feed]:
    """Run a feed for a while."""
    feed = Feed(games, news, patience)
    feed.start()
    try:
        yield feed
    finally:
        feed.close()
