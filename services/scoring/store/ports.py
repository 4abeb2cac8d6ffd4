"""What the use cases ask of a store; `redis.py` and `memory.py` pass the same tests.

What came in is kept for good: results in the order in which they were taken, dead messages until
somebody deals with them. All the rest follows from the results and can be made anew; it belongs
to a generation, and one generation at a time is looked at.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from services.plumbing.outbox import Waiting, Waits


class Spot(NamedTuple):
    """Where on a leaderboard somebody is: the lower the value the better, then by name."""

    value: float
    player: str


class Derived(NamedTuple):
    """What follows from one result, or from several in a row."""

    records: Mapping[str, bytes]
    """What is known now of each player who was rated."""
    boards: Mapping[str, Sequence[Spot]]
    """Their new spots, by board."""
    history: Sequence[tuple[str, bytes]]
    """What is added to the histories of players, in order."""
    counters: Mapping[str, int]
    """By how much counters grow."""


class Read(NamedTuple):
    """What ratings are made from."""

    generation: int
    records: Mapping[str, bytes]
    """What is known of those players of whom anything is."""


class Taking(NamedTuple):
    """A result to be stored with all that follows from it, or not at all."""

    message: str
    """The id of the message that brought it."""
    game: str
    result: bytes
    based_on: Read
    """What it follows from: if this has changed, nothing is written."""
    players: Sequence[str]
    """Whose records count in that."""
    derived: Derived
    announcement: bytes
    """What leaves the service because of it."""
    trace: str = ""
    """Of which trace that is part, if not of the one here."""


class Written(NamedTuple):
    """The result is in the store."""

    sequence: int
    """The how manyth of its edition, counted from 1."""


@dataclass(frozen=True)
class Stale:
    """Another result of the same players came first: nothing was written."""


@dataclass(frozen=True)
class Repeated:
    """The message, or the game, was taken before: nothing was written."""


Answer: TypeAlias = Written | Stale | Repeated


class Stored(NamedTuple):
    """A result as it is kept."""

    edition: str
    sequence: int
    result: bytes


class Dead(NamedTuple):
    """A message that could not be taken."""

    id: str
    document: bytes
    """The message with the reason and the time."""


@dataclass(frozen=True)
class Swapped:
    """The generation is the one that is looked at now."""


class Grown(NamedTuple):
    """There are more results than the generation was made from."""

    results: int


@dataclass(frozen=True)
class Superseded:
    """A younger generation is looked at already: this one is not needed."""


Swap: TypeAlias = Swapped | Grown | Superseded


class Results(Protocol):
    """Results, what follows from them, and what could not be taken."""

    def read(self, edition: str, players: Sequence[str]) -> Read:
        """Read what is known of players."""

    def take(self, edition: str, taking: Taking) -> Answer:
        """Store a result and all that follows from it, and take its message from the dead."""

    def take_all(self, edition: str, takings: Sequence[Taking]) -> list[Answer]:
        """Take one after the other in one go: each by itself is stored, or not at all."""

    def find(self, game: str) -> Stored | None:
        """Find the result of a game."""

    def results(self, edition: str, after: int, limit: int) -> list[bytes]:
        """Give results in the order in which they were taken, after the one of that number."""

    def board(self, edition: str, board: str, after: Spot | None, limit: int) -> list[Spot]:
        """Give a part of a leaderboard: what comes after a spot, taken by somebody or not."""

    def ahead(self, edition: str, board: str, values: Sequence[float]) -> list[int]:
        """Count for each value how many on a board have a lower one."""

    def size(self, edition: str, board: str) -> int:
        """Count who is on a board."""

    def history(self, edition: str, player: str, before: int | None, limit: int) -> "History":
        """Give a part of a player's history, the latest first: what comes before a number."""

    def counters(self, edition: str) -> dict[str, int]:
        """Give all counters."""

    def bury(self, edition: str | None, dead: Dead) -> bool:
        """Keep a message that could not be taken; False if a message of this id was taken."""

    def dead(self, edition: str | None, after: str, limit: int) -> list[Dead]:
        """List messages that could not be taken, by id, after that one."""

    def number(self, edition: str) -> int:
        """Count the results of an edition."""

    def dead_number(self, edition: str | None) -> int:
        """Count the messages that could not be taken."""

    def dead_message(self, edition: str | None, id_: str) -> bytes | None:
        """Give one message that could not be taken."""

    def drop(self, edition: str | None, id_: str) -> bool:
        """Forget a message that could not be taken; False if there is none."""

    def outbox(self, edition: str, before: int) -> list[Waiting]:
        """Give the messages that were written before that millisecond and are still here."""

    def waits(self, edition: str) -> Waits:
        """Say how many messages are here, and since when."""

    def sent(self, edition: str, messages: Sequence[Waiting]) -> None:
        """Take messages out of the outbox: they have left."""

    def begin(self, edition: str) -> int:
        """Begin a new generation, with nothing in it; nobody looks at it yet."""

    def add(self, edition: str, generation: int, derived: Derived) -> None:
        """Add to a generation that nobody looks at what follows from some results."""

    def swap(self, edition: str, generation: int, results: int) -> Swap:
        """Let everybody look at a generation, if it was made from all results there are."""

    def tidy(self, edition: str, generation: int | None = None) -> None:
        """Remove the generations before the present one, or one that is not needed."""

    def ping(self) -> None:
        """Say nothing if all is well; a `StoreError` if not."""


class History(NamedTuple):
    """A part of a player's history."""

    length: int
    """How many entries there are altogether."""
    entries: list[tuple[int, bytes]]
    """Each with its number, counted from 1; the latest first."""
