"""The result of a whole game: every seat's score, and who won.

Like a single sheet, a game can be scored before its end; the result is then provisional.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from services.scoring.core.document import Node, Place, spell
from services.scoring.core.errors import GameError
from services.scoring.core.families import FAMILIES
from services.scoring.core.family import PLAYING
from services.scoring.core.ranking import rank
from services.scoring.core.score import Breakdown, score
from services.scoring.core.table import PointsTable


@dataclass(frozen=True)
class SeatResult:
    """What one seat made of the game; a seat that is out has no breakdown."""

    seat: int
    standing: str
    rank: int
    breakdown: Breakdown | None

    @property
    def total(self) -> int | None:
        """The points, or None for a seat that is out."""
        return None if self.breakdown is None else self.breakdown.total

    @property
    def tie_break(self) -> dict[str, int] | None:
        """What decides between equal points, by name; None if nothing does or the seat is out."""
        return None if self.breakdown is None else dict(self.breakdown.tie_breaks) or None

    def to_json(self) -> dict[str, object]:
        """Return the seat's result as a JSON document."""
        return {
            "seat": self.seat,
            "standing": self.standing,
            "rank": self.rank,
            "total": self.total,
            "tie_break": self.tie_break,
            "breakdown": None if self.breakdown is None else self.breakdown.by_zone(),
        }


@dataclass(frozen=True)
class GameResult:
    """The seats in their order round the table, and the winners among them."""

    seats: tuple[SeatResult, ...]
    winners: tuple[int, ...]

    def to_json(self) -> dict[str, object]:
        """Return the result as a JSON document."""
        return {
            "seats": [seat.to_json() for seat in self.seats],
            "winners": list(self.winners),
        }


def score_game(table: PointsTable, seats: object) -> GameResult:
    """Score and rank the seats of one game, each `{"seat", "standing", "sheet"}`.

    The sheet of a seat that is out is not read: it has no score (GOB-E12, GOB-X9, OTU-X6).
    """
    standings: dict[int, str] = {}
    breakdowns: dict[int, Breakdown | None] = {}
    for node in _seats(seats):
        seat, standing, sheet = _seat(node, FAMILIES[table.family].standings)
        if seat in standings:
            node.refuse(f"seat {seat} is there twice")
        standings[seat] = standing
        breakdowns[seat] = _breakdown(table, standing, sheet)
    return _result(standings, breakdowns)


def _seats(seats: object) -> tuple[Node, ...]:
    node = Node(seats, ("seats",), _refusal)
    nodes = node.items()
    if not nodes:
        node.refuse("a game without seats")
    return nodes


def _seat(node: Node, standings: tuple[str, ...]) -> tuple[int, str, Node]:
    fields = node.fields("seat", "standing", "sheet")
    standing = fields["standing"].text()
    if standing not in standings:
        fields["standing"].refuse(f"no standing '{standing}', only {', '.join(standings)}")
    return fields["seat"].integer(low=0), standing, fields["sheet"]


def _breakdown(table: PointsTable, standing: str, sheet: Node) -> Breakdown | None:
    if standing != PLAYING:
        return None
    return score(table, sheet.value, place=spell(sheet.place))


def _result(standings: Mapping[int, str], breakdowns: Mapping[int, Breakdown | None]) -> GameResult:
    ranking = rank({seat: each.figures() if each else None for seat, each in breakdowns.items()})
    return GameResult(
        seats=tuple(
            SeatResult(seat, standings[seat], place, breakdowns[seat])
            for seat, place in ranking.ranks
        ),
        winners=ranking.winners,
    )


def _refusal(place: Place, reason: str) -> GameError:
    return GameError(spell(place), reason)
