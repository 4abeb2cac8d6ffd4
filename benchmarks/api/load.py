"""A client that keeps connections busy: raw sockets and requests made beforehand.

It shares the machine with the servers it measures, so it does as little as it can.
"""

import re
import selectors
import socket
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

LENGTH: Final = re.compile(rb"\r\nContent-Length: (\d+)", re.IGNORECASE)
PIECE: Final = 262_144
PATIENCE: Final = 30.0
"""Seconds without any answer after which something is wrong."""


@dataclass
class Figures:
    """What was answered, and how long each answer took."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def add(self, other: "Figures") -> None:
        """Take another slice in."""
        self.seconds += other.seconds
        self.latencies += other.latencies
        self.statuses += other.statuses

    @property
    def per_second(self) -> float:
        """Answers per second."""
        return len(self.latencies) / self.seconds

    def percentile(self, share: float) -> float:
        """Give the milliseconds within which that share of the answers came."""
        ordered = sorted(self.latencies)
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000


class _Connection:
    """A connection with at most one request under way."""

    def __init__(self, port: int, requests: Iterator[bytes]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._requests = requests
        self._answer = b""
        self._begun = 0.0

    def send(self) -> bool:
        """Send the next request; false if there is none."""
        request = next(self._requests, None)
        if request is None:
            return False
        self._answer, self._begun = b"", perf_counter()
        self.socket.sendall(request)
        return True

    def receive(self, figures: Figures) -> bool:
        """Take what has come; true if the answer is whole."""
        piece = self.socket.recv(PIECE)
        if not piece:
            raise ConnectionError("the server closed a connection")
        self._answer += piece
        if not _is_whole(self._answer):
            return False
        figures.latencies.append(perf_counter() - self._begun)
        figures.statuses[int(self._answer[9:12])] += 1
        return True


def run(port: int, sources: Sequence[Iterator[bytes]], seconds: float) -> Figures:
    """Send requests, one connection a source, until time or requests run out."""
    connections = [_Connection(port, source) for source in sources]
    selector, figures = selectors.DefaultSelector(), Figures()
    begun = perf_counter()
    for connection in connections:
        if connection.send():
            selector.register(connection.socket, selectors.EVENT_READ, connection)
    while selector.get_map():
        ready = selector.select(PATIENCE)
        if not ready:
            raise TimeoutError(f"no answer for {PATIENCE:g} seconds")
        for key, _ in ready:
            over = perf_counter() > begun + seconds
            if key.data.receive(figures) and (over or not key.data.send()):
                selector.unregister(key.fileobj)
    figures.seconds = perf_counter() - begun
    for connection in connections:
        connection.socket.close()
    return figures


def request(method: str, path: str, token: str = "", body: bytes = b"", **headers: str) -> bytes:
    """Write a request down."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


def body_of(port: int, sent: bytes) -> bytes:
    """Send one request by itself; give the body of its answer, which has to be a good one."""
    connection, figures = _Connection(port, iter([sent])), Figures()
    connection.send()
    while not connection.receive(figures):
        pass
    connection.socket.close()
    head, _, body = connection._answer.partition(b"\r\n\r\n")  # noqa: SLF001
    if max(figures.statuses) >= 400:
        raise ValueError(f"{head.decode()} {body.decode()}")
    return body


def _is_whole(answer: bytes) -> bool:
    head, found, body = answer.partition(b"\r\n\r\n")
    length = LENGTH.search(head)
    return bool(found) and len(body) >= (int(length[1]) if length else 0)
