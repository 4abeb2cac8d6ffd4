"""A lobby for tests: people in it, a clock by hand, and everything around it noted."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from services.contracts.messages import Engine
from services.lobby.api.examples import Quiet
from services.lobby.app import people
from services.lobby.app.errors import EngineUnavailableError
from services.lobby.app.lobby import Created, Lobby, Wanted
from services.lobby.app.running import go_on
from services.lobby.app.tokens import Session, authenticate
from services.lobby.store.memory import MemoryRecords
from services.lobby.store.ports import Records
from services.plumbing.callers import Caller, Request

BEGIN: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)
REQUEST: Final = Request("test")
CITIES: Final = {
    "gob-new-york": [2, 3],
    "gob-london": [4, 5],
    "gob-paris": [4, 5],
    "gob-rome": [2, 3],
    "otu-paris": [2, 3, 4, 5],
}


@dataclass
class Around(Quiet):
    """What is around a lobby: it notes what it is asked for."""

    relayed: int = 0
    going_on: list[str] = field(default_factory=list)
    revoked: list[tuple[str, float]] = field(default_factory=list)
    created: dict[str, Wanted] = field(default_factory=dict)
    up: dict[str, list[int]] = field(default_factory=lambda: dict(CITIES))
    others: list[Engine] = field(default_factory=list)
    """Engines that are up beside them."""
    before: Callable[[], object] = lambda: None
    """What happens just before a game is created."""

    def relay(self) -> None:
        """Note it."""
        self.relayed += 1

    def go_on(self, tournament: str) -> None:
        """Note it."""
        self.going_on.append(tournament)

    def announce(self, token: str, until: float) -> None:
        """Note it."""
        self.revoked.append((token, until))

    def served(self) -> list[Engine]:
        """Say which cities are up."""
        example = Quiet().served()[0]
        cities = [
            Engine(**{**example, "edition": name, "players": numbers})
            for name, numbers in self.up.items()
        ]
        return [*cities, *self.others]

    def create(self, wanted: Wanted, key: str) -> Created:
        """Create a game, if its city is up; once for a key."""
        self.before()
        if wanted.edition not in self.up:
            raise EngineUnavailableError(f"nobody serves {wanted.edition} now")
        self.created.setdefault(key, wanted)
        return super().create(wanted, key)


class Time:
    """A clock that stands still until somebody turns it."""

    def __init__(self) -> None:
        self.now = BEGIN

    def __call__(self) -> datetime:
        """Say what time it is."""
        return self.now

    def turn(self, **by: float) -> None:
        """Turn it on."""
        self.now += timedelta(**by)


@dataclass
class Town:
    """A lobby, and what is around it."""

    lobby: Lobby
    around: Around
    time: Time

    def session(self, name: str, kind: str = "person") -> Session:
        """Register somebody, and let them come in."""
        body = {"name": name, "kind": kind}
        answer: Any = people.register(self.lobby, Session(Caller()), body, REQUEST)
        return authenticate(self.lobby, f"Bearer {answer['token']['bearer']}")

    def caller(self, name: str) -> Caller:
        """Register somebody."""
        return self.session(name).caller

    def work(self) -> None:
        """Go on with tournaments, as the workers were asked to."""
        while self.around.going_on:
            go_on(self.lobby, self.around.going_on.pop())


def town(records: Records | None = None) -> Town:
    """Make a lobby with nobody in it."""
    around, time = Around(), Time()
    lobby = Lobby(
        records=records or MemoryRecords(),
        jobs=around,
        signer=around,
        revocations=around,
        engines=around,
        rules=around,
        ratings=around,
        now=time,
    )
    return Town(lobby, around, time)


def with_records(at: Town, records: Any) -> Lobby:
    """Give the same lobby on another store."""
    return replace(at.lobby, records=records)
