"""Tables: opened, listed, joined and left."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from hmac import compare_digest
from typing import Any, Final, NamedTuple

from services.lobby.app.drafts import Draft, Kind
from services.lobby.app.editions import sizes
from services.lobby.app.errors import (
    TableRefusedError,
    UnknownTableError,
    WrongNumberError,
)
from services.lobby.app.lobby import Lobby, known
from services.lobby.app.pages import Asked, page_of
from services.lobby.app.people import PLAYERS
from services.lobby.core.people import PLAY
from services.lobby.core.table import (
    Clock,
    Refusal,
    Seat,
    Status,
    Table,
    TableError,
    begin,
    leave,
    sit,
)
from services.plumbing.callers import Caller, Request
from services.plumbing.types import JsonObject

TABLES: Final = Kind("table", Table)
OPEN: Final = "tables:open"
"""Public tables that wait for people, the oldest first."""
IDLE: Final = "tables:idle"
"""All open tables by the millisecond of their last change: abandoned ones are closed."""
STARTING: Final = "tables:starting"
"""Tables whose game is wanted, by the millisecond since when."""


class TableFilter(NamedTuple):
    """Which tables somebody looks for."""

    game: str | None = None
    seats: int | None = None
    """Tables that can be played with so many."""
    clock: bool | None = None


def open_table(
    lobby: Lobby, caller: Caller, wanted: dict[str, Any], request: Request
) -> JsonObject:
    """Open a table; who opens it sits down first and is its host."""
    player = known(caller, PLAY)

    def act(draft: Draft) -> JsonObject:
        table = new_table(lobby, draft, player, wanted)
        keep(lobby, draft, table)
        return table_document(lobby, table, player)

    return lobby.change(request, act)


def read_table(lobby: Lobby, caller: Caller, id_: str, invite: str | None) -> JsonObject:
    """Show a table; a private one to those who sit there or have the invitation."""
    table = find_table(lobby, id_)
    if not _may_see(lobby, table, caller.player, invite):
        raise UnknownTableError(f"there is no table {id_!r}, or it is private")
    return table_document(lobby, table, caller.player)


def list_tables(lobby: Lobby, wanted: TableFilter, after: str | None, limit: int) -> JsonObject:
    """List the public tables that wait for people, the oldest first."""

    def fits(table: Table) -> bool:
        return (
            (wanted.game is None or table.game == wanted.game)
            and (wanted.seats is None or table.least <= wanted.seats <= table.most)
            and (wanted.clock is None or (table.clock is not None) == wanted.clock)
        )

    def shown(table: Table) -> JsonObject:
        return table_document(lobby, table, None)

    return page_of(lobby.records, TABLES, Asked(OPEN, after, limit), shown, fits)


def take_seat(
    lobby: Lobby, caller: Caller, id_: str, invite: str | None, request: Request
) -> JsonObject:
    """Sit down; a table that is full begins to play if it is meant to."""
    player = known(caller, PLAY)

    def act(draft: Draft) -> JsonObject:
        table = get_table(draft, id_)
        if table.private and not invited(lobby, table, invite):
            raise TableRefusedError(Refusal.INVITE, "the table is private: ask for the invitation")
        with refusing():
            table = sit(table, seat_of(draft, player))
            if table.is_full and table.starts_full:
                table = begin(table)
        keep(lobby, draft, table)
        return table_document(lobby, table, player)

    return lobby.change(request, act)


def leave_table(lobby: Lobby, caller: Caller, id_: str, request: Request) -> JsonObject:
    """Leave a table that has not begun."""
    player = known(caller, PLAY)

    def act(draft: Draft) -> JsonObject:
        with refusing():
            table = leave(get_table(draft, id_), player)
        keep(lobby, draft, table)
        return table_document(lobby, table, player)

    return lobby.change(request, act)


def new_table(lobby: Lobby, draft: Draft, player: str, wanted: dict[str, Any]) -> Table:
    """Make a table at which its host sits already; it is not kept yet."""
    return replace(_new(lobby, draft, player, wanted), seats=(seat_of(draft, player),))


def get_table(draft: Draft, id_: str) -> Table:
    """Give a table that is to be changed."""
    table = draft.get(TABLES, id_)
    if table is None:
        raise UnknownTableError(f"there is no table {id_!r}")
    return table


def find_table(lobby: Lobby, id_: str) -> Table:
    """Give a table to look at."""
    (record,) = lobby.records.read([TABLES.key(id_)])
    if record is None:
        raise UnknownTableError(f"there is no table {id_!r}")
    return TABLES.load(record.document)


def keep(lobby: Lobby, draft: Draft, table: Table) -> None:
    """Write a table, where it stands on lists, and what everybody may know of it."""
    now, waits = float(lobby.milliseconds()), table.status == Status.OPEN
    before = draft.get(TABLES, table.id)
    table = replace(table, changed_at=lobby.moment())
    draft.put(TABLES, table.id, table)
    draft.list(IDLE, table.id, now if waits else None)
    draft.list(STARTING, table.id, now if table.status == Status.STARTING else None)
    listed = waits and not table.private and not table.is_full
    if before is None or not listed:
        draft.list(OPEN, table.id, now if listed else None)
    if not table.private:
        draft.tell(
            {
                "type": f"table_{'opened' if before is None else table.status}",
                "at": table.changed_at,
                "table": table.id,
                "game": table.game,
                "seats": [seat.player for seat in table.seats],
            }
        )


def seat_of(draft: Draft, player: str) -> Seat:
    """Give somebody's seat."""
    found = draft.get(PLAYERS, player)
    return Seat(player, found.kind if found else "person", found.name if found else player)


