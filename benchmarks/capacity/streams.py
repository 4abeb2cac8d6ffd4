"""Thousands of event streams on one process: its memory, and how late events come.

The streams are read here by one thread, so what it takes to read them is part of the delay.
"""

import re
import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter, sleep
from typing import Final

from benchmarks.api import games
from benchmarks.api.load import body_of, request
from benchmarks.api.measure import Bench
from benchmarks.api.servers import SERVICE
from benchmarks.capacity.figures import Streams
from benchmarks.capacity.processes import Spent, memory, ours

EDITION: Final = "gob-rome"
SEATS: Final = 2
WATCHED: Final = 20
"""Games that the streams are spread over."""
PAUSE: Final = 0.1
"""Seconds between two moves: a platform that is in use, not one that is flooded."""
AT_ONCE: Final = 20
"""Streams that are opened together; a process that is flooded with them refuses some for now."""
PATIENCE: Final = 60.0
PIECE: Final = 65536
VERSION: Final = re.compile(rb'"number":\d+,"version":(\d+)')
SETTLE: Final = 2.0
"""Seconds after which a process has done what belongs to opening streams."""


class Watcher:
    """A stream of a game, and the move that it told of last."""

    def __init__(self, port: int, game: int, path: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.game = game
        self._unread = b""
        self._last = 0
        self.socket.sendall(request("GET", f"{path}/events", Accept="text/event-stream"))

    def begin(self) -> None:
        """Wait until the stream has begun; it may be refused if too many come at once."""
        while b"\n\n" not in self._unread:
            piece = self.socket.recv(PIECE)
            self._unread += piece
            if not piece or not self._unread.startswith(b"HTTP/1.1 200"[: len(self._unread)]):
                raise ConnectionError(f"a stream was answered with {self._unread[:200]!r}")

    def read(self) -> list[int]:
        """Take what has come; give the moves that were not told of before."""
        piece = self.socket.recv(PIECE)
        if not piece:
            raise ConnectionError("the service closed a stream")
        *whole, self._unread = (self._unread + piece).split(b"\n\n")
        found = {int(text) for message in whole for text in VERSION.findall(message)}
        new = sorted(version for version in found if version > self._last)
        self._last = max(new, default=self._last)
        return new


class Audience:
    """Reads all streams, and notes how late each tells of a move."""

    def __init__(self, watchers: list[Watcher]) -> None:
        self.sent: dict[tuple[int, int], float] = {}
        """When each move was sent, by its game and version."""
        self.delays: list[float] = []
        self._watchers = watchers
        self._stopped = Event()
        self._thread = Thread(target=self._run)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read for a while."""
        self._thread.start()
        try:
            yield
        finally:
            self._stopped.set()
            self._thread.join()

    def wait(self, number: int) -> None:
        """Wait until so many were told."""
        until = perf_counter() + PATIENCE
        while len(self.delays) < number:
            if perf_counter() > until:
                raise TimeoutError(f"{len(self.delays)} of {number} events came")
            sleep(0.05)

    def _run(self) -> None:
        with selectors.DefaultSelector() as selector:
            for watcher in self._watchers:
                selector.register(watcher.socket, selectors.EVENT_READ, watcher)
            while not self._stopped.is_set():
                for key, _ in selector.select(0.1):
                    self._take(key.data)

    def _take(self, watcher: Watcher) -> None:
        for version in watcher.read():
            sent = self.sent.get((watcher.game, version))
            if sent is not None:
                self.delays.append(perf_counter() - sent)


def measure_streams(bench: Bench, streams: int, moves: int, idle: int) -> Streams:
    """Open streams on a process that used so many bytes without any, and play meanwhile."""
    plays = [bench.play(EDITION, SEATS) for _ in range(WATCHED)]
    processes = ours(SERVICE)
    with _opened(bench, plays, streams) as watchers:
        audience = Audience(watchers)
        with audience.reading():
            sleep(SETTLE)
            used, spent = memory(processes) - idle, Spent(processes)
            _move(bench, plays, audience, moves)
            audience.wait(moves * streams // WATCHED)
            seconds = spent.seconds()
    told = len(audience.delays)
    return Streams(streams, used / streams, audience.delays, seconds / told)


@contextmanager
def _opened(bench: Bench, plays: list[games.Play], streams: int) -> Iterator[list[Watcher]]:
    watchers: list[Watcher] = []
    try:
        for at in range(streams):
            game = at % WATCHED
            watchers.append(Watcher(bench.service, game, plays[game].path))
            if len(watchers) % AT_ONCE == 0 or len(watchers) == streams:
                for watcher in watchers[-AT_ONCE:]:
                    watcher.begin()
        yield watchers
    finally:
        for watcher in watchers:
            watcher.socket.close()


def _move(bench: Bench, plays: list[games.Play], audience: Audience, moves: int) -> None:
    """Move in one game after the other, with a pause after each."""
    for at in range(moves):
        game, version = at % WATCHED, at // WATCHED + 1
        audience.sent[game, version] = perf_counter()
        body_of(bench.service, plays[game].requests[version - 1])
        sleep(PAUSE)
