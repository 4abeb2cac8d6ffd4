"""A name server for tests: a few names, each with an address of this machine's own."""

import socket
import struct
from collections.abc import Mapping
from threading import Thread
from typing import Final, Self

FOUND: Final = 0x8180
NO_SUCH_NAME: Final = 0x8183
SECONDS_TO_LIVE: Final = 1


class NameServer:
    """Answers questions for addresses (A), by a table that tests may change."""

    def __init__(self, names: Mapping[str, list[str]]) -> None:
        self.names = dict(names)
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self._thread = Thread(target=self._serve, daemon=True)

    @property
    def address(self) -> str:
        """Where it answers, as nginx wants it."""
        return "{}:{}".format(*self._socket.getsockname())

    def __enter__(self) -> Self:
        """Begin."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End."""
        self._socket.close()

    def _serve(self) -> None:
        while True:
            try:
                question, asker = self._socket.recvfrom(512)
                self._socket.sendto(self._answer(question), asker)
            except OSError:
                return

    def _answer(self, question: bytes) -> bytes:
        found = self.names.get(_name(question), [])
        header = question[:2] + struct.pack(
            ">HHHHH", FOUND if found else NO_SUCH_NAME, 1, len(found), 0, 0
        )
        record = struct.pack(">HHHIH", 0xC00C, 1, 1, SECONDS_TO_LIVE, 4)
        end = question.index(b"\0", 12) + 5
        return header + question[12:end] + b"".join(record + socket.inet_aton(a) for a in found)


def _name(question: bytes) -> str:
    """Read the name that is asked for: parts, each after its length."""
    parts, at = [], 12
    while length := question[at]:
        parts.append(question[at + 1 : at + 1 + length].decode())
        at += length + 1
    return ".".join(parts)
