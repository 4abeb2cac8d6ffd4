"""What is measured."""

from dataclasses import dataclass, field
from typing import NamedTuple


class Games(NamedTuple):
    """Whole games of a table: created, and for every move a list of legal moves and the move."""

    edition: str
    players: int
    games: int
    moves: int
    seconds: float
    """Of the processors, in the processes that answer."""
    store_seconds: float
    """The same in Valkey."""
    floor: float
    """Seconds for one POST of the floor, its share of Valkey included."""
    running: float
    """Bytes in memory of a game that is half played."""
    finished: float
    log: float
    """Bytes that a game adds to the append-only log."""

    @property
    def per_second(self) -> float:
        """Games while one processor is busy for a second, Valkey included."""
        return self.games / (self.seconds + self.store_seconds)

    @property
    def moves_per_second(self) -> float:
        """The same for moves."""
        return self.moves / (self.seconds + self.store_seconds)

    @property
    def times_floor(self) -> float:
        """What a move with its list costs beside a POST of the floor."""
        return 1 / self.moves_per_second / self.floor


class Streams(NamedTuple):
    """Event streams that are open on one process."""

    streams: int
    bytes: float
    """Memory of the process for each of them."""
    delays: list[float]
    """Seconds from sending a move until a stream tells of it."""
    seconds: float
    """Of the processor for each event told."""

    def delay(self, share: float) -> float:
        """Give the milliseconds within which that share of the events came."""
        ordered = sorted(self.delays)
        return 1000 * ordered[min(int(len(ordered) * share), len(ordered) - 1)]


class Work(NamedTuple):
    """What a worker does."""

    what: str
    number: int
    seconds: float
    """Of its processor."""
    floor: float | None = None
    """Seconds for one job of plain RQ that does nothing."""

    @property
    def per_second(self) -> float:
        """How much while its processor is busy for a second."""
        return self.number / self.seconds


@dataclass
class Figures:
    """Everything that was measured."""

    games: list[Games] = field(default_factory=list)
    streams: list[Streams] = field(default_factory=list)
    work: list[Work] = field(default_factory=list)
    memory: dict[str, int] = field(default_factory=dict)
    """Bytes by process."""
    result: float = 0.0
    """Bytes in memory for each result, with the ratings and statistics that follow from it."""
    load: tuple[float, float] = (0.0, 0.0)
    """Of the machine, at the beginning and at the end."""
