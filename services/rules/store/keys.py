"""The names of the keys in Redis.

A game belongs to one of a few shards of its edition. All keys of a shard carry the same hash tag,
so they are on one node of a cluster, and what a move changes can be written by one script: the
game, its log, the shard's deadlines and outbox (docs/decisions/0009-one-script-per-move.md).
"""

from typing import Final
from zlib import crc32

from services.rules.store.ports import Place

SHARDS: Final = 16


def shard_of(game: str) -> int:
    """Say to which shard a game belongs."""
    return crc32(game.encode()) % SHARDS


def game_key(place: Place) -> str:
    """Name the hash with a game's snapshot."""
    return f"{_tag(place.edition, shard_of(place.game))}:game:{place.game}"


def every_game_key() -> str:
    """Give the pattern of the names of all games."""
    return "rules:{*.*}:game:*"


def log_of(game: str) -> str:
    """Name the list with the events of the game whose hash has this name."""
    return game.replace(":game:", ":log:")


def log_key(place: Place) -> str:
    """Name the list with a game's events."""
    return f"{_tag(place.edition, shard_of(place.game))}:log:{place.game}"


def receipt_key(place: Place, key: str) -> str:
    """Name what was answered to a request about a game."""
    return f"{_tag(place.edition, shard_of(place.game))}:receipt:{place.game}:{key}"


def outbox_key(edition: str, shard: int) -> str:
    """Name the stream with the messages of a shard that wait to leave."""
    return f"{_tag(edition, shard)}:outbox"


def deadlines_key(edition: str, shard: int) -> str:
    """Name the sorted set of the games of a shard by the end of their turn's time."""
    return f"{_tag(edition, shard)}:deadlines"


def reserved_key(key: str) -> str:
    """Name what was answered to a request that created a game."""
    return f"rules:receipt:{key}"


def news_channel(edition: str) -> str:
    """Name the channel that tells which logs have grown."""
    return f"rules:news:{edition}"


def _tag(edition: str, shard: int) -> str:
    return f"rules:{{{edition}.{shard:02}}}"
