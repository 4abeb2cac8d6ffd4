"""The ways in which a game ends: how the seats play for it, and when it has come about."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from services.rules.core.seats import PLAYING, RESIGNED
from services.rules.families.get_on_board.events import NOBODY_LEFT, TWELVE_ROUNDS, GameEnded
from services.rules.families.get_on_board.state import CHOOSING, ELIMINATED, ROUNDS, State
from tests.golden.styles import careful, greedy, pick, reckless, resign
from tests.golden.table import Table, Turn

Plan: TypeAlias = Callable[[Table, State], Turn]
"""Says what happens next: which seat makes which move."""


class Finished(NamedTuple):
    """What is to be judged of a game that is over."""

    table: Table
    last: State
    log: list[Any]

    @property
    def standings(self) -> list[str]:
        """The standing of every seat, sorted."""
        return sorted(player.standing for player in self.last.players)

    @property
    def ending(self) -> str:
        """How the rules say that it ended."""
        final = self.log[-1]
        return final.ending if isinstance(final, GameEnded) else ""


class Ending(NamedTuple):
    """One way of ending."""

    says: str
    plan: Callable[[Table, Random], Plan]
    reached: Callable[[Finished], bool]


def _all_careful(_: Table, chance: Random) -> Plan:
    return lambda table, state: careful(table, state, _next(table, state, chance), chance)


def _all_greedy(_: Table, chance: Random) -> Plan:
    return lambda table, state: greedy(table, state, _next(table, state, chance), chance)


def _one_careful(table: Table, chance: Random) -> Plan:
    survivor = pick(range(table.seats), chance)
    return _impatient({seat: _some_round(chance) for seat in _others(table, survivor)}, chance)


def _all_reckless(table: Table, chance: Random) -> Plan:
    return _impatient({seat: _some_round(chance) for seat in range(table.seats)}, chance)


def _impatient(patience: Mapping[int, int], chance: Random) -> Plan:
    """Let some seats be careful up to a round of their own, and reckless from then on."""

    def plan(table: Table, state: State) -> Turn:
        seat = _next(table, state, chance)
        tired = state.round.number >= patience.get(seat, ROUNDS + 1)
        return (reckless if tired else careful)(table, state, seat, chance)

    return plan


def _all_leave(table: Table, chance: Random) -> Plan:
    """Let one seat leave when a single departure is still to be chosen, the others much later.

    Every other one of these leaves as its round opens, whoever's turn it is; the rest in turn.
    """
    first = pick(range(table.seats), chance)
    rounds = {seat: 3 + 2 * place for place, seat in enumerate(_others(table, first))}

    def plan(table: Table, state: State) -> Turn:
        seat = _leaver(state, first, rounds)
        if seat is not None:
            return resign(table, state, seat)
        return careful(table, state, _next(table, state, chance), chance)

    return plan


def _leaver(state: State, first: int, rounds: Mapping[int, int]) -> int | None:
    if state.round.phase == CHOOSING:
        return first if len(state.to_play) == 1 and _plays(state, first) else None
    for place, (seat, number) in enumerate(rounds.items()):
        due = number == state.round.number and _plays(state, seat)
        if due and (place % 2 == 0 or state.to_play[0] == seat):
            return seat
    return None


def _plays(state: State, seat: int) -> bool:
    return state.players[seat].standing == PLAYING


def _others(table: Table, one: int) -> list[int]:
    return [seat for seat in range(table.seats) if seat != one]


def _some_round(chance: Random) -> int:
    return pick(range(2, 10), chance)


def _next(table: Table, state: State, chance: Random) -> int:
    """Name the seat to play; while departures are chosen, any that has not."""
    return pick(table.family.to_play(state), chance)


def _played_out(game: Finished) -> bool:
    return game.ending == TWELVE_ROUNDS and set(game.standings) == {PLAYING}


def _one_is_left(game: Finished) -> bool:
    out = [ELIMINATED] * (game.table.seats - 1)
    return game.ending == TWELVE_ROUNDS and game.standings == [*out, PLAYING]


def _all_are(standing: str) -> Callable[[Finished], bool]:
    def reached(game: Finished) -> bool:
        return game.ending == NOBODY_LEFT and set(game.standings) == {standing}

    return reached


def _every_zone_counts(game: Finished) -> bool:
    """Say whether each zone of the sheet gave or cost points to somebody."""
    seats = game.table.result(game.last).seats
    breakdowns = [seat.breakdown for seat in seats if seat.breakdown]
    counted = {zone for each in breakdowns for zone, points in each.zones if points}
    return counted == {zone.name for zone in game.table.points.zones}


ENDINGS: Final[Mapping[str, Ending]] = {
    "twelve-rounds": Ending(
        "all play twelve rounds, and nobody is eliminated", _all_careful, _played_out
    ),
    "twelve-rounds-greedy": Ending(
        "all take the nearest points for twelve rounds, and every zone of the sheet counts",
        _all_greedy,
        lambda game: _played_out(game) and _every_zone_counts(game),
    ),
    "last-one-standing": Ending(
        "all but one are eliminated, and the last one plays the twelve rounds out",
        _one_careful,
        _one_is_left,
    ),
    "nobody-left": Ending(
        "all are eliminated by meeting their own lines, and the game is over at once",
        _all_reckless,
        _all_are(ELIMINATED),
    ),
    "all-resigned": Ending(
        "all resign: one while departures are chosen, the others later, in turn or out of it",
        _all_leave,
        _all_are(RESIGNED),
    ),
}
"""Every edition and number of players has a golden game for each of these."""
