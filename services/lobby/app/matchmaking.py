"""People who do not look for a table themselves wait, and are seated with others like them."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from services.lobby.app.drafts import Draft, Kind
from services.lobby.app.editions import sizes
from services.lobby.app.errors import (
    AlreadyWaitingError,
    EngineUnavailableError,
    UnknownTicketError,
    WrongNumberError,
)
from services.lobby.app.lobby import Lobby, known
from services.lobby.app.start_table import create_wanted
from services.lobby.app.tables import keep, seat_of
from services.lobby.core.boxes import city_for
from services.lobby.core.matchmaking import Match, Ticket, match
from services.lobby.core.people import PLAY
from services.lobby.core.table import Clock, Status, Table
from services.lobby.core.tiebreaks import draw_lots
from services.plumbing.callers import Caller, Request
from services.plumbing.types import JsonObject

WAITING: Final = "tickets:waiting"
"""By the millisecond since when."""
MOST: Final = 5000
"""How many are looked at in one go."""
COMPARED: Final = 2
"""People who wait for a box are compared in its city for so many."""
OWN: Final = Request("matchmaking")
CLOCK: Final = Clock(120, "play")
"""Whoever is seated with strangers does not wait for them for ever."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A ticket as it is kept."""

    id: str
    player: str
    game: str
    sizes: tuple[int, ...]
    rating: float
    created_at: str
    status: str = "waiting"
    table: str | None = None


@dataclass(frozen=True, slots=True)
class Current:
    """The ticket with which somebody waits."""

    ticket: str


TICKETS: Final = Kind("ticket", Kept)
CURRENT: Final = Kind("waiting", Current)


def wait_for_table(
    lobby: Lobby, caller: Caller, wanted: dict[str, Any], request: Request
) -> JsonObject:
    """Begin to wait; nobody waits twice at once."""
    player, game = known(caller, PLAY), str(wanted["game"])
    rating = lobby.ratings.rating(player, city_for(game, COMPARED))

    def act(draft: Draft) -> JsonObject:
        allowed = sizes(lobby, draft, game)
        chosen = frozenset(wanted.get("sizes") or allowed)
        if not chosen <= allowed:
            spoken = " or ".join(map(str, sorted(allowed)))
            raise WrongNumberError(f"{game} is for {spoken} players")
        if (current := draft.get(CURRENT, player)) is not None:
            detail = f"you wait already, with the ticket {current.ticket}; withdraw it first"
            raise AlreadyWaitingError(detail)
        now = lobby.moment()
        ticket = Kept(lobby.secret(), player, game, tuple(sorted(chosen)), rating, now)
        draft.put(TICKETS, ticket.id, ticket)
        draft.put(CURRENT, player, Current(ticket.id))
        draft.list(WAITING, ticket.id, float(lobby.milliseconds()))
        return ticket_document(ticket)

    return lobby.change(request, act)


def read_ticket(lobby: Lobby, caller: Caller, id_: str) -> JsonObject:
    """Show a ticket: it names the table once there is one."""
    (record,) = lobby.records.read([TICKETS.key(id_)])
    return ticket_document(_owned(TICKETS.load(record.document) if record else None, caller, id_))


def withdraw_ticket(lobby: Lobby, caller: Caller, id_: str, request: Request) -> None:
    """Wait no more; who has been seated meanwhile is seated."""

    def act(draft: Draft) -> None:
        ticket = _owned(draft.get(TICKETS, id_), caller, id_)
        if ticket.status == "waiting":
            _end(draft, replace(ticket, status="withdrawn"))

    lobby.change(request, act)


def make_tables(lobby: Lobby) -> int:
    """Seat those who fit together, and let their games begin; count the tables."""
    ids = lobby.records.due(WAITING, float("inf"), MOST)
    found = lobby.records.read([TICKETS.key(id_) for id_ in ids])
    tickets = [_wish(TICKETS.load(record.document)) for record in found if record]
    made = 0
    for table in match(tickets, lobby.now().timestamp()):
        id_ = lobby.change(OWN, partial(_seat, lobby, table))
        made += id_ is not None
        if id_ is not None:
            _begin(lobby, id_)
    return made


def ticket_document(ticket: Kept) -> JsonObject:
    """Describe a ticket for its owner."""
    return {
        "id": ticket.id,
        "game": ticket.game,
        "sizes": list(ticket.sizes),
        "status": ticket.status,
        "table": ticket.table,
        "created_at": ticket.created_at,
    }


def _seat(lobby: Lobby, found: Match, draft: Draft) -> str | None:
    """Seat people at a new table, unless one of them has gone meanwhile."""
    kept = draft.get_all(TICKETS, [ticket.id for ticket in found.tickets])
    tickets = [each for each in kept if each is not None and each.status == "waiting"]
    if len(tickets) < found.size:
        return None
    id_ = lobby.secret()
    lots = draw_lots(id_, [ticket.player for ticket in tickets])
    table = Table(
        id=id_,
        game=found.edition,
        host=tickets[0].player,
        least=found.size,
        most=found.size,
        created_at=lobby.moment(),
        changed_at=lobby.moment(),
        seats=tuple(seat_of(draft, player) for player in sorted(lots, key=lots.__getitem__)),
        status=Status.STARTING,
        clock=CLOCK,
    )
    keep(lobby, draft, table)
    for ticket in tickets:
        _end(draft, replace(ticket, status="seated", table=table.id))
    return table.id


def _begin(lobby: Lobby, id_: str) -> None:
    try:
        create_wanted(lobby, id_, OWN)
    except EngineUnavailableError:
        return  # the table is open, says why, and can be started when the engine is back


def _end(draft: Draft, ticket: Kept) -> None:
    draft.put(TICKETS, ticket.id, ticket)
    draft.put(CURRENT, ticket.player, None)
    draft.list(WAITING, ticket.id, None)


def _wish(ticket: Kept) -> Ticket:
    since = datetime.fromisoformat(ticket.created_at).timestamp()
    wanted = frozenset(ticket.sizes)
    return Ticket(ticket.id, ticket.player, ticket.game, wanted, ticket.rating, since)


def _owned(ticket: Kept | None, caller: Caller, id_: str) -> Kept:
    if ticket is None or ticket.player != known(caller, PLAY):
        raise UnknownTicketError(f"you have no ticket {id_!r}")
    return ticket
