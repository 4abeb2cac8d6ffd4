"""The ways in which a game of Get on Board ends."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from services.rules.core.seats import PLAYING, RESIGNED
from services.rules.families.get_on_board.events import NOBODY_LEFT, TWELVE_ROUNDS
from services.rules.families.get_on_board.state import CHOOSING, ELIMINATED, ROUNDS, State
from tests.golden.endings import Ending, Finished, Plan, everybody, next_seat, others, plays
from tests.golden.get_on_board.styles import careful, greedy, reckless
from tests.golden.styles import pick, resign
from tests.golden.table import Table, Turn


def _one_careful(table: Table, chance: Random) -> Plan:
    survivor = pick(range(table.seats), chance)
    return _impatient({seat: _some_round(chance) for seat in others(table, survivor)}, chance)


def _all_reckless(table: Table, chance: Random) -> Plan:
    return _impatient({seat: _some_round(chance) for seat in range(table.seats)}, chance)


def _impatient(patience: Mapping[int, int], chance: Random) -> Plan:
    """Let some seats be careful up to a round of their own, and reckless from then on."""

    def plan(table: Table, state: State) -> Turn:
        seat = next_seat(table, state, chance)
        tired = state.round.number >= patience.get(seat, ROUNDS + 1)
        return (reckless if tired else careful)(table, state, seat, chance)

    return plan


def _all_leave(table: Table, chance: Random) -> Plan:
    """Let one seat leave when a single departure is still to be chosen, the others much later.

    Every other one of these leaves as its round opens, whoever's turn it is; the rest in turn.
    """
    first = pick(range(table.seats), chance)
    rounds = {seat: 3 + 2 * place for place, seat in enumerate(others(table, first))}

    def plan(table: Table, state: State) -> Turn:
        seat = _leaver(state, first, rounds)
        if seat is not None:
            return resign(table, state, seat)
        return careful(table, state, next_seat(table, state, chance), chance)

    return plan


def _leaver(state: State, first: int, rounds: Mapping[int, int]) -> int | None:
    if state.round.phase == CHOOSING:
        return first if len(state.to_play) == 1 and plays(state, first) else None
    for place, (seat, number) in enumerate(rounds.items()):
        due = number == state.round.number and plays(state, seat)
        if due and (place % 2 == 0 or state.to_play[0] == seat):
            return seat
    return None


def _some_round(chance: Random) -> int:
    return pick(range(2, 10), chance)


def _played_out(game: Finished) -> bool:
    return game.ending == TWELVE_ROUNDS and set(game.standings) == {PLAYING}


def _one_is_left(game: Finished) -> bool:
    out = [ELIMINATED] * (game.table.seats - 1)
    return game.ending == TWELVE_ROUNDS and game.standings == [*out, PLAYING]


def _all_are(standing: str) -> Callable[[Finished], bool]:
    def reached(game: Finished) -> bool:
        return game.ending == NOBODY_LEFT and set(game.standings) == {standing}

    return reached


ENDINGS: Final[Mapping[str, Ending]] = {
    "twelve-rounds": Ending(
        "all play twelve rounds, and nobody is eliminated", everybody(careful), _played_out
    ),
    "twelve-rounds-greedy": Ending(
        "all take the nearest points for twelve rounds, and every zone of the sheet counts",
        everybody(greedy),
        lambda game: _played_out(game) and game.every_zone_counts,
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
