"""Events as they happen: one reader a process, for everybody who follows a log there.

A follower is never waited for. Each takes from the end of the log what is new, at its own pace;
who has fallen behind what is kept here reads the log itself.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock, Thread
from time import monotonic, sleep
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from services.plumbing.connections import StoreError

Topic = TypeVar("Topic")
Asked_contra = TypeVar("Asked_contra", contravariant=True)
Told_co = TypeVar("Told_co", covariant=True)

KEPT: Final = 256
"""How many of the newest events of a log are kept for its followers."""
LISTEN_SECONDS: Final = 1.0
RETRY_SECONDS: Final = 1.0
PATIENCE: Final = 5.0
"""How long a follower trusts that it would have been told; then it asks the log."""
AT_ONCE: Final = 100
"""How many events of a stream are read in one go."""

LIMIT: Final = "limit"
WAIT: Final = "wait"
CLOSING: Final = "closing"
"""Why a stream ends: enough was sent, time is up, or the server stops."""


class Wanted(NamedTuple):
    """Which events, and how long to wait for them."""

    after: int
    limit: int
    seconds: float


class Ending(NamedTuple):
    """A stream is over: why, and after which event to go on."""

    reason: str
    next: int


class Log(Protocol[Asked_contra]):
    """Where events are, by what they are about; the first has the number 1."""

    def events(self, topic: Asked_contra, /, after: int, limit: int) -> list[bytes]:
        """Read events after the one of that number."""


class News(Protocol[Told_co]):
    """Tells that a log has grown. News may get lost: the log is asked from time to time anyway."""

    def next(self, seconds: float) -> Told_co | None:
        """Wait for the next log that has grown; None if there is none in that time."""

    def close(self) -> None:
        """Stop listening altogether."""


class _Tail:
    """The newest events of a log that somebody follows."""

    def __init__(self) -> None:
        self.changed = Condition()
        self.followers = 0
        self.told = 0
        """How often there was news."""
        self.first: int | None = None
        """How many events there were before those kept; None until somebody has read the log."""
        self.kept: list[bytes] = []

    @property
    def length(self) -> int:
        return (self.first or 0) + len(self.kept)

    def after(self, number: int, limit: int) -> list[bytes] | None:
        """Give what is kept after an event; None if the log has to be asked."""
        if self.first is None or number < self.first:
            return None
        return self.kept[number - self.first : number - self.first + limit]

    def append(self, entries: list[bytes]) -> None:
        """Keep new events, and forget the oldest."""
        surplus = max(len(self.kept) + len(entries) - KEPT, 0)
        self.kept = [*self.kept, *entries][surplus:]
        self.first = (self.first or 0) + surplus

    def forget(self) -> None:
        """Keep nothing: whoever is next asks the log."""
        self.first, self.kept = None, []


class Feed(Generic[Topic]):
    """Tells the followers of this process what happens."""

    def __init__(self, log: Log[Topic], news: News[Topic], patience: float = PATIENCE) -> None:
        self.patience = patience
        self._log = log
        self._news = news
        self._lock = Lock()
        self._tails: dict[Topic, _Tail] = {}
        self._thread: Thread | None = None
        self.closed = False

    def start(self) -> None:
        """Begin to listen."""
        self._thread = Thread(target=self._listen, name="feed", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let everybody who follows a log go, and stop listening within a second."""
        self.closed = True
        self._wake_all()

    @contextmanager
    def following(self, topic: Topic) -> Iterator["Follower[Topic]"]:
        """Follow a log."""
        with self._lock:
            tail = self._tails.setdefault(topic, _Tail())
            tail.followers += 1
        try:
            yield Follower(self, self._log, topic, tail)
        finally:
            with self._lock:
                tail.followers -= 1
                if not tail.followers:
                    del self._tails[topic]

    def _listen(self) -> None:
        deaf = False
        while not self.closed:
            try:
                topic = self._news.next(0 if deaf else LISTEN_SECONDS)
                if deaf:
                    self._wake_all()  # nobody was told what happened meanwhile
                deaf = False
                tail = self._tails.get(topic) if topic else None
                if topic and tail:
                    self._read_on(topic, tail)
            except StoreError:
                logging.getLogger(__name__).warning("news cannot be heard, trying again")
                deaf = True
                sleep(RETRY_SECONDS)
        self._news.close()  # here, as a connection must not go away under the one who reads it

    def _read_on(self, topic: Topic, tail: _Tail) -> None:
        """Read what is new once, for all followers."""
        with tail.changed:
            tail.told += 1  # who is asking the log right now may have asked too early
            known, length = tail.first is not None, tail.length
        fresh = self._log.events(topic, length, KEPT) if known else []
        with tail.changed:
            if len(fresh) == KEPT:
                tail.forget()  # there may be more
            elif tail.first is not None and tail.length == length:
                tail.append(fresh)
            tail.told += 1
            tail.changed.notify_all()

    def _wake_all(self) -> None:
        with self._lock:
            tails = list(self._tails.values())
        for tail in tails:
            with tail.changed:
                tail.told += 1
                tail.forget()
                tail.changed.notify_all()


class Follower(Generic[Topic]):
    """Somebody who follows a log."""

    def __init__(self, feed: Feed[Topic], log: Log[Topic], topic: Topic, tail: _Tail) -> None:
        self._feed = feed
        self._log = log
        self._topic = topic
        self._tail = tail

    def next(self, after: int, limit: int, seconds: float) -> list[bytes]:
        """Give the events after one, as soon as there are any; none if there are none in time."""
        until = monotonic() + seconds
        while True:
            with self._tail.changed:
                told, entries = self._tail.told, self._tail.after(after, limit)
            if entries is None:
                entries = self._ask_log(after, limit, told)
            left = until - monotonic()
            if entries or left <= 0 or self._feed.closed:
                return entries
            self._wait(told, min(left, self._feed.patience))

    def _ask_log(self, after: int, limit: int, told: int) -> list[bytes]:
        tail = self._tail
        try:
            entries = self._log.events(self._topic, after, limit)
        except StoreError:
            return []  # it is asked again: whoever follows a log goes on when the store is back
        with tail.changed:
            if tail.first is None and not entries and tail.told == told:
                tail.first, tail.kept = after, []
        return entries

    def _wait(self, told: int, seconds: float) -> None:
        tail = self._tail
        with tail.changed:
            if tail.changed.wait_for(lambda: tail.told != told, seconds):
                return
            tail.forget()  # nothing was told for long
