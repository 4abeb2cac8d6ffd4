"""What the use cases ask of a store; `redis.py` and `memory.py` pass the same tests."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from services.contracts.messages import Engine
from services.plumbing.outbox import Waiting, Waits


class Clock(NamedTuple):
    """How long a turn may take, and what happens when its time is up."""

    seconds: int
    on_expiry: str


class Settled(NamedTuple):
    """What is settled when a game is created and never changes."""

    edition: str
    edition_version: int
    engine_version: int
    players: tuple[str, ...]
    seed: str
    seed_chosen: bool
    """Whether the one who created the game named the seed."""
    public: bool
    clock: Clock | None
    created_at: str
    tell_turns: bool = False
    """Whether the lobby is told of every turn."""
    stand_ins: tuple[str, ...] = ()
    """Who takes the seats of players who leave, one after the other."""


class Place(NamedTuple):
    """Where a game is kept."""

    edition: str
    game: str


class Receipt(NamedTuple):
    """The first answer to a request that may be repeated."""

    fingerprint: str
    """Of the request's body: another body under the same key is refused."""
    answer: bytes


class Stored(NamedTuple):
    """A game as one read gives it."""

    settled: Settled
    version: int
    length: int
    """Events in its log."""
    state: bytes
    deadline: int | None
    """When the turn's time is up, in milliseconds since 1970."""
    receipt: Receipt | None
    """What was answered under the key that was asked for."""
    left: tuple[int, ...] = ()
    """Seats that others play since their players have left, in that order."""


class NewGame(NamedTuple):
    """A game to be created."""

    settled: Settled
    state: bytes
    events: Sequence[bytes]
    deadline: int | None


class Change(NamedTuple):
    """One or more moves to be written, all or nothing."""

    expected: int
    """The version that they were made on."""
    version: int
    state: bytes
    events: Sequence[bytes]
    deadline: int | None
    messages: Sequence[bytes]
    """What leaves the service because of them."""
    key: str | None = None
    receipt: Receipt | None = None
    """What to answer when the request comes again under this key."""
    left: tuple[int, ...] = ()
    """All seats that others play from now on."""


class Written(NamedTuple):
    """The change is in the store."""


class Stale(NamedTuple):
    """Another change came first: nothing was written."""

    version: int


class Repeated(NamedTuple):
    """A request under this key was answered before: nothing was written."""

    receipt: Receipt


Result: TypeAlias = Written | Stale | Repeated


class Games(Protocol):
    """The games, their logs, and what follows from them."""

    def reserve(self, key: str, receipt: Receipt) -> Receipt:
        """Keep a receipt under a key that is new; give the one that is kept there now."""

    def create(self, place: Place, game: NewGame) -> bool:
        """Store a new game; False, and nothing changed, if it is there already."""

    def read(self, place: Place, key: str | None = None) -> Stored | None:
        """Read a game, and what was answered under a key, in one go."""

    def write(self, place: Place, change: Change) -> Result:
        """Write moves: all of it if the version is the expected one, else nothing."""

    def events(self, place: Place, after: int, limit: int) -> list[bytes]:
        """Read a part of the log: events after the one of that number, counted from 1."""

    def last_events(self) -> Iterator[tuple[Settled, bytes]]:
        """Go through all games of all editions, each with the last event of its log.

        It takes its time, and keeps nobody waiting. A game that is created meanwhile may be left
        out, and while the store grows a game may come twice.
        """

    def overdue(self, edition: str, at: int) -> list[str]:
        """Name the games of an edition whose turn's time was up at that millisecond."""

    def outbox(self, edition: str, before: int) -> list[Waiting]:
        """Give the messages that were written before that millisecond and are still here."""

    def waits(self, edition: str) -> Waits:
        """Say how many messages are here, and since when."""

    def sent(self, edition: str, messages: Sequence[Waiting]) -> None:
        """Take messages out of the outbox: they have left."""

    def ping(self) -> None:
        """Say nothing if all is well; a `StoreError` if not."""


class News(Protocol):
    """Tells that a log has grown. News may get lost: the log is asked from time to time anyway."""

    def next(self, seconds: float) -> Place | None:
        """Wait for the next game whose log has grown; None if there is none in that time."""

    def close(self) -> None:
        """Stop listening altogether."""


class Engines(Protocol):
    """Which engines are up."""

    def announce(self, engines: Sequence[Engine], until: float) -> None:
        """Say that engines are up, and until which second this holds."""

    def withdraw(self, engines: Sequence[Engine]) -> None:
        """Say that engines are gone."""

    def up(self, now: float) -> list[Engine]:
        """List the engines that are up."""
