"""Sends to addresses that players name: to none that is inside, to no other than was checked.

A name is looked up once for every attempt. What it leads to is checked, and the connection goes to
that very address, so that a name which leads elsewhere a moment later leads nobody inside. The
certificate is still that of the name. Redirects are answers like others, and are not followed.
"""

import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from ssl import SSLContext
from threading import Thread
from time import monotonic
from typing import Any, Final, TypeAlias

import httpcore
import httpx

from services.lobby.app.deliver import Answer
from services.lobby.app.errors import ForbiddenAddressError
from services.lobby.core.addresses import is_public
from services.plumbing import tracing

Resolve: TypeAlias = Callable[[str], Sequence[str]]
"""Gives the addresses that a name leads to; an `OSError` if there are none."""

SECONDS: Final = 10.0
"""How long everything together may take, from the name to the end of the answer."""
LOOK: Final = 2.0
"""How long somebody who makes a webhook waits for its name to be looked up."""
LARGEST: Final = 64 * 1024
"""How much of an answer is read, about."""
STEP: Final = 8 * 1024
MOST_ADDRESSES: Final = 4
LONGEST_REASON: Final = 200
AGENT: Final = "interchange-webhooks"
PORTS: Final = {"https": 443, "http": 80}

FAILURES: Final = (
    ForbiddenAddressError,
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.ProtocolError,
    OSError,
    ValueError,  # of what can be no name on a certificate
)


def look_up(host: str) -> list[str]:
    """Ask the system where a name leads."""
    found = socket.getaddrinfo(host.encode("ascii"), None, type=socket.SOCK_STREAM)
    return [str(sockaddr[0]) for *_, sockaddr in found]


class HttpSender:
    """Posts to where webhooks lead."""

    def __init__(
        self,
        *,
        private: bool = False,
        seconds: float = SECONDS,
        resolve: Resolve = look_up,
        context: SSLContext | None = None,
    ) -> None:
        self._private = private
        self._seconds = seconds
        self._resolve = resolve
        self._context = context or httpx.create_ssl_context()

    def check(self, url: str) -> None:
        """Refuse an address to which nothing would be sent.

        A name that leads nowhere yet is accepted: whatever it leads to is checked again.
        """
        target = self._target(url)
        if not self._private:
            with suppress(OSError):
                self._addresses(target, LOOK)

    def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Post something; say what was answered, or why nothing was."""
        begun = monotonic()
        status, reason = None, None
        with _traced(url) as span:
            try:
                status = self._post(url, headers, body, begun + self._seconds)
            except FAILURES as error:
                reason = f"{type(error).__name__}: {error}"[:LONGEST_REASON]
                tracing.failed(span, type(error).__name__)
            if span is not None and status is not None:
                span.set_attribute("http.response.status_code", status)
        return Answer(status, reason, round((monotonic() - begun) * 1000))

    def _post(self, url: str, headers: Mapping[str, str], body: bytes, until: float) -> int:
        target = self._target(url)
        left = partial(_left, until)
        way = _Way(self._addresses(target, left()), left)
        host, port = target.raw_host, _port(target)
        origin = httpcore.Origin(target.raw_scheme, host, port)
        place = httpcore.URL(scheme=target.raw_scheme, host=host, port=port, target=target.raw_path)
        sent = {"Host": target.netloc.decode("ascii"), "User-Agent": AGENT, **headers}
        with (
            httpcore.HTTPConnection(origin, self._context, network_backend=way) as connection,
            connection.stream("POST", place, headers=[*sent.items()], content=body) as response,
        ):
            _read_some(response.iter_stream())
            return response.status

    def _target(self, url: str) -> httpx.URL:
        """Read an address; the very same reading decides where the connection goes."""
        try:
            target = httpx.URL(url)
        except httpx.InvalidURL as error:
            raise ForbiddenAddressError(f"{url!r} is no address: {error}") from error
        if target.scheme != "https" and not (self._private and target.scheme == "http"):
            raise ForbiddenAddressError("the address has to begin with https://")
        if not target.host or target.userinfo or not 0 < _port(target) < 2**16:
            raise ForbiddenAddressError("expected a host, maybe a port, and no password")
        return target

    def _addresses(self, target: httpx.URL, seconds: float) -> list[str]:
        """Look a name up; one inside is enough to refuse all of them."""
        host = target.raw_host.decode("ascii")
        found = _in_time(partial(self._resolve, host), seconds)[:MOST_ADDRESSES]
        if not found:
            raise OSError(f"{host} has no address")
        if not self._private and not all(is_public(address) for address in found):
            raise ForbiddenAddressError(f"{host} is not in the public part of the internet")
        return found


class _Way(httpcore.NetworkBackend):
    """Leads to addresses that were checked, whatever the name says by now."""

    def __init__(self, addresses: Sequence[str], left: Callable[[], float]) -> None:
        self._addresses = addresses
        self._left = left
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first that answers; none but the last may take all the time."""
        del host, timeout
        more = (local_address, socket_options)
        *others, last = self._addresses
        for address in others:
            with suppress(httpcore.ConnectError, httpcore.ConnectTimeout):
                stream = self._sockets.connect_tcp(address, port, self._left() / 2, *more)
                return _Timed(stream, self._left)
        return _Timed(self._sockets.connect_tcp(last, port, self._left(), *more), self._left)


class _Timed(httpcore.NetworkStream):
    """A connection on which all steps together have a limit; others limit each step alone."""

    def __init__(self, stream: httpcore.NetworkStream, left: Callable[[], float]) -> None:
        self._stream = stream
        self._left = left

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read some bytes."""
        del timeout
        return self._stream.read(min(max_bytes, STEP), self._left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write all of them."""
        del timeout
        self._stream.write(buffer, self._left())

    def close(self) -> None:
        """Close it."""
        self._stream.close()

    def start_tls(
        self,
        ssl_context: SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        """Begin to speak TLS with whoever can prove to have the name."""
        del timeout
        stream = self._stream.start_tls(ssl_context, server_hostname, self._left())
        return _Timed(stream, self._left)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 (whatever is asked for)
        """Say something about the connection."""
        return self._stream.get_extra_info(info)


def _traced(url: str) -> AbstractContextManager[Any]:
    """Be a span that names the host alone: an address may be a secret. It is told nothing of it."""
    with suppress(httpx.InvalidURL):
        about = {"http.request.method": "POST", "server.address": httpx.URL(url).host}
        return tracing.inside("webhook", about)
    return nullcontext()


def _left(until: float) -> float:
    seconds = until - monotonic()
    if seconds <= 0:
        raise httpcore.ReadTimeout("the time is up")
    return seconds


def _in_time(look: Callable[[], Sequence[str]], seconds: float) -> list[str]:
    """Look something up beside us: the system cannot be told how long it may take."""
    found: Future[list[str]] = Future()

    def run() -> None:
        try:
            found.set_result(list(look()))
        except OSError as error:
            found.set_exception(error)

    Thread(target=run, name="look-up", daemon=True).start()
    return found.result(seconds)


def _read_some(chunks: Iterable[bytes]) -> None:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size >= LARGEST:
            return


def _port(target: httpx.URL) -> int:
    return PORTS.get(target.scheme, 0) if target.port is None else target.port
