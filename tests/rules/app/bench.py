"""A table to try use cases on: a store, a clock that is turned by hand, jobs that are noted."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final, NamedTuple

import orjson

from services.plumbing.callers import Caller, Request
from services.plumbing.engines import Version
from services.rules.app.create_game import GameRequest, create_game
from services.rules.app.log import unpack
from services.rules.app.play_move import MoveRequest, play_move
from services.rules.app.rules import CREATE, PLAY, Rules, Served
from services.rules.app.tables import Table, open_table
from services.rules.core.family import AnyFamily
from services.rules.store.memory import MemoryGames
from services.rules.store.ports import Change, Clock, Games, NewGame, Place, Result
from tests.support import EDITIONS

BEGIN: Final = datetime(2026, 3, 1, 12, 0, 0, 123_000, tzinfo=UTC)
HOST: Final = Caller("host", frozenset({CREATE}))
STRANGER: Final = Caller("stranger", frozenset({PLAY, CREATE}))
NOBODY: Final = Caller()
ONCE: Final = Request("request")
MINUTE: Final = Clock(60, "resign")


class Time:
    """A clock that stands still until somebody turns it."""

    def __init__(self) -> None:
        self.now = BEGIN

    def __call__(self) -> datetime:
        """Say what time it is."""
        return self.now

    def turn(self, seconds: float) -> None:
        """Turn it on."""
        self.now += timedelta(seconds=seconds)


class NotedJobs:
    """Notes what is asked of the workers."""

    def __init__(self) -> None:
        self.relayed: list[str] = []
        self.expiring: list[tuple[Place, int]] = []

    def relay(self, edition: str) -> None:
        """Note a relay."""
        self.relayed.append(edition)

    def expire(self, place: Place, version: Version, at: int) -> None:
        """Note an expiry; it is for engines of the version that is served here."""
        assert version == Served(EDITIONS).versions[place.edition]
        self.expiring.append((place, at))


class Interrupted(MemoryGames):
    """The games of another store in memory; something happens before anything is written."""

    def __init__(self, games: Games, before: Callable[[], object]) -> None:
        vars(self).update(vars(games))
        self._before = before

    def create(self, place: Place, game: NewGame) -> bool:
        """Let it happen, then create a game."""
        self._before()
        return super().create(place, game)

    def write(self, place: Place, change: Change) -> Result:
        """Let it happen, then write."""
        self._before()
        return super().write(place, change)


class Bench(NamedTuple):
    """What a test works with."""

    rules: Rules
    games: Games
    jobs: NotedJobs
    time: Time

    def interrupted(self, before: Callable[[], object]) -> Rules:
        """Give the same rules, with something happening before anything is written."""
        return replace(self.rules, games=Interrupted(self.games, before))

    def create(self, edition: str, seats: int, **wanted: Any) -> Place:
        """Create a game of some players, `p0` in the first seat."""
        request = GameRequest(names(seats), **{"seed": "tram", **wanted})
        return create_game(self.rules, HOST, edition, request, ONCE).place

    def table(self, place: Place) -> Table:
        """Open a game."""
        return open_table(self.rules, place)

    def log(self, place: Place) -> list[Any]:
        """Give the entries of a game's log."""
        return unpack(self.games.events(place, 0, 1_000_000))

    def play(self, place: Place, choose: Random, moves: int = 10_000) -> None:
        """Let the players move at random, to the end or a number of moves on."""
        for _ in range(moves):
            table = self.table(place)
            seats = table.family.to_play(table.state)
            if not seats:
                return
            seat = choose.choice(seats)
            self.move(place, seat, choose.choice(documents(table, seat)))

    def move(self, place: Place, seat: int, move: Any, request: Request = ONCE) -> Any:
        """Let a player move on the table as it is."""
        version = self.table(place).stored.version
        wanted = MoveRequest(version, move)
        return orjson.loads(play_move(self.rules, player(seat), place, wanted, request))


def bench(games: Games | None = None) -> Bench:
    """Set up what a test works with."""
    store, jobs, time = games or MemoryGames(), NotedJobs(), Time()
    return Bench(Rules(Served(EDITIONS), store, jobs, time), store, jobs, time)


def names(seats: int) -> tuple[str, ...]:
    """Name the players of a table."""
    return tuple(f"p{seat}" for seat in range(seats))


def player(seat: int, *scopes: str) -> Caller:
    """Give somebody who sits at the table, and may play."""
    return Caller(f"p{seat}", frozenset(scopes or {PLAY}))


def documents(table: Table, seat: int) -> list[Any]:
    """List the legal moves of a seat, as clients send them."""
    family: AnyFamily = table.family
    moves = family.legal_moves(table.edition, table.state, seat).moves
    return [family.move_to_json(move) for move in moves]


def to_play(table: Table) -> tuple[int, ...]:
    """Name the seats that may move."""
    return table.family.to_play(table.state)


def everything(games: Games) -> str:
    """Write down whatever a store in memory holds."""
    assert isinstance(games, MemoryGames)
    held = games._games, games._logs, games._receipts, games._outbox
    return repr(held)
