"""The platform's own bots sit down at tables; each level has as many as are needed."""

from collections.abc import Sequence
from typing import Any, Final

from services.contracts.ids import BOT as PREFIX
from services.lobby.app.drafts import Draft
from services.lobby.app.lobby import Lobby, known
from services.lobby.app.people import PLAYERS
from services.lobby.app.tables import get_table, keep, new_table, refusing, table_document
from services.lobby.core.people import BOT, PLAY, Player
from services.lobby.core.table import Seat, Table, begin, only_host, sit
from services.plumbing.callers import Caller, Request
from services.plumbing.types import JsonObject

LEVELS: Final = ("random", "greedy", "search")
"""How the platform's own bots play, from the weakest to the strongest."""
STAND_IN: Final = LEVELS[1]
"""How those play who take the seats of people who leave: well, and at once."""


def open_with_bots(
    lobby: Lobby, caller: Caller, wanted: dict[str, Any], request: Request
) -> JsonObject:
    """Open a table whose other seats bots take at once."""
    player = known(caller, PLAY)

    def act(draft: Draft) -> JsonObject:
        table = new_table(lobby, draft, player, wanted)
        with refusing():
            table = _filled(lobby, draft, table, wanted["bots"], table.most - 1)
        keep(lobby, draft, table)
        return table_document(lobby, table, player)

    return lobby.change(request, act)


def fill_with_bots(
    lobby: Lobby, caller: Caller, id_: str, level: str, count: int | None, request: Request
) -> JsonObject:
    """Let bots take free seats of a table: all of them, or so many; the host may."""
    player = known(caller, PLAY)

    def act(draft: Draft) -> JsonObject:
        table = get_table(draft, id_)
        with refusing():
            only_host(table, player)
            wanted = count or max(table.most - len(table.seats), 1)
            table = _filled(lobby, draft, table, level, wanted)
        keep(lobby, draft, table)
        return table_document(lobby, table, player)

    return lobby.change(request, act)


def house_bot(lobby: Lobby, draft: Draft, level: str, number: int) -> Player:
    """Give one of the platform's own bots; it is made when it is first needed."""
    id_ = f"{PREFIX}{level}-{number}"
    found = draft.get(PLAYERS, id_)
    if found is not None:
        return found
    made = Player(id_, f"{level.capitalize()} {number}", BOT, lobby.moment(), level=level)
    draft.put(PLAYERS, id_, made)
    return made


def stand_ins(players: Sequence[str]) -> tuple[str, ...]:
    """Name a bot for each seat of a table, none of which sits there; the same each time."""
    names = (f"{PREFIX}{STAND_IN}-{number}" for number in range(1, 2 * len(players) + 1))
    return tuple(name for name in names if name not in players)[: len(players)]


def make_stand_ins(lobby: Lobby, draft: Draft, names: Sequence[str]) -> None:
    """See that bots who may be called are known."""
    for name in names:
        house_bot(lobby, draft, STAND_IN, int(name.rpartition("-")[2]))


def _filled(lobby: Lobby, draft: Draft, table: Table, level: str, count: int) -> Table:
    """Let so many bots sit down; a table that is full then begins if it is meant to."""
    for _ in range(count):
        table = sit(table, _next_bot(lobby, draft, table, level))
    return begin(table) if table.is_full and table.starts_full else table


def _next_bot(lobby: Lobby, draft: Draft, table: Table, level: str) -> Seat:
    number = 1
    while f"{PREFIX}{level}-{number}" in table.players:
        number += 1
    bot = house_bot(lobby, draft, level, number)
    return Seat(bot.id, bot.kind, bot.name)
