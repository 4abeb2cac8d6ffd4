"""The same people play again: at a new table, with the seats moved on by one."""

from dataclasses import replace

from services.lobby.app.drafts import Draft
from services.lobby.app.errors import TableRefusedError
from services.lobby.app.lobby import Lobby, known
from services.lobby.app.tables import TABLES, get_table, keep, refusing, table_document
from services.lobby.core.people import BOT, PLAY
from services.lobby.core.table import Refusal, Status, Table, begin, sit
from services.plumbing.callers import Caller, Request
from services.plumbing.types import JsonObject


def rematch(lobby: Lobby, caller: Caller, id_: str, request: Request) -> JsonObject:
    """Open a table for a rematch, or join the one that another has opened.

    Bots sit there at once; when all people of the first table have come, it begins.
    """
    player = known(caller, PLAY)

    def act(draft: Draft) -> JsonObject:
        old = get_table(draft, id_)
        _check(old, player)
        new = _again(lobby, old, player) if old.rematch is None else get_table(draft, old.rematch)
        if old.rematch is None:
            draft.put(TABLES, id_, replace(old, rematch=new.id))
        with refusing():
            new = _seated(new, old, player)
            if new.is_full:
                new = begin(new)
        keep(lobby, draft, new)
        return table_document(lobby, new, player)

    return lobby.change(request, act)


def _check(old: Table, player: str) -> None:
    if player not in old.players:
        raise TableRefusedError(Refusal.ABSENT, "only those who played can play again")
    if old.status != Status.FINISHED:
        raise TableRefusedError(Refusal.NOT_OVER, f"the table is {old.status}")


def _again(lobby: Lobby, old: Table, player: str) -> Table:
    """Make a table like the old one, for exactly as many, at which only its bots sit."""
    return replace(
        old,
        id=lobby.secret(),
        host=player,
        least=len(old.seats),
        most=len(old.seats),
        created_at=lobby.moment(),
        seats=tuple(seat for seat in old.seats if seat.kind == BOT),
        status=Status.OPEN,
        private=True,
        playing=None,
        result=None,
        reason=None,
        rematch_of=old.id,
    )


def _seated(new: Table, old: Table, player: str) -> Table:
    """Let somebody of the old table sit down where it is their turn to sit."""
    seat = next(seat for seat in old.seats if seat.player == player)
    order = [*old.players[1:], *old.players[:1]]
    sitting = sit(new, seat)
    return replace(
        sitting, seats=tuple(sorted(sitting.seats, key=lambda each: order.index(each.player)))
    )
