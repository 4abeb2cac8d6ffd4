"""What a game is to the lobby."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameRef:
    """Where a game was asked for: at a table, or by a tournament."""

    table: str | None = None
    tournament: str | None = None
