"""How bots choose: the levels, by the names that the lobby knows.

A bot is asked with what its seat sees and the legal moves that the API lists, and with nothing
else. Those that think draw the rest at random (`thinking`).
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeAlias

from clients.bots.search import Budget, Search
from clients.bots.thinking import known, open_mind, written

SEARCH_MS: Final = 200.0
"""How long `search` thinks about a move, if nobody says otherwise."""


class Asked(NamedTuple):
    """A bot's turn: what its seat sees, and what it may do."""

    view: Mapping[str, Any]
    moves: Sequence[Any]
    """As the API lists them, each with what it would do."""
    chance: Random


Chooser: TypeAlias = Callable[[Asked], Any]
"""Gives one of the moves as a JSON document."""
Clock: TypeAlias = Callable[[], float]
"""Tells the seconds since some moment."""


def choose_at_random(asked: Asked) -> Any:  # noqa: ANN401 (a move)
    """Take any move."""
    return asked.chance.choice(asked.moves)["move"]


def choose_greedily(asked: Asked) -> Any:  # noqa: ANN401
    """Take the move with the best score after it; none that blocks the own line."""
    if not known(asked.view):
        return choose_at_random(asked)
    mind = open_mind(asked.view)
    state = mind.rebuild(asked.view, asked.chance)
    return written(asked.view, mind.by_points(state, asked.view["seat"])[0][1])


def search_with(budget: Callable[[], Budget]) -> Chooser:
    """Make a chooser that searches as long as a budget allows, which begins with each turn."""

    def choose(asked: Asked) -> Any:  # noqa: ANN401
        if not known(asked.view):
            return choose_at_random(asked)
        spent = budget()
        search = Search(open_mind(asked.view), asked.view, asked.chance)
        return written(asked.view, search.choose(spent))

    return choose


def for_time(milliseconds: float, clock: Clock = perf_counter) -> Budget:
    """Allow playouts for some time from now on."""
    end = clock() + milliseconds / 1000
    return lambda _: clock() < end


def for_playouts(most: int) -> Budget:
    """Allow so many playouts, however long they take."""
    return lambda playouts: playouts < most


def levels(search_ms: float = SEARCH_MS, clock: Clock = perf_counter) -> Mapping[str, Chooser]:
    """Give every level, with the time that `search` has, by which clock."""
    return {
        "random": choose_at_random,
        "greedy": choose_greedily,
        "search": search_with(lambda: for_time(search_ms, clock)),
    }
