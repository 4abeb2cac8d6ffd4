"""A receiver of webhooks: a real server on a port of its own, which answers as a test wants."""

import socketserver
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedIOBase
from ssl import SSLContext
from threading import Thread
from typing import Any, NamedTuple

Answering = Callable[[BufferedIOBase], object]
"""Writes an answer."""


class Request(NamedTuple):
    """A request that came."""

    line: str
    headers: dict[str, str]
    body: bytes


class Receiver(socketserver.ThreadingTCPServer):
    """Notes what comes, and answers."""

    daemon_threads = True  # some of them answer for ever

    def __init__(self, answer: Answering, context: SSLContext | None) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.context = context
        self.connections = 0
        self.requests: list[Request] = []
        self.port: int = self.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def finish_request(self, request: Any, client_address: Any) -> None:
        """Take a connection; what goes wrong with it is the other side's business."""
        self.connections += 1
        with suppress(OSError):
            if self.context is not None:
                request = self.context.wrap_socket(request, server_side=True)
            with request:
                Handler(request, client_address, self)


class Handler(socketserver.StreamRequestHandler):
    """Reads one request."""

    server: Receiver

    def handle(self) -> None:
        """Read it, note it, answer it."""
        line, *lines = iter(lambda: self.rfile.readline().decode("latin-1").rstrip("\r\n"), "")
        headers = {name.lower(): text for name, _, text in (each.partition(": ") for each in lines)}
        body = self.rfile.read(int(headers.get("content-length", "0")))
        self.server.requests.append(Request(line, headers, body))
        self.server.answer(self.wfile)


@contextmanager
def receiving(answer: Answering, context: SSLContext | None = None) -> Iterator[Receiver]:
    """Run a receiver until the end of a block."""
    with Receiver(answer, context) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def answering(status: bytes, body: bytes = b"", *more: bytes) -> Answering:
    """Answer always the same."""
    head = [b"HTTP/1.1 " + status, b"Content-Length: %d" % len(body), *more]
    return lambda out: out.write(b"\r\n".join([*head, b"", body]))
