"""The entries of a log: an event with its number, the version it made, and when and why it was."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import orjson

from services.rules.app.standing_in import event_from_json, event_to_json, event_view
from services.rules.core.registry import Entry
from services.rules.core.types import JsonObject, Viewer

SETUP: Final = "setup"
PLAYER: Final = "player"
CLOCK: Final = "clock"
"""Why something happened: by setting up, by a player's wish, or because time was up."""


class Noted(NamedTuple):
    """An entry of a log: its document, and the event in it."""

    document: JsonObject
    event: Any


class Writer:
    """Writes the entries of one change, in order."""

    def __init__(self, entry: Entry, length: int, at: str, by: str) -> None:
        self._entry = entry
        self._number = length
        self._at = at
        self._by = by

    def entries(
        self, version: int, events: Iterable[object], thinking_ms: int | None = None
    ) -> list[Noted]:
        """Give numbers to the events that led to a version; the first of a move records it.

        How long a player thought stands beside that event, not in it: no rule asks for it.
        """
        noted = [Noted(self._document(version, event), event) for event in events]
        if thinking_ms is not None:
            noted[0].document["thinking_ms"] = thinking_ms
        return noted

    def _document(self, version: int, event: object) -> JsonObject:
        self._number += 1
        return {
            "number": self._number,
            "version": version,
            "at": self._at,
            "by": self._by,
            "event": event_to_json(self._entry, event),
        }


def seen(entry: Entry, noted: Noted, viewer: Viewer) -> JsonObject:
    """Show of an entry what this person may see."""
    return {**noted.document, "event": event_view(entry, noted.event, viewer)}


def seen_again(entry: Entry, document: JsonObject, viewer: Viewer) -> JsonObject:
    """Show of an entry of the store what this person may see."""
    return seen(entry, Noted(document, event_from_json(entry, document["event"])), viewer)


def pack(entries: Iterable[Noted]) -> list[bytes]:
    """Write entries down for the store."""
    return [orjson.dumps(entry.document) for entry in entries]


def unpack(texts: Iterable[bytes]) -> list[JsonObject]:
    """Read entries of the store."""
    return [orjson.loads(text) for text in texts]
