"""Whoever's turn it is is called: people by their webhooks, the platform's bots by their queue."""

from collections.abc import Sequence
from typing import NamedTuple

from services.contracts.messages import YourTurn1
from services.lobby.app.drafts import Draft
from services.lobby.app.lobby import Lobby
from services.lobby.app.notify import notify
from services.lobby.app.people import PLAYERS
from services.lobby.app.tokens import GAME_TOKEN
from services.lobby.core.people import PLAY, Player
from services.lobby.core.webhooks import YOUR_TURN
from services.plumbing.engines import inside, newest
from services.plumbing.types import JsonObject


class Turn(NamedTuple):
    """Whose turn it is in a game."""

    game: str
    edition: str
    version: int
    to_play: Sequence[str]
    deadline: str | None


def call_players(lobby: Lobby, draft: Draft, turn: Turn) -> None:
    """Call those whose turn it is, once for every version of the game."""
    data: JsonObject = {
        "game": turn.game,
        "edition": turn.edition,
        "version": turn.version,
        "deadline": turn.deadline,
    }
    for player in draft.get_all(PLAYERS, turn.to_play):
        if player is not None:
            notify(draft, lobby, player.id, YOUR_TURN, data, f"{turn.game}:{turn.version}")
        if player is not None and player.level is not None:
            draft.send(dict(_message(lobby, draft, turn, player)))


def _message(lobby: Lobby, draft: Draft, turn: Turn, bot: Player) -> YourTurn1:
    name = f"{turn.game}-{turn.version}-{bot.id.replace('.', '_')}"
    return YourTurn1(
        type="your_turn.1",
        id=f"your_turn-1-{name}",
        request_id=draft.request.id,
        at=lobby.moment(),
        game=turn.game,
        edition=turn.edition,
        version=turn.version,
        player=bot.id,
        level=str(bot.level),
        address=f"{_address_of(lobby, turn.edition)}/editions/{turn.edition}/games/{turn.game}",
        token=lobby.signer.sign(bot.id, PLAY, bot.id, lobby.now() + GAME_TOKEN),
    )


def _address_of(lobby: Lobby, edition: str) -> str:
    """Find the engines of an edition; the one whose game it is was there a moment ago."""
    engine = newest(lobby.engines.served()).get(edition)
    return inside(engine) if engine else ""
