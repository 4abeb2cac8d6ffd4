"""Examples for the contract: some results, taken here, so that they are true and stay so."""

from datetime import UTC, datetime
from typing import Any, Final

from services.contracts.messages import GameFinished1
from services.plumbing.callers import Caller
from services.plumbing.http.openapi import Examples
from services.scoring.api.plot import draw_statistics
from services.scoring.app.describe_table import describe_table
from services.scoring.app.leaderboard import Asked, leaderboard
from services.scoring.app.model import OpenSkill
from services.scoring.app.player_ratings import HistoryAsked, player_history, player_ratings
from services.scoring.app.read_score import Question, Running, read_score
from services.scoring.app.read_statistics import read_statistics
from services.scoring.app.score_sheets import score_sheets
from services.scoring.app.scoring import Scoring
from services.scoring.app.take_result import take_result
from services.scoring.editions import load_tables
from services.scoring.store.memory import MemoryResults

EDITION: Final = "gob-rome"
GAMES: Final = tuple(f"Zm9yLWV4YW1wbGUtb25s{last}" for last in ("eQ", "eg", "ew"))
PLAYERS: Final = ("ana", "ben")
NOON: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)


def _flirts(light: int, dark: int) -> dict[str, int]:
    return {"light": light, "dark": dark}


SHEETS: Final[list[dict[str, Any]]] = [
    {
        "turn_zone": 5,
        "grannies": 4,
        "students": 2,
        "cinemas": 1,
        "tourists": {"resolved": [2, 1, 1], "unresolved": 0},
        "operas": 2,
        "theaters": 1,
        "flirts": {
            "resolved": [_flirts(1, 0), _flirts(1, 1), _flirts(0, 1)],
            "unresolved": _flirts(0, 0),
        },
        "metro": {"circled": 6, "crossed": 6},
        "connections": 11,
        "personal": ["d", "j", "l"],
        "common": {},
    },
    {
        "turn_zone": 3,
        "grannies": 2,
        "students": 3,
        "cinemas": 2,
        "tourists": {"resolved": [1, 1], "unresolved": 2},
        "operas": 2,
        "theaters": 3,
        "flirts": {"resolved": [_flirts(1, 1)], "unresolved": _flirts(0, 1)},
        "metro": {"circled": 4, "crossed": 1},
        "connections": 8,
        "personal": ["o", "h"],
        "common": {"grannies": "blue"},
    },
]
SEATS: Final = [
    {"seat": seat, "standing": "playing", "sheet": sheet} for seat, sheet in enumerate(SHEETS)
]


class NoJobs:
    """A queue that nobody works on."""

    def relay(self, edition: str) -> None:
        """Leave messages where they are."""


class NoRules:
    """Rules that know no game."""

    def game(self, game: str, edition: str | None, authorization: str | None) -> Running:
        """Be asked for nothing: all games of the examples are over."""
        raise NotImplementedError(game, edition, authorization)


def make_examples() -> Examples:
    """Take a few results, and give requests by operation, and answers by operation and status."""
    scoring = Scoring(load_tables(), MemoryResults(), NoJobs(), OpenSkill(), now=lambda: NOON)
    for game in GAMES:
        take_result(scoring, _message(game))
    statistics = read_statistics(scoring, EDITION)
    page = leaderboard(scoring, Asked(EDITION, own="ana"))
    page["items"] = page.pop("rows")
    answers: dict[tuple[str, int], Any] = {
        ("getPointsTable", 200): describe_table(scoring.table(EDITION)),
        ("scoreSheets", 200): score_sheets(scoring, EDITION, SEATS),
        ("getScore", 200): read_score(scoring, NoRules(), Caller(), Question(GAMES[0])),
        ("getLeaderboard", 200): page,
        ("getRatings", 200): _ratings(scoring),
        ("getStatistics", 200): statistics,
    }
    requests = {"scoreSheets": {"edition": EDITION, "sheets": SEATS}}
    picture = draw_statistics(statistics, EDITION)
    return Examples(requests, answers, {("getStatistics", "image/svg+xml"): picture[:200]})


def _ratings(scoring: Scoring) -> dict[str, Any]:
    history = player_history(scoring, HistoryAsked(EDITION, "ana"))
    kept = {name: history[name] for name in ("edition", "total", "next")}
    return {**player_ratings(scoring, "ana"), "history": {**kept, "items": history["entries"]}}


def _message(game: str) -> GameFinished1:
    return GameFinished1(
        type="game_finished.1",
        id=f"game_finished-1-{game}",
        request_id="example",
        at="2026-01-01T12:00:00.000Z",
        game=game,
        edition=EDITION,
        edition_version=1,
        engine_version=1,
        players=list(PLAYERS),
        public=True,
        created_at="2026-01-01T11:00:00.000Z",
        moves=26,
        outcome={"edition": EDITION, "version": 1, "finished": True, "seats": SEATS},
    )
