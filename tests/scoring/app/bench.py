"""What use cases of scoring are tried on: real games as messages, a store, a clock by hand."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

import orjson

from services.plumbing.connections import StoreError
from services.scoring.app.model import OpenSkill
from services.scoring.app.results import Result, result_from_json
from services.scoring.app.scoring import Scoring
from services.scoring.app.take_result import Taken, take_result
from services.scoring.core.table import PointsTable
from services.scoring.editions import load_tables
from services.scoring.store.memory import MemoryResults
from services.scoring.store.ports import Answer, Results, Taking
from tests.rules.random_games import play_out

BEGIN: Final = datetime(2026, 3, 1, 12, 0, 0, 123_000, tzinfo=UTC)
TABLES: Final[dict[str, PointsTable]] = load_tables()
FAR: Final = 10**14
"""A millisecond in a few thousand years."""
ROME: Final = "gob-rome"
PARIS: Final = "otu-paris"


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

    def relay(self, edition: str) -> None:
        """Note a relay."""
        self.relayed.append(edition)


class Dying:
    """Another store, before or after whose one write the process dies."""

    def __init__(self, results: Results, *, after: bool) -> None:
        self._results = results
        self._after = after

    def __getattr__(self, name: str) -> Any:
        """Do all else as the other store does."""
        return getattr(self._results, name)

    def take(self, edition: str, taking: Taking) -> Answer:
        """Write, or do not, and die."""
        if self._after:
            self._results.take(edition, taking)
        raise StoreError("killed")


class Interrupted:
    """Another store; something happens before anything is taken or swapped."""

    def __init__(self, results: Results, before: Callable[[], object]) -> None:
        self._results = results
        self._before = before

    def __getattr__(self, name: str) -> Any:
        """Do all else as the other store does."""
        return getattr(self._results, name)

    def take(self, edition: str, taking: Taking) -> Answer:
        """Let it happen, then take."""
        self._before()
        return self._results.take(edition, taking)

    def swap(self, edition: str, generation: int, results: int) -> Any:
        """Let it happen, then swap."""
        self._before()
        return self._results.swap(edition, generation, results)


class Bench(NamedTuple):
    """What a test works with."""

    scoring: Scoring
    results: Results
    jobs: NotedJobs
    time: Time

    def take(self, message: Any) -> Taken:
        """Take a message."""
        return take_result(self.scoring, message)

    def stored(self, edition: str) -> list[Result]:
        """Give the results of an edition in their order."""
        return [result_from_json(each) for each in self.results.results(edition, 0, 1_000_000)]


def bench(results: Results | None = None) -> Bench:
    """Set up what a test works with."""
    store, jobs, time = results or MemoryResults(), NotedJobs(), Time()
    return Bench(Scoring(TABLES, store, jobs, OpenSkill(), time), store, jobs, time)


def over(at: Bench, results: Any) -> Scoring:
    """Give the use cases of a bench with another store."""
    return Scoring(TABLES, results, at.jobs, OpenSkill(), at.time)


@cache
def _game(edition: str, seats: int, seed: str, leaving: tuple[tuple[int, int], ...]) -> Any:
    game = play_out(edition, seats, seed, careful=True, leaving=dict(leaving))
    outcome = game.family.outcome(game.edition, game.last)
    return orjson.dumps(outcome), len(game.steps), game.edition.version


def finished(
    edition: str = ROME,
    players: Sequence[str] = ("ana", "bo"),
    seed: str = "tram",
    *,
    name: str | None = None,
    leaving: Sequence[tuple[int, int]] = (),
    **members: Any,
) -> dict[str, Any]:
    """Play a real game to its end, and give the message about it; `name` is told as the game."""
    outcome, moves, version = _game(edition, len(players), seed, tuple(leaving))
    game = game_id(name or f"{edition}{players}{seed}{leaving}")
    return {
        "type": "game_finished.1",
        "id": f"game_finished-1-{game}",
        "request_id": "request",
        "at": "2026-03-01T11:59:00.000Z",
        "game": game,
        "edition": edition,
        "edition_version": version,
        "engine_version": 1,
        "players": list(players),
        "public": True,
        "created_at": "2026-03-01T11:00:00.000Z",
        "moves": moves,
        "outcome": orjson.loads(outcome),
        **members,
    }


def game_id(name: str) -> str:
    """Make the id of a game from any name."""
    return sha256(name.encode()).hexdigest()[:22]


def with_grannies(
    players: Sequence[str], grannies: Sequence[int | str], *, name: str, edition: str = ROME
) -> dict[str, Any]:
    """Give a message whose seats differ in nothing but grannies: the more the better.

    A word stands for a seat that is out, and says how.
    """
    message = finished(edition, players, name=name)
    sheet = message["outcome"]["seats"][0]["sheet"]
    message["outcome"]["seats"] = [
        {"seat": seat, "standing": number, "sheet": sheet}
        if isinstance(number, str)
        else {"seat": seat, "standing": "playing", "sheet": {**sheet, "grannies": number}}
        for seat, number in enumerate(grannies)
    ]
    return message
