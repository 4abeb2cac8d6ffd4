"""Messages by which the lobby asks for games."""

from typing import Any, Final

from services.contracts.messages import CreateGame1
from services.plumbing.callers import new_secret
from services.rules.store.ports import Place
from tests.rules.app.bench import names

ROME: Final = "gob-rome"
CLOCK: Final = {"seconds_per_turn": 60, "on_expiry": "play"}


def order(edition: str = ROME, seats: int = 2, **changed: Any) -> dict[str, Any]:
    """Ask for a game, with something changed."""
    game = new_secret()
    plain = CreateGame1(
        type="create_game.1",
        id=f"create_game-1-{game}",
        request_id="tram-17",
        at="2026-03-01T12:00:00.123Z",
        edition=edition,
        game=game,
        players=list(names(seats)),
        public=True,
        clock=None,
        tell_turns=False,
    )
    return {**plain, **changed}


def place_of(message: dict[str, Any]) -> Place:
    """Say where the game of a message is to be."""
    return Place(message["edition"], message["game"])
