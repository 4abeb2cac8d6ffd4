"""Somebody asks how strong a player is, and how that came about."""

from typing import Any, NamedTuple

import orjson

from services.scoring.app.derive import ratings_of
from services.scoring.app.scoring import Scoring
from services.scoring.core.rating import POOLS, Rating


class HistoryAsked(NamedTuple):
    """Which part of a player's history is asked for; it is read backwards."""

    edition: str
    player: str
    after: int | None = None
    """The number of the last entry seen: what happened before it comes next."""
    limit: int = 50


def player_ratings(scoring: Scoring, player: str) -> dict[str, Any]:
    """Give all ratings of a player: of every edition and every pool played in."""
    return {
        "player": player,
        "ratings": [
            {"edition": edition, "pool": pool, **_rating(ratings[pool])}
            for edition in sorted(scoring.tables)
            if (ratings := _ratings(scoring, edition, player))
            for pool in POOLS
            if pool in ratings
        ],
    }


def player_history(scoring: Scoring, asked: HistoryAsked) -> dict[str, Any]:
    """Give a page of the rated games of a player in an edition, the latest first."""
    scoring.table(asked.edition)
    found = scoring.results.history(asked.edition, asked.player, asked.after, asked.limit)
    last = found.entries[-1][0] if found.entries else 0
    return {
        "player": asked.player,
        "edition": asked.edition,
        "total": found.length,
        "entries": [_entry(number, entry) for number, entry in found.entries],
        "next": last if last > 1 else None,
    }


def _ratings(scoring: Scoring, edition: str, player: str) -> dict[str, Rating]:
    record = scoring.results.read(edition, [player]).records.get(player)
    return {} if record is None else ratings_of(record)


def _rating(rating: Rating) -> dict[str, Any]:
    return {**rating._asdict(), "ordinal": rating.ordinal}


def _entry(number: int, document: bytes) -> dict[str, Any]:
    """Describe what a game did to the ratings: what they were after it, by pool."""
    entry = orjson.loads(document)
    ratings = [
        {"pool": pool, "mu": mu, "sigma": sigma} for pool, (mu, sigma) in entry["ratings"].items()
    ]
    return {"number": number, **entry, "ratings": ratings}
