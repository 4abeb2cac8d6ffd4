"""Messages about finished games: real games of every table, of players who meet by chance."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

import orjson

from benchmarks.playouts import collect
from services.contracts.messages import GameFinished1
from services.rules.core.registry import Entry, Registry

CROWD: Final = 2000
"""How many players there are; all are people, whose games count for two ratings."""


class Ended(NamedTuple):
    """A game that was played to its end."""

    entry: Entry
    moves: int
    outcome: dict[str, Any]


class Messages:
    """Messages of the rules, one after the other."""

    def __init__(self, editions: Registry) -> None:
        self._tables = [
            [*ended_games(entry, seats)]
            for entry in editions.values()
            for seats in entry.edition.players
        ]
        self._random = Random("messages")
        self._made = 0

    def make(self, number: int) -> list[bytes]:
        """Make so many: every table is as likely as any other."""
        return [orjson.dumps(self._next()) for _ in range(number)]

    def _next(self) -> GameFinished1:
        ended = self._random.choice(self._random.choice(self._tables))
        entry, seats = ended.entry, len(ended.outcome["seats"])
        self._made += 1
        game = f"{self._made:022}"
        return GameFinished1(
            type="game_finished.1",
            id=f"game_finished-1-{game}",
            request_id=f"bench-{self._made}",
            at="2026-03-01T12:00:00.000Z",
            game=game,
            edition=entry.edition.id,
            edition_version=entry.edition.version,
            engine_version=entry.family.ENGINE_VERSION,
            players=[f"player-{at}" for at in self._random.sample(range(CROWD), seats)],
            public=True,
            created_at="2026-03-01T11:00:00.000Z",
            moves=ended.moves,
            outcome=ended.outcome,
        )


def ended_games(entry: Entry, seats: int) -> Iterator[Ended]:
    """Play random games of a table to their end, without needless eliminations."""
    moves = 0
    for state, seat, move in collect(entry, seats):
        moves += 1
        last, _ = entry.family.apply(entry.edition, state, seat, move)
        if not entry.family.to_play(last):
            yield Ended(entry, moves, entry.family.outcome(entry.edition, last))
            moves = 0
