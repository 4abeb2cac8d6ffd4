"""What other services tell: a game is there, somebody's turn began, a game was scored.

A message is taken once: its id is kept with what follows from it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from services.lobby.app.call_players import Turn, call_players
from services.lobby.app.drafts import Draft
from services.lobby.app.lobby import Lobby
from services.lobby.app.notify import notify
from services.lobby.app.running import game_created, game_over, game_refused
from services.lobby.app.start_table import GAMES
from services.lobby.app.tables import get_table, keep
from services.lobby.core.course import Told
from services.lobby.core.games import GameRef
from services.lobby.core.table import Result, Status
from services.lobby.core.webhooks import GAME_FINISHED
from services.plumbing.callers import Request
from services.plumbing.types import JsonObject

TAKEN: Final = "taken"
STRANGE: Final = "strange"
"""What became of a message: it was taken now or before, or it is about nothing we know."""


def take_message(lobby: Lobby, message: Mapping[str, Any]) -> str:
    """Take a message of another service; say what became of it."""
    handler = HANDLERS.get(str(message.get("type")))
    if handler is None:
        return STRANGE
    request = Request(str(message["request_id"]), f"message:{message['id']}")

    def act(draft: Draft) -> str:
        ref = draft.get(GAMES, str(message["game"]))
        if ref is None:
            return STRANGE
        handler(lobby, draft, ref, message)
        return TAKEN

    return lobby.change(request, act)


def _created(lobby: Lobby, draft: Draft, ref: GameRef, message: Mapping[str, Any]) -> None:
    if ref.tournament is not None:
        game_created(lobby, draft, ref.tournament, message["game"], message["address"])
    call_players(lobby, draft, turn_from(message, 0))


def turn_from(message: Mapping[str, Any], version: int) -> Turn:
    """Read whose turn a message tells of."""
    return Turn(
        message["game"], message["edition"], version, message["to_play"], message["deadline"]
    )


def _refused(lobby: Lobby, draft: Draft, ref: GameRef, message: Mapping[str, Any]) -> None:
    if ref.tournament is not None:
        game_refused(lobby, draft, ref.tournament, message["game"])


def _turn(lobby: Lobby, draft: Draft, ref: GameRef, message: Mapping[str, Any]) -> None:
    del ref
    call_players(lobby, draft, turn_from(message, message["version"]))


def _scored(lobby: Lobby, draft: Draft, ref: GameRef, message: Mapping[str, Any]) -> None:
    told = Told(tuple(message["ranks"]), tuple(message["totals"]), tuple(message["standings"]))
    if ref.tournament is not None:
        game_over(lobby, draft, ref.tournament, message["game"], told)
    if ref.table is not None:
        table = get_table(draft, ref.table)
        if table.status == Status.PLAYING:
            result = Result(*told, tuple(message["winners"]))
            keep(lobby, draft, replace(table, status=Status.FINISHED, result=result))
    names = ("game", "edition", "players", "ranks", "totals", "standings", "winners")
    data: JsonObject = {name: message[name] for name in names}
    for player in message["players"]:
        notify(draft, lobby, player, GAME_FINISHED, data, message["game"])


Handler = Callable[[Lobby, Draft, GameRef, Mapping[str, Any]], None]
HANDLERS: Final[Mapping[str, Handler]] = {
    "game_created.1": _created,
    "game_refused.1": _refused,
    "turn_began.1": _turn,
    "game_scored.1": _scored,
}