def invited(lobby: Lobby, table: Table, invite: str | None) -> bool:
    """Tell whether somebody has the invitation to a table."""
    return invite is not None and compare_digest(invite, invite_of(lobby, table.id))


def invite_of(lobby: Lobby, id_: str) -> str:
    """Give the invitation to a table: it follows from its id and is kept nowhere."""
    return lobby.signer.secret_of(f"table:{id_}")[:22]


@contextmanager
def refusing() -> Iterator[None]:
    """Turn what cannot be done with a table into a refusal."""
    try:
        yield
    except TableError as error:
        raise TableRefusedError(error.refusal, error.detail) from error


def table_document(lobby: Lobby, table: Table, viewer: str | None) -> JsonObject:
    """Describe a table; only those who sit there are told the invitation."""
    playing, result = table.playing, table.result
    return {
        "id": table.id,
        "game": table.game,
        "status": str(table.status),
        "host": table.host,
        "seats": [asdict(seat) for seat in table.seats],
        "least": table.least,
        "most": table.most,
        "public": table.public,
        "private": table.private,
        "starts_full": table.starts_full,
        "takeover": table.takeover,
        "clock": asdict(table.clock) if table.clock else None,
        "playing": asdict(playing) if playing else None,
        "result": {name: list(value) for name, value in asdict(result).items()} if result else None,
        "reason": table.reason,
        "rematch_of": table.rematch_of,
        "rematch": table.rematch,
        "invite": invite_of(lobby, table.id) if viewer in table.players else None,
        "created_at": table.created_at,
        "changed_at": table.changed_at,
    }


def _new(lobby: Lobby, draft: Draft, player: str, wanted: dict[str, Any]) -> Table:
    allowed = sizes(lobby, draft, wanted["game"])
    most = wanted.get("most") or max(allowed)
    least = wanted.get("least") or (most if wanted.get("most") else min(allowed))
    if not {least, most} <= allowed or least > most:
        raise WrongNumberError(f"{wanted['game']} is for {_spoken(allowed)} players")
    clock = wanted.get("clock")
    return Table(
        id=lobby.secret(),
        game=wanted["game"],
        host=player,
        least=least,
        most=most,
        created_at=lobby.moment(),
        changed_at=lobby.moment(),
        public=wanted["public"],
        private=wanted["private"],
        starts_full=wanted["starts_full"],
        takeover=wanted.get("takeover", False),
        clock=Clock(clock["seconds_per_turn"], clock["on_expiry"]) if clock else None,
    )


def _may_see(lobby: Lobby, table: Table, player: str | None, invite: str | None) -> bool:
    return not table.private or player in table.players or invited(lobby, table, invite)


def _spoken(numbers: frozenset[int]) -> str:
    return " or ".join(map(str, sorted(numbers)))
