"""A table starts: the game is wanted, then created by the rules, then played.

Between these steps a process may die. What is wanted is written first, and the rules create a game
once for a key, so whoever goes on with it later comes to the same game.
"""

from dataclasses import replace
from typing import Final

from services.lobby.app.call_players import Turn, call_players
from services.lobby.app.drafts import Draft, Kind
from services.lobby.app.errors import EngineUnavailableError
from services.lobby.app.house_bots import make_stand_ins, stand_ins
from services.lobby.app.lobby import Lobby, Wanted, known
from services.lobby.app.notify import wants_turns
from services.lobby.app.tables import find_table, get_table, keep, refusing, table_document
from services.lobby.core.boxes import city_for
from services.lobby.core.games import GameRef
from services.lobby.core.people import BOT, PLAY
from services.lobby.core.table import Status, Table, begin
from services.plumbing.callers import Caller, Request
from services.plumbing.types import JsonObject

GAMES: Final = Kind("game", GameRef)
"""Which table, or which tournament, a game belongs to."""


def start_table(lobby: Lobby, caller: Caller, id_: str, request: Request) -> JsonObject:
    """Start a table as its host; if nobody serves the edition it stays open."""
    player = known(caller, PLAY)

    def want(draft: Draft) -> JsonObject:
        with refusing():
            table = begin(get_table(draft, id_), player)
        keep(lobby, draft, table)
        return table_document(lobby, table, player)

    if find_table(lobby, id_).status not in {Status.STARTING, Status.PLAYING}:
        lobby.change(request._replace(key=None), want)
    return table_document(lobby, create_wanted(lobby, id_, request), player)


def create_wanted(lobby: Lobby, id_: str, request: Request) -> Table:
    """Let the rules create the game of a table that has everybody it needs."""
    table = find_table(lobby, id_)
    if table.status != Status.STARTING:
        return table
    edition = city_for(table.game, len(table.seats))
    bots = any(seat.kind == BOT for seat in table.seats)
    others = stand_ins(table.players) if table.takeover else ()
    tell = bots or table.takeover or wants_turns(lobby, table.players)
    wanted = Wanted(edition, table.players, table.public, table.clock, tell, others)
    try:
        made = lobby.rules.create(wanted, f"table-{id_}")
    except EngineUnavailableError as error:
        _reopen(lobby, id_, error.detail, request)
        raise

    def play(draft: Draft) -> None:
        table = get_table(draft, id_)
        if table.status == Status.STARTING:
            keep(lobby, draft, replace(table, status=Status.PLAYING, playing=made.game))
            draft.put(GAMES, made.game.id, GameRef(table=id_))
            make_stand_ins(lobby, draft, others)
            call_players(lobby, draft, Turn(made.game.id, edition, 0, made.to_play, made.deadline))

    lobby.change(request._replace(key=None), play)
    return find_table(lobby, id_)


def _reopen(lobby: Lobby, id_: str, reason: str, request: Request) -> None:
    """Let a table wait whose game cannot be created now."""

    def act(draft: Draft) -> None:
        table = get_table(draft, id_)
        if table.status == Status.STARTING:
            keep(lobby, draft, replace(table, status=Status.OPEN, reason=reason))

    lobby.change(request._replace(key=None), act)
