"""What a way of ending is: how the seats play for it, and when it has come about."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, TypeAlias

from services.rules.core.seats import PLAYING
from tests.golden.styles import Style, pick
from tests.golden.table import Table, Turn

Plan: TypeAlias = Callable[[Table, Any], Turn]
"""Says what happens next: which seat makes which move."""


class Finished(NamedTuple):
    """What is to be judged of a game that is over."""

    table: Table
    last: Any
    log: list[Any]

    @property
    def standings(self) -> list[str]:
        """The standing of every seat, sorted."""
        return sorted(player.standing for player in self.last.players)

    @property
    def ending(self) -> str:
        """How the rules say that it ended."""
        return str(self.log[-1].ending)

    @property
    def zones_that_count(self) -> set[str]:
        """The zones that gave or cost points to somebody."""
        seats = self.table.result(self.last).seats
        breakdowns = [seat.breakdown for seat in seats if seat.breakdown]
        return {zone for each in breakdowns for zone, points in each.zones if points}

    @property
    def every_zone_counts(self) -> bool:
        """Whether no zone is missing among them."""
        return self.zones_that_count == {zone.name for zone in self.table.points.zones}


class Ending(NamedTuple):
    """One way of ending."""

    says: str
    plan: Callable[[Table, Random], Plan]
    reached: Callable[[Finished], bool]


def everybody(style: Style) -> Callable[[Table, Random], Plan]:
    """Let all seats play in the same style."""

    def plan(_: Table, chance: Random) -> Plan:
        return lambda table, state: style(table, state, next_seat(table, state, chance), chance)

    return plan


def next_seat(table: Table, state: Any, chance: Random) -> int:
    """Name the seat to play; where several may, any of them."""
    return pick(table.family.to_play(state), chance)


def plays(state: Any, seat: int) -> bool:
    """Say whether a seat is still in the game."""
    return bool(state.players[seat].standing == PLAYING)


def others(table: Table, one: int) -> list[int]:
    """Name the seats but one."""
    return [seat for seat in range(table.seats) if seat != one]
