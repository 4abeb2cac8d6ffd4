"""A table at which a golden game is played: an edition, its points and the number of seats."""

import json
from functools import cache
from typing import Any, Final, NamedTuple

from services.rules.core.family import AnyFamily, LegalMove
from services.rules.core.registry import Entry
from services.scoring.core.game import GameResult, score_game
from services.scoring.core.table import PointsTable
from services.scoring.editions import load_tables
from tests.support import EDITIONS

POINTS: Final = load_tables()


class Turn(NamedTuple):
    """What a seat does, and how many legal moves it had."""

    seat: int
    options: int
    move: Any


class Table(NamedTuple):
    """Where a game is played."""

    entry: Entry
    points: PointsTable
    seats: int

    @property
    def family(self) -> AnyFamily:
        """The rules of the game."""
        return self.entry.family

    @property
    def edition(self) -> Any:
        """The city; what it is like, only its family knows."""
        return self.entry.edition

    def options(self, state: Any, seat: int) -> list[LegalMove]:
        """List the legal moves of a seat, sorted, so that their order in the engine is free."""
        found = self.family.legal_moves(self.edition, state, seat)
        return sorted(found, key=lambda option: option.move)

    def apply(self, state: Any, seat: int, move: Any) -> tuple[Any, tuple[Any, ...]]:
        """Make a move."""
        return self.family.apply(self.edition, state, seat, move)

    def facts(self, state: Any) -> list[dict[str, Any]]:
        """Give every seat's standing and sheet."""
        seats: Any = self.family.outcome(self.edition, state)["seats"]
        return list(seats)

    def result(self, state: Any) -> GameResult:
        """Score and rank all seats."""
        return score_game(self.points, self.facts(state))

    def total(self, state: Any, seat: int) -> int | None:
        """Give the points that a seat has now; None if it is out."""
        return _total(self.points.id, json.dumps(self.facts(state)[seat]))


def table_for(edition: str, seats: int) -> Table:
    """Set a table for an edition and a number of players."""
    return Table(EDITIONS[edition], POINTS[edition], seats)


@cache
def _total(edition: str, seat: str) -> int | None:
    """Score a seat, given as text: most moves of a greedy seat leave its sheet as it is."""
    return score_game(POINTS[edition], [json.loads(seat)]).seats[0].total
