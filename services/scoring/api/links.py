"""How answers lead on: to what is asked by edition, and to the ratings of a player there."""

from typing import Any, Final

IN_PATH: Final = "$request.path.edition"
IN_ANSWER: Final = "$response.body#/edition"
SAME_EDITION: Final = {"parameters": {"edition": IN_PATH}}
ITS_EDITION: Final = {"parameters": {"edition": IN_ANSWER}}


def ratings_of(player: str, edition: str) -> dict[str, Any]:
    """Lead to the ratings of a player, with the history in an edition; say where both stand."""
    return {"parameters": {"player": player, "edition": edition}}
