"""A stored result: what came in and what scoring made of it. Everything else follows from these."""

from typing import Any, NamedTuple

import orjson

from services.contracts.ids import BOT
from services.scoring.app.finished_game import Finished
from services.scoring.core.game import GameResult
from services.scoring.core.rating import Seat
from services.scoring.core.table import PointsTable


class Result(NamedTuple):
    """A game, scored."""

    message: dict[str, Any]
    """The message that brought it, whole: with the sheets."""
    result: dict[str, Any]
    """What `GameResult.to_json` writes."""
    table_version: int
    scored_at: str

    @property
    def players(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple(self.message["players"])

    @property
    def bots(self) -> tuple[bool, ...]:
        """Which of them are programs."""
        return tuple(player.startswith(BOT) for player in self.players)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """What ratings ask of the seats."""
        winners = self.result["winners"]
        return tuple(
            Seat(player, seat["standing"], seat["rank"], seat["seat"] in winners)
            for player, seat in zip(self.players, self.result["seats"], strict=True)
        )

    def column(self, name: str) -> list[Any]:
        """Give one member of every seat's result."""
        return [seat[name] for seat in self.result["seats"]]

    def to_json(self) -> bytes:
        """Write the result down."""
        return orjson.dumps(self._asdict())


def result_of(finished: Finished, scored: GameResult, table: PointsTable, at: str) -> Result:
    """Put together what is kept of a game."""
    return Result(orjson.loads(finished.text), scored.to_json(), table.version, at)


def result_from_json(document: bytes) -> Result:
    """Read a result."""
    return Result(**orjson.loads(document))
