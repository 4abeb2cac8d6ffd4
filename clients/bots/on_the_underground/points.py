"""What a seat of On the Underground has, counted on the lines as the rules keep them.

Scoring says what everything is worth; a bot asks thousands of times a second, so the numbers of a
points table are taken out of it once. A test compares both.
"""

from collections.abc import Mapping
from typing import Final

from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.network import RAIL, RER
from services.rules.families.on_the_underground.state import Line, State
from services.scoring.core import line_zones
from services.scoring.core.table import PointsTable

NONE: Final = (0,)


class Points:
    """The points of one city; what it does not have is worth nothing."""

    def __init__(self, edition: Edition, table: PointsTable) -> None:
        self._edition = edition
        self.rail = self.rides = self.sets = self.first = self.later = 0
        self.clusters: tuple[int, ...] = NONE
        self.water: tuple[int, ...] = NONE
        self.rewards: tuple[int, ...] = NONE
        self.cards: Mapping[str, int] = {}
        for zone in table.zones:
            self._read(zone.numbers)
        self._known: dict[Line, int] = {}

    def of(self, state: State, seat: int) -> int:
        """Add up what a seat has."""
        total = state.players[seat].sets * self.sets
        secrets = state.setup.secrets[seat]
        for at in state.own(seat):
            line = state.lines[at]
            total += self._line(line)
            for card in secrets:
                if not self._edition.secrets[card] & ~line.stations:
                    total += self.cards[card]
        return total

    def _line(self, line: Line) -> int:
        known = self._known.get(line)
        if known is None:
            known = self._known[line] = self._counted(line)
        return known

    def _counted(self, line: Line) -> int:
        edition, network = self._edition, self._edition.network
        clusters = sum(bool(line.stations & each) for each in network.clusters.values())
        icons = (line.stations & edition.icons).bit_count()
        first = (line.stations & network.kinds[RER]).bit_count() - line.later
        return (
            self.rail * (line.stations & network.kinds[RAIL]).bit_count()
            + sum(self.clusters[:clusters])
            + sum(self.water[:icons])
            + self.first * first
            + self.later * line.later
            + sum(map(int.__mul__, self.rewards, line.rewards))
            + self.rides * line.rides
        )

    def _read(self, numbers: object) -> None:
        """Take the numbers of a zone."""
        match numbers:
            case line_zones.Each():
                setattr(self, numbers.entry, numbers.points)
            case line_zones.InTurn():
                setattr(self, numbers.entry, numbers.values)
            case line_zones.ByKind(entry="rer"):
                self.first, self.later = numbers.points["first"], numbers.points["later"]
            case line_zones.ByKind():
                self.rewards = tuple(numbers.points[name] for name in self._edition.rewards)
            case line_zones.LandmarkSets():
                self.sets = numbers.points
            case line_zones.SecretObjectives():
                self.cards = numbers.cards
