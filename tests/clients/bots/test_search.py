"""The search itself, on a game that is made up: it finds what is best on average."""

from random import Random
from typing import Any, NamedTuple

import pytest

from clients.bots.choosing import for_playouts
from clients.bots.search import DRAWS, FEWEST, Search

VIEW = {"seat": 0}


class State(NamedTuple):
    """A hidden card, the moves made, and the turn."""

    card: int
    made: tuple[str, ...] = ()
    turn: int = 0


class Cards:
    """Two moves make a turn; a move is worth something by the card that nobody sees."""

    def __init__(self, **worth: tuple[int, int]) -> None:
        self.worth = worth
        self.drawn = 0
        self.ranked: list[State] = []

    def rebuild(self, _view: Any, chance: Random) -> State:
        """Draw the card."""
        self.drawn += 1
        return State(chance.randrange(2))

    def imagined(self, state: State, _seat: int) -> State:
        """There is nobody else."""
        return state

    def to_play(self, _state: State) -> int | None:
        """Name the only seat."""
        return 0

    def apply(self, state: State, _seat: int, move: str) -> State:
        """Make a move; the second one ends the turn."""
        made = (*state.made, move)
        return State(state.card, made, len(made) // 2)

    def by_points(self, state: State, seat: int) -> list[tuple[float, str]]:
        """Rank as always."""
        return self.by_prospects(state, seat)

    def by_prospects(self, state: State, _seat: int) -> list[tuple[float, str]]:
        """List the moves as they were named."""
        self.ranked.append(state)
        return [(0.0, move) for move in self.worth]

    def moment(self, state: State) -> int:
        """Give the turn."""
        return state.turn

    def horizon(self, state: State) -> int:
        """Judge some turns later."""
        return state.turn + 3

    def playout(self, state: State, _seat: int, _until: int) -> float:
        """Count what the moves are worth with this card."""
        return float(sum(self.worth[move][state.card] for move in state.made))


def chosen(mind: Cards, playouts: int = 300) -> tuple[str, Search]:
    search = Search(mind, VIEW, Random(7))  # noqa: S311
    return search.choose(for_playouts(playouts)), search


def test_the_move_that_is_best_on_average_is_chosen() -> None:
    assert chosen(Cards(gamble=(9, 0), safe=(8, 8), bad=(1, 1)))[0] == "safe"
    assert chosen(Cards(gamble=(9, 7), safe=(6, 6), bad=(1, 1)))[0] == "gamble"


def test_a_good_move_is_found_though_it_promises_least() -> None:
    worth = {f"move{number}": (0, 0) for number in range(20)} | {"hidden": (9, 9)}
    assert chosen(Cards(**worth))[0] == "hidden"


def test_few_moves_are_tried_at_first_and_more_later() -> None:
    worth = {f"move{number}": (number % 3, 1) for number in range(50)}
    tried = [len(chosen(Cards(**worth), playouts)[1].root.children) for playouts in (2, 20, 200)]
    assert tried[0] == FEWEST < tried[1] < tried[2] < 50


def test_every_playout_is_counted_and_many_states_are_drawn() -> None:
    mind = Cards(one=(1, 2), two=(2, 1))
    _, search = chosen(mind, 150)
    assert search.root.visits == 150
    assert sum(child.visits for child in search.root.children.values()) == 150
    assert mind.drawn == DRAWS


def test_the_tree_ends_with_the_turn() -> None:
    mind = Cards(one=(1, 2), two=(2, 1))
    chosen(mind)
    assert {state.turn for state in mind.ranked} == {0}
    assert {len(state.made) for state in mind.ranked} == {0, 1}


@pytest.mark.parametrize("playouts", [1, 50])
def test_the_only_move_is_made_without_thinking(playouts: int) -> None:
    move, search = chosen(Cards(only=(0, 0)), playouts)
    assert (move, search.root.visits) == ("only", 0)
