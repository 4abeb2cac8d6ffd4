"""The names of the keys in Redis. All carry one hash tag, so that a script may write any of them.

The lobby is small beside the games: a few records for a person or a table, and none for a move.
"""

from typing import Final

from services.lobby.store.ports import Key

TAG: Final = "lobby:{lobby}"
EVENTS: Final = f"{TAG}:events"
"""The stream that everybody may read."""
NUMBERS: Final = f"{TAG}:events:last"
"""The number of its last event."""
OUTBOX: Final = f"{TAG}:outbox"
NEWS: Final = "lobby:news"
"""The channel that tells of new events."""


def record_key(key: Key) -> str:
    """Name the hash of a record."""
    return f"{TAG}:{key.kind}:{key.id}"


def list_key(name: str) -> str:
    """Name the sorted set of a list."""
    return f"{TAG}:list:{name}"


def receipt_key(key: str) -> str:
    """Name what was answered under a key."""
    return f"{TAG}:receipt:{key}"
