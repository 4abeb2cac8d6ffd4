"""What happens in the games of every family: they are set up, and people leave them."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

ENDING: Final = "game_ended"
"""What every family calls the last event of a game."""


class GameStarted(NamedTuple):
    """A table was set up."""

    edition: str
    version: int
    engine: int
    seats: int


class CardsDrawn(NamedTuple):
    """Chance dealt cards; a replay takes them from here and never draws again."""

    what: str
    cards: tuple[int, ...] | tuple[str, ...]


class PlayerResigned(NamedTuple):
    """A seat left the game."""

    seat: int


def draws(log: Sequence[object]) -> Mapping[str, Sequence[int] | Sequence[str]]:
    """Find the draws of a game in its log, for `Recorded`."""
    return {event.what: event.cards for event in log if isinstance(event, CardsDrawn)}
