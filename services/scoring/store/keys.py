"""The names of the keys in Redis.

All keys of an edition carry the same hash tag, so they are on one node of a cluster, and what a
result changes can be written by one script. What follows from results is named with its
generation as well.
"""

from typing import Final

NOWHERE: Final = "-"
"""Stands for the edition of dead messages that belong to none we know."""


def generations_key(edition: str) -> str:
    """Name the hash that says which generation is looked at, and which were begun and removed."""
    return f"{_tag(edition)}:generations"


def results_key(edition: str) -> str:
    """Name the hash of results by game, each after its number in the order."""
    return f"{_tag(edition)}:results"


def order_key(edition: str) -> str:
    """Name the list of games in the order in which their results were taken."""
    return f"{_tag(edition)}:order"


def messages_key(edition: str) -> str:
    """Name the set with the ids of messages that were taken."""
    return f"{_tag(edition)}:messages"


def outbox_key(edition: str) -> str:
    """Name the stream of messages that wait to leave."""
    return f"{_tag(edition)}:outbox"


def dead_key(edition: str | None) -> str:
    """Name the hash of messages that could not be taken, by id."""
    return f"{_tag(edition or NOWHERE)}:dead"


def dead_ids_key(edition: str | None) -> str:
    """Name the sorted set of their ids; all have the same score, so it is sorted by id."""
    return f"{_tag(edition or NOWHERE)}:dead_ids"


def records_key(edition: str, generation: int) -> str:
    """Name the hash of what is known of players."""
    return f"{_tag(edition)}:{generation}:records"


def counters_key(edition: str, generation: int) -> str:
    """Name the hash of counters."""
    return f"{_tag(edition)}:{generation}:counters"


def board_key(edition: str, generation: int, board: str) -> str:
    """Name the sorted set of a leaderboard."""
    return f"{_tag(edition)}:{generation}:board:{board}"


def boards_key(edition: str, generation: int) -> str:
    """Name the set with the names of the leaderboards there are."""
    return f"{_tag(edition)}:{generation}:boards"


def history_key(edition: str, generation: int, player: str) -> str:
    """Name the list with a player's history."""
    return f"{_tag(edition)}:{generation}:history:{player}"


def game_key(game: str) -> str:
    """Name what hints at the edition of a game; it may be there before there is a result."""
    return f"scoring:game:{game}"


def _tag(edition: str) -> str:
    return f"scoring:{{{edition}}}"
