"""Somebody follows a game as a stream through the gateway, and goes on where it broke off."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any, Final

import httpx
from httpx_sse import ServerSentEvent, connect_sse

FINISHED: Final = "finished"
READ: Final = 20.0
"""Seconds; there is a sign of life every five."""


@dataclass
class Watcher:
    """Follows a game to its end."""

    address: str
    numbers: list[int] = field(default_factory=list)
    endings: list[str] = field(default_factory=list)
    """Why streams ended; `broken` if nobody said so."""

    def __post_init__(self) -> None:
        self._over = Event()
        self._thread = Thread(target=self._run, name="watcher", daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def stop(self) -> None:
        """Stop following."""
        self._over.set()

    @property
    def gaps(self) -> list[int]:
        """The numbers after which one is missing or comes twice."""
        pairs = zip(self.numbers, self.numbers[1:], strict=False)
        return [before for before, after in pairs if after != before + 1]

    def _run(self) -> None:
        with httpx.Client(timeout=READ, trust_env=False) as http:
            while not self._over.is_set() and FINISHED not in self.endings:
                self._follow(http)
                Event().wait(0.5)

    def _follow(self, http: httpx.Client) -> None:
        """Follow the stream to its end."""
        last = str(self.numbers[-1]) if self.numbers else "0"
        headers = {"Last-Event-ID": last}
        try:
            with connect_sse(http, "GET", f"{self.address}/events", headers=headers) as source:
                if source.response.status_code == 200:
                    self.endings.append(self._read(source.iter_sse()))
        except httpx.HTTPError:
            self.endings.append("broken")

    def _read(self, events: Iterator[ServerSentEvent]) -> str:
        for event in events:
            if not event.data:
                continue  # it only says how soon to come back
            told: dict[str, Any] = json.loads(event.data)
            if event.event == "end":
                return str(told["reason"])
            self.numbers.append(int(event.id))
            if self._over.is_set():
                return "left"
        return "broken"
