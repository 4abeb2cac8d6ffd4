"""The ways in which a game of On the Underground ends."""

from collections.abc import Callable, Mapping
from itertools import cycle, pairwise
from random import Random
from typing import Final, NamedTuple, TypeAlias

from services.rules.core.seats import PLAYING, RESIGNED
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import (
    ALL_CARDS_DRAWN,
    NOBODY_LEFT,
    PassengerMoved,
)
from services.rules.families.on_the_underground.state import BUILDING, TRAVELLING, State
from tests.golden.endings import Ending, Finished, Plan, everybody, next_seat, plays
from tests.golden.on_the_underground.styles import greedy, sensible
from tests.golden.styles import resign
from tests.golden.table import Table, Turn

Moment: TypeAlias = Callable[[Edition, State, int], bool]
"""Says whether this is the moment at which a seat wants to leave."""
PATIENCE: Final = 4
"""Turns between two who leave."""


class Leaver(NamedTuple):
    """A seat that is going to resign: at which moment, and from which turn on."""

    seat: int
    moment: Moment
    turn: int


def crossing(edition: Edition, state: State, seat: int) -> bool:
    """Say whether a seat is in the middle of a water crossing."""
    lines = (state.lines[at] for at in state.own(seat))
    return any(line.ends & edition.icons for line in lines)


def _choosing(_: Edition, state: State, seat: int) -> bool:
    return seat in state.to_play and state.turn.phase == TRAVELLING


def _in_turn(_: Edition, state: State, seat: int) -> bool:
    return seat in state.to_play and state.turn.phase == BUILDING


def _out_of_turn(_: Edition, state: State, seat: int) -> bool:
    return seat not in state.to_play


def _all_but_one_leave(table: Table, chance: Random) -> Plan:
    return _leaving(_leavers(table, chance)[1:], chance)


def _all_leave(table: Table, chance: Random) -> Plan:
    """Let everybody leave; nobody but the last is left then, so that it is the last one's turn."""
    *leavers, last = _leavers(table, chance)
    return _leaving([*leavers, last._replace(moment=_in_turn)], chance)


def _leavers(table: Table, chance: Random) -> list[Leaver]:
    """Give every seat its moment, in any order of the seats."""
    seats = sorted(range(table.seats), key=lambda _: chance.random())
    edition: Edition = table.edition
    moments: list[Moment] = [_in_turn, _choosing, _out_of_turn]
    if edition.icons:
        moments.insert(1, crossing)
    turns = range(1 + PATIENCE, 1 + PATIENCE * (1 + table.seats), PATIENCE)
    return [Leaver(*each) for each in zip(seats, cycle(moments), turns, strict=False)]


def _leaving(leavers: list[Leaver], chance: Random) -> Plan:
    """Let seats leave one after the other, each at its moment, and play sensibly until then."""

    def plan(table: Table, state: State) -> Turn:
        waiting = [leaver for leaver in leavers if plays(state, leaver.seat)]
        if waiting and _leaves(table, state, waiting[0]):
            return resign(table, state, waiting[0].seat)
        return sensible(table, state, next_seat(table, state, chance), chance)

    return plan


def _leaves(table: Table, state: State, leaver: Leaver) -> bool:
    due = state.turn.number >= leaver.turn
    return due and leaver.moment(table.edition, state, leaver.seat)


def _played_out(game: Finished) -> bool:
    return game.ending == ALL_CARDS_DRAWN and set(game.standings) == {PLAYING}


def _shows_second_token(game: Finished) -> bool:
    """Say whether the passenger stayed for a second token, if the city has such a thing."""
    moves = [pair for pair in pairwise(game.log) if set(map(type, pair)) == {PassengerMoved}]
    cards = game.table.edition.cards
    stays = any(first.destination == second.destination for first, second in moves)
    return stays or len(set(cards)) == len(cards)


def _one_is_left(game: Finished) -> bool:
    out = [RESIGNED] * (game.table.seats - 1)
    return game.ending == ALL_CARDS_DRAWN and game.standings == [PLAYING, *out]


def _nobody_is_left(game: Finished) -> bool:
    return game.ending == NOBODY_LEFT and set(game.standings) == {RESIGNED}


ENDINGS: Final[Mapping[str, Ending]] = {
    "all-cards-drawn": Ending(
        "all play sensibly until every card is drawn; a second token is met where there are any",
        everybody(sensible),
        lambda game: _played_out(game) and _shows_second_token(game),
    ),
    "all-cards-drawn-greedy": Ending(
        "all take the nearest points until every card is drawn, and every scoring zone counts",
        everybody(greedy),
        lambda game: _played_out(game) and game.every_zone_counts,
    ),
    "one-left": Ending(
        "all but one resign, each at another moment, and the last one plays to the end",
        _all_but_one_leave,
        _one_is_left,
    ),
    "nobody-left": Ending(
        "all resign, each at another moment, and the game is over at once",
        _all_leave,
        _nobody_is_left,
    ),
}
