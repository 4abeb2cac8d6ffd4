"""Leaderboards: who is best in an edition, among people, among bots, or among all.

Every pool has a board for each of a few thresholds (at least 1, 3, 10, 30 games). So a page, the
number of rows and anybody's position are each found in a sorted set, however many players have
too few games; a filter while reading would have to count all of them for every position. The
price is one more entry a player and threshold reached.
"""

import struct
from math import isfinite
from typing import Any, Final, NamedTuple

from services.scoring.app.derive import board_name, ratings_of, spot_of
from services.scoring.app.errors import InvalidRequestError
from services.scoring.app.scoring import Scoring
from services.scoring.core.rating import ALL, POOLS, THRESHOLDS, USUAL_THRESHOLD, Rating
from services.scoring.store.ports import Spot

CURSOR: Final = r"^[0-9a-f]{16}[A-Za-z0-9._~-]{1,64}$"
"""Where a page ended: the value there, as the digits of its eight bytes, and the player."""
DIGITS: Final = 16


class Asked(NamedTuple):
    """Which part of which leaderboard is asked for."""

    edition: str
    pool: str = ALL
    min_games: int = USUAL_THRESHOLD
    after: str | None = None
    limit: int = 50
    own: str | None = None
    """The player whose own row is wanted, on the page or not."""


def leaderboard(scoring: Scoring, asked: Asked) -> dict[str, Any]:
    """Give a page of a leaderboard, the highest ordinal first; equal ones share a position."""
    scoring.table(asked.edition)
    _check(asked)
    board = board_name(asked.pool, asked.min_games)
    after = None if asked.after is None else _spot_at(asked.after)
    spots = scoring.results.board(asked.edition, board, after, asked.limit + 1)
    rows = _rows(scoring, asked, [spot.player for spot in spots[: asked.limit]])
    return {
        "edition": asked.edition,
        "pool": asked.pool,
        "min_games": asked.min_games,
        "total": scoring.results.size(asked.edition, board),
        "rows": rows,
        "next": _cursor(spots[asked.limit - 1]) if len(spots) > asked.limit else None,
        "own": next(iter(_rows(scoring, asked, [asked.own])), None) if asked.own else None,
    }


def _check(asked: Asked) -> None:
    if asked.pool not in POOLS:
        raise InvalidRequestError(f"no pool {asked.pool!r}, only {', '.join(POOLS)}")
    if asked.min_games not in THRESHOLDS:
        known = ", ".join(map(str, THRESHOLDS))
        raise InvalidRequestError(f"there are leaderboards from {known} games on")
    if asked.limit < 1:
        raise InvalidRequestError("a page has at least one row")


def _rows(scoring: Scoring, asked: Asked, players: list[str]) -> list[dict[str, Any]]:
    """Describe players; who has too few games for this board has no position on it."""
    known = scoring.results.read(asked.edition, players).records
    found = [(player, ratings_of(known[player])) for player in players if player in known]
    rated = [(player, each[asked.pool]) for player, each in found if asked.pool in each]
    values = [spot_of(player, rating).value for player, rating in rated]
    board = board_name(asked.pool, asked.min_games)
    ahead = scoring.results.ahead(asked.edition, board, values)
    return [
        _row(player, rating, before + 1 if rating.games >= asked.min_games else None)
        for (player, rating), before in zip(rated, ahead, strict=True)
    ]


def _row(player: str, rating: Rating, position: int | None) -> dict[str, Any]:
    return {
        "position": position,
        "player": player,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "ordinal": rating.ordinal,
        "games": rating.games,
        "wins": rating.wins,
    }


def _cursor(spot: Spot) -> str:
    return struct.pack(">d", spot.value).hex() + spot.player


def _spot_at(cursor: str) -> Spot | None:
    """Say where a page ended; what no page has ended with leads to the beginning."""
    try:
        [value] = struct.unpack(">d", bytes.fromhex(cursor[:DIGITS]))
    except (ValueError, struct.error) as error:
        raise InvalidRequestError("no page has ended here") from error
    return Spot(value, cursor[DIGITS:]) if isfinite(value) else None
