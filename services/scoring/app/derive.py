"""What follows from results: ratings, leaderboards, histories, counters.

A result that has just come in and all results that have to be counted again go through the same
lines here, so both ways lead to the same numbers, to the last bit.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import orjson

from services.scoring.app.results import Result
from services.scoring.core.rating import (
    THRESHOLDS,
    Model,
    Placed,
    Rating,
    placed,
    pools_of,
    rate,
)
from services.scoring.core.statistics import counters_of
from services.scoring.store.ports import Derived, Spot

Ratings: TypeAlias = dict[str, Rating]
"""Of one player, by pool."""


class Deriving:
    """Results, one after the other, and what follows from them so far."""

    def __init__(self, model: Model, records: Mapping[str, bytes]) -> None:
        self._model = model
        self._ratings = {player: ratings_of(record) for player, record in records.items()}
        self._begin()

    def add(self, result: Result) -> None:
        """Let the next result count."""
        self._counters.update(counters_of(result.result, result.message["moves"]))
        seats = placed(result.seats)
        if not seats:
            return
        for pool in pools_of(result.bots):
            known = {seat.player: self._ratings.get(seat.player, {}) for seat in seats}
            before = {player: each[pool] for player, each in known.items() if pool in each}
            for player, rating in rate(self._model, before, seats).items():
                self._ratings.setdefault(player, {})[pool] = rating
                self._moved[player, pool] = rating
        self._history += [(seat.player, self._entry(result, seat, len(seats))) for seat in seats]

    def taken(self) -> Derived:
        """Give what has followed since the last time, and begin to collect anew."""
        boards: dict[str, list[Spot]] = {}
        for (player, pool), rating in self._moved.items():
            for least in THRESHOLDS:
                if rating.games >= least:
                    boards.setdefault(board_name(pool, least), []).append(spot_of(player, rating))
        players = dict.fromkeys(player for player, _ in self._moved)
        records = {player: _record(self._ratings[player]) for player in players}
        derived = Derived(records, boards, self._history, self._counters)
        self._begin()
        return derived

    def _begin(self) -> None:
        self._moved: dict[tuple[str, str], Rating] = {}
        self._history: list[tuple[str, bytes]] = []
        self._counters: Counter[str] = Counter()

    def _entry(self, result: Result, seat: Placed, rated: int) -> bytes:
        ratings = self._ratings[seat.player]
        entry: dict[str, Any] = {
            "game": result.message["game"],
            "at": result.message["at"],
            "rank": seat.rank,
            "of": rated,
            "ratings": {pool: ratings[pool][:2] for pool in pools_of(result.bots)},
        }
        return orjson.dumps(entry)


def derive(model: Model, records: Mapping[str, bytes], results: Iterable[Result]) -> Derived:
    """Say what follows from results, if this is what is known of their players."""
    deriving = Deriving(model, records)
    for result in results:
        deriving.add(result)
    return deriving.taken()


def ratings_of(record: bytes) -> Ratings:
    """Read what is known of a player: a rating in every pool played in."""
    return {pool: Rating(*values) for pool, values in orjson.loads(record).items()}


def board_name(pool: str, least: int) -> str:
    """Name the leaderboard of a pool for players with at least so many games."""
    return f"{pool}:{least}"


def spot_of(player: str, rating: Rating) -> Spot:
    """Say where somebody belongs on a leaderboard: the highest ordinal is the lowest value."""
    return Spot(-rating.ordinal, player)


def _record(ratings: Ratings) -> bytes:
    return orjson.dumps({pool: list(ratings[pool]) for pool in sorted(ratings)})
