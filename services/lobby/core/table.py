"""A table: who sits at it, and what may be done with it. Pure."""

from dataclasses import dataclass, replace
from enum import StrEnum

from services.lobby.core.people import BOT


class Status(StrEnum):
    """Where a table is on its way."""

    OPEN = "open"
    STARTING = "starting"
    """The game is wanted; nobody sits down or leaves any more."""
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"
    """Nobody played."""


class Refusal(StrEnum):
    """Why something cannot be done with a table."""

    NOT_OPEN = "table_not_open"
    FULL = "table_full"
    SEATED = "already_seated"
    ABSENT = "not_at_table"
    HOST = "not_the_host"
    FEW = "too_few_players"
    NOT_OVER = "table_not_finished"
    INVITE = "wrong_invite"


class TableError(Exception):
    """It cannot be done with the table as it is."""

    def __init__(self, refusal: Refusal, detail: str) -> None:
        super().__init__(detail)
        self.refusal = refusal
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at a table."""

    player: str
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a turn may take, and what happens then."""

    seconds_per_turn: int
    on_expiry: str


@dataclass(frozen=True, slots=True)
class Game:
    """The game that is played at a table."""

    id: str
    edition: str
    address: str


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended, by seat."""

    ranks: tuple[int, ...]
    totals: tuple[int | None, ...]
    standings: tuple[str, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table."""

    id: str
    game: str
    """What is played: a city, or a box."""
    host: str
    least: int
    """With fewer it cannot start."""
    most: int
    """With so many it is full."""
    created_at: str
    changed_at: str
    seats: tuple[Seat, ...] = ()
    status: Status = Status.OPEN
    public: bool = True
    """Whether spectators may look at the game."""
    private: bool = False
    """Whether one needs the invitation to sit down."""
    starts_full: bool = True
    """Whether the game begins by itself when the table is full."""
    takeover: bool = False
    """Whether bots take the seats of those who leave the game."""
    clock: Clock | None = None
    playing: Game | None = None
    result: Result | None = None
    reason: str | None = None
    """Why it could not be started the last time, or why it was closed."""
    rematch_of: str | None = None
    rematch: str | None = None
    """The table at which the same people play again."""

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits here, by seat."""
        return tuple(seat.player for seat in self.seats)

    @property
    def is_full(self) -> bool:
        """Whether nobody else can sit down."""
        return len(self.seats) >= self.most


def sit(table: Table, seat: Seat) -> Table:
    """Let somebody sit down in the next seat."""
    _open(table)
    if seat.player in table.players:
        raise TableError(Refusal.SEATED, f"{seat.name} sits at this table already")
    if table.is_full:
        raise TableError(Refusal.FULL, f"all {table.most} seats are taken")
    return replace(table, seats=(*table.seats, seat))


def leave(table: Table, player: str) -> Table:
    """Let somebody leave; the next person is host, and a table without people closes."""
    _open(table)
    if player not in table.players:
        raise TableError(Refusal.ABSENT, "only those who sit at the table can leave it")
    seats = tuple(seat for seat in table.seats if seat.player != player)
    people = [seat.player for seat in seats if seat.kind != BOT]
    if not people:
        return close(replace(table, seats=seats), "everybody has left")
    host = table.host if table.host in people else people[0]
    return replace(table, seats=seats, host=host)


def close(table: Table, reason: str) -> Table:
    """Close a table at which nobody has played."""
    return replace(table, status=Status.CLOSED, reason=reason)


def begin(table: Table, player: str | None = None) -> Table:
    """Say that the game shall begin: the host may, and anybody's coming that fills the table."""
    _open(table)
    if player is not None and player != table.host:
        raise TableError(Refusal.HOST, "the host starts the game")
    if len(table.seats) < table.least:
        missing = table.least - len(table.seats)
        raise TableError(Refusal.FEW, f"{missing} more have to sit down first")
    return replace(table, status=Status.STARTING, reason=None)


def only_host(table: Table, player: str) -> None:
    """Refuse what only the host may do."""
    if player != table.host:
        raise TableError(Refusal.HOST, "only the host may do this")


def _open(table: Table) -> None:
    if table.status != Status.OPEN:
        raise TableError(Refusal.NOT_OPEN, f"the table is {table.status}")
