"""Snapshots and the states they stand for. A state is frozen, so a known one is not read again."""

from collections import OrderedDict
from threading import Lock
from typing import Any, Final

import orjson

from services.rules.core.registry import Entry

KEPT: Final = 512
"""States that are kept: those of the games that are being played here just now."""


class States:
    """Reads and writes snapshots, and remembers the latest.

    They are known by the snapshot itself, whole, and never by a game's name or version. So it does
    not matter who else moves in the game: another snapshot is another state.
    """

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._lock = Lock()
        self._known: OrderedDict[bytes, Any] = OrderedDict()

    def read(self, entry: Entry, snapshot: bytes) -> Any:  # noqa: ANN401 (each family has its own)
        """Give the state of a snapshot."""
        with self._lock:
            state = self._known.get(snapshot)
            if state is not None:
                self._known.move_to_end(snapshot)
                return state
        state = entry.family.state_from_json(entry.edition, orjson.loads(snapshot))
        self._remember(snapshot, state)
        return state

    def write(self, entry: Entry, state: Any) -> bytes:  # noqa: ANN401
        """Give the snapshot of a state."""
        snapshot = orjson.dumps(entry.family.state_to_json(entry.edition, state))
        self._remember(snapshot, state)
        return snapshot

    def _remember(self, snapshot: bytes, state: Any) -> None:  # noqa: ANN401
        with self._lock:
            self._known[snapshot] = state
            if len(self._known) > self._most:
                self._known.popitem(last=False)
