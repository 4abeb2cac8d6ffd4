"""Editions as documents and whole games, for tests that draw."""

from functools import cache
from typing import Any

from rich.console import Console, RenderableType

from tests.support import EDITIONS, Game, at_random, play


@cache
def document(edition: str) -> Any:
    """Give an edition as the API does."""
    entry = EDITIONS[edition]
    return entry.family.edition_to_json(entry.edition)


@cache
def played(edition: str) -> Game:
    """Play a game of an edition with as few as can."""
    return play(edition, min(EDITIONS[edition].edition.players), "terminal", at_random("terminal"))


def events_of(game: Game) -> list[Any]:
    """Write down what has happened, as a spectator hears it."""
    return [game.family.event_to_json(event) for event in game.log]


def written(picture: RenderableType, width: int = 80) -> str:
    """Write a picture as a terminal without colours shows it."""
    console = Console(width=width, no_color=True, highlight=False, force_terminal=False)
    with console.capture() as capture:
        console.print(picture)
    return capture.get()
