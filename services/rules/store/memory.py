"""A store in memory, for tests: it does what the one in Redis does, and forgets it."""

from collections.abc import Iterator, Sequence
from queue import Empty, SimpleQueue
from threading import Lock
from time import time

from services.contracts.messages import Engine
from services.plumbing.connections import StoreError
from services.plumbing.outbox import Waiting, Waits
from services.plumbing.tracing import carried
from services.rules.store.ports import (
    Change,
    NewGame,
    Place,
    Receipt,
    Repeated,
    Result,
    Settled,
    Stale,
    Stored,
    Written,
)


class MemoryGames:
    """Games in a dictionary; a lock stands for the script that writes all or nothing."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._games: dict[Place, Stored] = {}
        self._logs: dict[Place, list[bytes]] = {}
        self._receipts: dict[tuple[Place | None, str], Receipt] = {}
        self._outbox: dict[str, dict[str, tuple[int, Waiting]]] = {}
        self._listeners: list[MemoryNews] = []

    def reserve(self, key: str, receipt: Receipt) -> Receipt:
        """Keep a receipt under a key that is new; give the one that is kept there now."""
        with self._lock:
            return self._receipts.setdefault((None, key), receipt)

    def create(self, place: Place, game: NewGame) -> bool:
        """Store a new game; False, and nothing changed, if it is there already."""
        with self._lock:
            if place in self._games:
                return False
            self._logs[place] = list(game.events)
            length = len(game.events)
            self._games[place] = Stored(game.settled, 0, length, game.state, game.deadline, None)
            return True

    def read(self, place: Place, key: str | None = None) -> Stored | None:
        """Read a game, and what was answered under a key, in one go."""
        with self._lock:
            found = self._games.get(place)
            if found is None or key is None:
                return found
            return found._replace(receipt=self._receipts.get((place, key)))

    def write(self, place: Place, change: Change) -> Result:
        """Write moves: all of it if the version is the expected one, else nothing."""
        with self._lock:
            found = self._games.get(place)
            if found is None:
                raise StoreError(f"there is no game {place.game} of {place.edition}")
            if change.key is not None and (place, change.key) in self._receipts:
                return Repeated(self._receipts[place, change.key])
            if found.version != change.expected:
                return Stale(found.version)
            self._put(place, found, change)
        for listener in self._listeners:
            listener.tell(place)
        return Written()

    def events(self, place: Place, after: int, limit: int) -> list[bytes]:
        """Read a part of the log: events after the one of that number, counted from 1."""
        return self._logs.get(place, [])[after : after + limit]

    def last_events(self) -> Iterator[tuple[Settled, bytes]]:
        """Go through all games of all editions, each with the last event of its log."""
        for place, game in [*self._games.items()]:
            yield game.settled, self._logs[place][-1]

    def overdue(self, edition: str, at: int) -> list[str]:
        """Name the games of an edition whose turn's time was up at that millisecond."""
        return [
            place.game
            for place, game in self._games.items()
            if place.edition == edition and game.deadline is not None and game.deadline <= at
        ]

    def outbox(self, edition: str, before: int) -> list[Waiting]:
        """Give the messages that were written before that millisecond and are still here."""
        waiting = self._outbox.get(edition, {})
        return [each for at, each in waiting.values() if at < before]

    def waits(self, edition: str) -> Waits:
        """Say how many messages are here, and since when."""
        times = [at for at, _ in self._outbox.get(edition, {}).values()]
        return Waits(len(times), min(times, default=None))

    def sent(self, edition: str, messages: Sequence[Waiting]) -> None:
        """Take messages out of the outbox: they have left."""
        for message in messages:
            self._outbox[edition].pop(message.id, None)

    def ping(self) -> None:
        """Say nothing: all is well."""

    def news(self) -> "MemoryNews":
        """Listen for logs that grow."""
        listener = MemoryNews()
        self._listeners.append(listener)
        return listener

    def _put(self, place: Place, found: Stored, change: Change) -> None:
        self._logs[place].extend(change.events)
        self._games[place] = found._replace(
            version=change.version,
            length=found.length + len(change.events),
            state=change.state,
            deadline=change.deadline,
            left=change.left,
        )
        waiting = self._outbox.setdefault(place.edition, {})
        for number, message in enumerate(change.messages):
            id_ = f"{place.game}-{change.version}-{number}"
            waiting[id_] = int(time() * 1000), Waiting(id_, message, carried())
        if change.key is not None and change.receipt is not None:
            self._receipts[place, change.key] = change.receipt


class MemoryNews:
    """Listens to a store in memory."""

    def __init__(self) -> None:
        self._grown: SimpleQueue[Place | None] = SimpleQueue()

    def next(self, seconds: float) -> Place | None:
        """Wait for the next game whose log has grown; None if there is none in that time."""
        try:
            return self._grown.get(timeout=seconds)
        except Empty:
            return None

    def close(self) -> None:
        """Stop listening altogether."""
        self._grown.put(None)

    def tell(self, place: Place) -> None:
        """Take note that a log has grown."""
        self._grown.put(place)


class MemoryEngines:
    """Engines that are up, in a dictionary."""

    def __init__(self) -> None:
        self._until: dict[tuple[str, str], tuple[float, Engine]] = {}

    def announce(self, engines: Sequence[Engine], until: float) -> None:
        """Say that engines are up, and until which second this holds."""
        for engine in engines:
            self._until[engine["process"], engine["edition"]] = until, engine

    def withdraw(self, engines: Sequence[Engine]) -> None:
        """Say that engines are gone."""
        for engine in engines:
            self._until.pop((engine["process"], engine["edition"]), None)

    def up(self, now: float) -> list[Engine]:
        """List the engines that are up."""
        return [engine for until, engine in self._until.values() if until > now]
