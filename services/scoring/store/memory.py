"""A store in memory, for tests: it does what the one in Redis does, and forgets it."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from time import time

from services.plumbing.outbox import Waiting, Waits
from services.plumbing.tracing import carried
from services.scoring.store.ports import (
    Answer,
    Dead,
    Derived,
    Grown,
    History,
    Read,
    Repeated,
    Spot,
    Stale,
    Stored,
    Superseded,
    Swap,
    Swapped,
    Taking,
    Written,
)


@dataclass
class Generation:
    """What follows from results."""

    records: dict[str, bytes] = field(default_factory=dict)
    boards: dict[str, dict[str, float]] = field(default_factory=dict)
    histories: dict[str, list[bytes]] = field(default_factory=dict)
    counters: Counter[str] = field(default_factory=Counter)

    def add(self, derived: Derived) -> None:
        """Add what follows from some more results."""
        self.records.update(derived.records)
        for name, spots in derived.boards.items():
            self.boards.setdefault(name, {}).update({each.player: each.value for each in spots})
        for player, entry in derived.history:
            self.histories.setdefault(player, []).append(entry)
        self.counters.update(derived.counters)

    def board(self, name: str) -> list[Spot]:
        """Give a whole leaderboard in its order."""
        found = self.boards.get(name, {})
        return sorted(Spot(value, player) for player, value in found.items())


@dataclass
class Edition:
    """All that is kept of an edition."""

    results: dict[str, bytes] = field(default_factory=dict)
    messages: set[str] = field(default_factory=set)
    outbox: dict[str, tuple[int, Waiting]] = field(default_factory=dict)
    dead: dict[str, bytes] = field(default_factory=dict)
    generations: dict[int, Generation] = field(default_factory=lambda: {0: Generation()})
    present: int = 0
    begun: int = 0

    @property
    def now(self) -> Generation:
        """The generation that is looked at."""
        return self.generations[self.present]


class MemoryResults:
    """Results in dictionaries; a lock stands for the scripts that write all or nothing."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._editions: dict[str | None, Edition] = {}
        self._hints: dict[str, str] = {}

    def read(self, edition: str, players: Sequence[str]) -> Read:
        """Read what is known of players."""
        with self._lock:
            of = self._of(edition)
            known = {name: of.now.records[name] for name in players if name in of.now.records}
            return Read(of.present, known)

    def take(self, edition: str, taking: Taking) -> Answer:
        """Store a result and all that follows from it, and take its message from the dead."""
        with self._lock:
            of, known = self._of(edition), taking.based_on.records
            self._hints.setdefault(taking.game, edition)
            if taking.message in of.messages or taking.game in of.results:
                of.dead.pop(taking.message, None)
                return Repeated()
            same = all(of.now.records.get(each) == known.get(each) for each in taking.players)
            if of.present != taking.based_on.generation or not same:
                return Stale()
            return self._put(of, taking)

    def take_all(self, edition: str, takings: Sequence[Taking]) -> list[Answer]:
        """Take one after the other in one go: each by itself is stored, or not at all."""
        return [self.take(edition, taking) for taking in takings]

    def find(self, game: str) -> Stored | None:
        """Find the result of a game."""
        edition = self._hints.get(game)
        if edition is None or game not in self._of(edition).results:
            return None
        results = self._of(edition).results
        return Stored(edition, [*results].index(game) + 1, results[game])

    def results(self, edition: str, after: int, limit: int) -> list[bytes]:
        """Give results in the order in which they were taken, after the one of that number."""
        return [*self._of(edition).results.values()][after : after + limit]

    def board(self, edition: str, board: str, after: Spot | None, limit: int) -> list[Spot]:
        """Give a part of a leaderboard: what comes after a spot, taken by somebody or not."""
        spots = self._of(edition).now.board(board)
        first = 0 if after is None else bisect_right(spots, after)
        return spots[first : first + limit]

    def ahead(self, edition: str, board: str, values: Sequence[float]) -> list[int]:
        """Count for each value how many on a board have a lower one."""
        spots = self._of(edition).now.board(board)
        return [bisect_left(spots, Spot(value, "")) for value in values]

    def size(self, edition: str, board: str) -> int:
        """Count who is on a board."""
        return len(self._of(edition).now.board(board))

    def history(self, edition: str, player: str, before: int | None, limit: int) -> History:
        """Give a part of a player's history, the latest first: what comes before a number."""
        entries = self._of(edition).now.histories.get(player, [])
        before = len(entries) + 1 if before is None else before
        found = [*enumerate(entries, start=1)][max(before - 1 - limit, 0) : max(before - 1, 0)]
        return History(len(entries), found[::-1])

    def counters(self, edition: str) -> dict[str, int]:
        """Give all counters."""
        return dict(self._of(edition).now.counters)

    def bury(self, edition: str | None, dead: Dead) -> bool:
        """Keep a message that could not be taken; False if a message of this id was taken."""
        with self._lock:
            of = self._of(edition)
            if dead.id in of.messages:
                return False
            of.dead[dead.id] = dead.document
            return True

    def dead(self, edition: str | None, after: str, limit: int) -> list[Dead]:
        """List messages that could not be taken, by id, after that one."""
        listed = sorted(self._of(edition).dead.items())
        return [Dead(id_, document) for id_, document in listed if id_ > after][:limit]

    def number(self, edition: str) -> int:
        """Count the results of an edition."""
        return len(self._of(edition).results)

    def dead_number(self, edition: str | None) -> int:
        """Count the messages that could not be taken."""
        return len(self._of(edition).dead)

    def dead_message(self, edition: str | None, id_: str) -> bytes | None:
        """Give one message that could not be taken."""
        return self._of(edition).dead.get(id_)

    def drop(self, edition: str | None, id_: str) -> bool:
        """Forget a message that could not be taken; False if there is none."""
        return self._of(edition).dead.pop(id_, None) is not None

    def outbox(self, edition: str, before: int) -> list[Waiting]:
        """Give the messages that were written before that millisecond and are still here."""
        waiting = self._of(edition).outbox
        return [each for at, each in waiting.values() if at < before]

    def waits(self, edition: str) -> Waits:
        """Say how many messages are here, and since when."""
        times = [at for at, _ in self._of(edition).outbox.values()]
        return Waits(len(times), min(times, default=None))

    def sent(self, edition: str, messages: Sequence[Waiting]) -> None:
        """Take messages out of the outbox: they have left."""
        for message in messages:
            self._of(edition).outbox.pop(message.id, None)

    def begin(self, edition: str) -> int:
        """Begin a new generation, with nothing in it; nobody looks at it yet."""
        with self._lock:
            of = self._of(edition)
            of.begun += 1
            of.generations[of.begun] = Generation()
            return of.begun

    def add(self, edition: str, generation: int, derived: Derived) -> None:
        """Add to a generation that nobody looks at what follows from some results."""
        self._of(edition).generations.setdefault(generation, Generation()).add(derived)

    def swap(self, edition: str, generation: int, results: int) -> Swap:
        """Let everybody look at a generation, if it was made from all results there are."""
        with self._lock:
            of = self._of(edition)
            if of.present >= generation:
                return Superseded()
            if len(of.results) != results:
                return Grown(len(of.results))
            of.present = generation
            return Swapped()

    def tidy(self, edition: str, generation: int | None = None) -> None:
        """Remove the generations before the present one, or one that is not needed."""
        with self._lock:
            of = self._of(edition)
            old = [each for each in of.generations if each < of.present]
            for each in old if generation is None else [generation]:
                of.generations.pop(each, None)

    def ping(self) -> None:
        """Say nothing: all is well."""

    def _of(self, edition: str | None) -> Edition:
        return self._editions.setdefault(edition, Edition())

    def _put(self, of: Edition, taking: Taking) -> Written:
        of.results[taking.game] = taking.result
        of.messages.add(taking.message)
        waiting = Waiting(f"{len(of.results)}", taking.announcement, taking.trace or carried())
        of.outbox[waiting.id] = int(time() * 1000), waiting
        of.dead.pop(taking.message, None)
        of.now.add(taking.derived)
        return Written(len(of.results))
