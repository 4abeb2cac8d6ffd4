"""Everything that a server keeps, as it was at one moment.

A server gives this to whoever asks as a new replica would (SYNC): it forks, so nobody who plays
waits, and nothing has to be copied on its machine. Whatever it has answered before is in it.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, Final

from redis import ResponseError

from services.plumbing.connections import connect

MARK: Final = 40
"""Bytes that a server puts behind a snapshot whose length it did not know."""
CHUNK: Final = 1 << 20
PATIENCE: Final = 60
"""Seconds between two signs of life."""
BETWEEN_LINES: Final = 2.0
HEADER: Final = 100
"""The longest line before a snapshot."""

Say = Callable[[str], None]


class SnapshotError(Exception):
    """A server does not give what it keeps; the message says why."""


def take_snapshot(url: str, file: Path, say: Say) -> str:
    """Write what a server keeps to a file, as RDB; give the file's hash."""
    with _asked(url) as source, file.open("xb") as target:
        header = _line(source)
        if header.startswith(b"-"):
            raise SnapshotError(f"the server refuses: {header[1:].decode(errors='replace')}")
        if not header.startswith(b"$"):
            raise SnapshotError("the server answers with something else than a snapshot")
        return _copy(source, target, header[1:], say)


def hash_of(file: Path) -> str:
    """Give the hash of a file."""
    with file.open("rb") as source:
        found = sha256()
        while chunk := source.read(CHUNK):
            found.update(chunk)
    return found.hexdigest()


@contextmanager
def _asked(url: str) -> Iterator[Any]:
    """Ask a server for a snapshot; give the socket that it comes from."""
    client = connect(url)
    connection = client.connection_pool.get_connection()
    try:
        for words in (("capa", "eof"), ("rdb-only", "1")):
            connection.send_command("REPLCONF", *words)
            try:
                connection.read_response()
            except ResponseError as error:
                if "unrecognized" not in str(error).lower():  # older servers know fewer words
                    raise SnapshotError(f"the server refuses: {error}") from error
        connection.send_command("SYNC")
        source = connection._sock  # noqa: SLF001 - what follows is no answer that redis-py reads
        source.settimeout(PATIENCE)
        yield source
    finally:
        connection.disconnect()


def _line(source: Any) -> bytes:  # noqa: ANN401 - a socket, with TLS or without
    """Read the line before a snapshot; empty lines say that it is being made."""
    line = b""
    while not line.endswith(b"\n"):
        byte = source.recv(1)
        if not byte or len(line) > HEADER:
            raise SnapshotError("the server has hung up; its log may say why")
        line = b"" if byte == b"\n" and not line else line + byte
    return line.strip()


def _copy(source: Any, target: BinaryIO, header: bytes, say: Say) -> str:  # noqa: ANN401
    """Copy a snapshot up to its end: after as many bytes as were announced, or at its mark."""
    mark = header.removeprefix(b"EOF:") if header.startswith(b"EOF:") else None
    left = None if mark else int(header)
    done, tail, digest, said = 0, b"", sha256(), time.monotonic()
    while left is None or done < left:
        chunk = source.recv(CHUNK if left is None else min(CHUNK, left - done))
        if not chunk:
            raise SnapshotError(f"the server has hung up after {_size(done)}")
        held = tail + chunk
        tail = held[-MARK:] if mark else b""
        fresh = held[: len(held) - len(tail)]
        target.write(fresh)
        digest.update(fresh)
        done += len(chunk)
        if mark and tail == mark:
            break
        if time.monotonic() > said + BETWEEN_LINES:
            say(f"{_size(done)} so far")
            said = time.monotonic()
    say(f"{_size(target.tell())} were read")
    return digest.hexdigest()


def _size(number: int) -> str:
    return f"{number / 1_000_000:.1f} MB"
