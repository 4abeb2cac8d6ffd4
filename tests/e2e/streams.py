"""Streams of events on raw sockets: hundreds of them are read by one thread."""

import selectors
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import orjson

from tests.e2e.players import WAIT, Client, Game
from tests.service import Running

SMALL_SEGMENT: Final = 536
"""With larger ones the sender's kernel would keep a megabyte that nobody reads."""
END: Final = "end"


class Message(NamedTuple):
    """A message of a stream."""

    id: str
    event: str
    data: Any


class Stream:
    """A stream that is asked for, and whatever of it was read so far."""

    def __init__(self, url: str, request: bytes, *, slow: bool = False) -> None:
        self.socket = socket.socket()
        self.received = bytearray()
        self.ended = False
        self.socket.settimeout(WAIT)
        if slow:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SMALL_SEGMENT)
        place = urlsplit(url)
        self.socket.connect((place.hostname, place.port))
        self.socket.sendall(request)

    def read(self) -> None:
        """Take what has come, or what comes next."""
        try:
            data = self.socket.recv(65536)
        except ConnectionError:
            data = b""
        self.received += data
        self.ended = not data

    def read_on(self, until: bytes = b"") -> None:
        """Read until something has come; to the end if nothing is named."""
        while not self.ended and (not until or until not in self.received):
            self.read()
        assert until in self.received, self.received[-500:]

    def close(self) -> None:
        """Hang up."""
        self.socket.close()

    @property
    def messages(self) -> list[Message]:
        """The messages that have come whole; a sign of life is none."""
        head, _, body = bytes(self.received).partition(b"\r\n\r\n")
        assert b"\r\nContent-Type: text/event-stream" in head, head
        return [_message(block) for block in body.decode().split("\n\n")[:-1] if "data:" in block]

    @property
    def items(self) -> list[Any]:
        """The events that have come, each under its own number and type."""
        found = [message for message in self.messages if message.event != END]
        for id_, event, data in found:
            assert (id_, event) == (str(data["number"]), data["event"]["type"])
        return [message.data for message in found]

    @property
    def ending(self) -> Any:
        """What the last message says: why the stream has ended, and where to go on."""
        last = self.messages[-1]
        assert self.ended
        assert last.event == END, last
        return last.data


def watch(
    service: Running,
    client: Client,
    game: Game,
    player: str | None = None,
    *,
    query: str = "",
    last: int | None = None,
    slow: bool = False,
) -> Stream:
    """Ask for the events of a game; the answer is not waited for."""
    lines = [f"GET {game.path}/events?{query} HTTP/1.0", "Accept: text/event-stream"]
    if player is not None:
        lines.append(f"Authorization: Bearer {client.token(player)}")
    if last is not None:
        lines.append(f"Last-Event-ID: {last}")
    return Stream(service.url, "\r\n".join([*lines, "", ""]).encode(), slow=slow)


@contextmanager
def followed(streams: Sequence[Stream]) -> Iterator[None]:
    """Read streams as fast as they come, for a while; then hang up."""
    stopped = Event()
    thread = Thread(target=_read_all, args=(streams, stopped))
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()
        for stream in streams:
            stream.close()


def _read_all(streams: Sequence[Stream], stopped: Event) -> None:
    with selectors.DefaultSelector() as selector:
        for stream in streams:
            selector.register(stream.socket, selectors.EVENT_READ, stream)
        while not stopped.is_set() and selector.get_map():
            for key, _ in selector.select(0.1):
                key.data.read()
                if key.data.ended:
                    selector.unregister(key.data.socket)


def _message(block: str) -> Message:
    fields = dict(line.split(": ", 1) for line in block.split("\n"))
    return Message(fields.get("id", ""), fields["event"], orjson.loads(fields["data"]))
