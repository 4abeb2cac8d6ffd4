"""Search: a tree of moves, grown by playouts of states that the view may belong to.

Whatever is hidden is drawn at random, many times over, so a move is judged by all that may be true
and by nothing that the seat does not see. Moves are tried in the order of their promise, few at
first and more the longer it is thought (progressive widening): a first token has hundreds.
"""

from collections.abc import Callable, Mapping
from math import log, sqrt
from random import Random
from typing import Any, Final, TypeAlias

from clients.bots.mind import AnyMind

EXPLORE: Final = 0.7
"""How much a move that was tried seldom is preferred to one that did well."""
WIDTH: Final = 2.0
"""Moves that are tried, times the square root of the visits."""
FEWEST: Final = 2
"""Moves that are tried in any case."""
DRAWS: Final = 40
"""States that are drawn for a decision; each move meets them in the same order."""

Budget: TypeAlias = Callable[[int], bool]
"""Says after so many playouts whether there is time for another."""


class Node:
    """A move in the tree: how often it was tried, and what came of it."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.children: dict[Any, Node] = {}

    @property
    def mean(self) -> float:
        """What the move is worth on average."""
        return self.total / self.visits


class Search:
    """One decision of a seat."""

    def __init__(self, mind: AnyMind, view: Mapping[str, Any], chance: Random) -> None:
        self._mind, self._view, self._chance = mind, view, chance
        self._seat: int = view["seat"]
        self._drawn: list[Any] = []
        self._low, self._high = float("inf"), float("-inf")
        first = self._draw(0)
        self._first = mind.by_prospects(first, self._seat)
        self._now, self._until = mind.moment(first), mind.horizon(first)
        self.root = Node()

    def choose(self, budget: Budget) -> Any:  # noqa: ANN401 (a move of the family)
        """Think as long as the budget allows, then take the move that was tried most."""
        if len(self._first) == 1:
            return self._first[0][1]
        playouts = 0
        while not playouts or budget(playouts):
            self._try()
            playouts += 1
        children = self.root.children
        return max(children, key=lambda move: (children[move].visits, children[move].mean))

    def _try(self) -> None:
        """Go down the tree, add a move to it, play on from there and remember what came of it."""
        node, moves, path = self.root, self._first, [self.root]
        state = None
        while moves:
            move = self._select(node, moves)
            fresh = move not in node.children
            node = node.children.setdefault(move, Node())
            path.append(node)
            state = self._after(self._draw(node.visits) if state is None else state, move)
            moves = [] if fresh else self._moves(state)
        value = self._mind.playout(state, self._seat, self._until)
        self._low, self._high = min(self._low, value), max(self._high, value)
        for each in path:
            each.visits += 1
            each.total += value

    def _draw(self, number: int) -> Any:  # noqa: ANN401
        """Give a state that the view may belong to: a new one, as long as there are few."""
        if number >= len(self._drawn) and number < DRAWS:
            state = self._mind.rebuild(self._view, self._chance)
            self._drawn.append(self._mind.imagined(state, self._seat))
        return self._drawn[number % len(self._drawn)]

    def _after(self, state: Any, move: Any) -> Any:  # noqa: ANN401
        seat = self._mind.to_play(state)
        assert seat is not None  # noqa: S101 (there was a move)
        return self._mind.imagined(self._mind.apply(state, seat, move), self._seat)

    def _moves(self, state: Any) -> list[tuple[float, Any]]:  # noqa: ANN401
        """Rank the moves that the turn goes on with; none when it is over.

        What comes to light after it was drawn here, and must not be planned with.
        """
        seat = self._mind.to_play(state)
        if seat is None or self._mind.moment(state) != self._now:
            return []
        return self._mind.by_prospects(state, seat)

    def _select(self, node: Node, moves: list[tuple[float, Any]]) -> Any:  # noqa: ANN401
        """Choose the next move to try: one that is new, or else the one that may be best."""
        width = max(FEWEST, int(WIDTH * sqrt(node.visits + 1)))
        spread = max(self._high - self._low, 1e-9)
        bonus = EXPLORE * sqrt(log(node.visits + 1))
        best, chosen = float("-inf"), moves[0][1]
        for _, move in moves[:width]:
            child = node.children.get(move)
            if child is None:
                return move
            value = (child.mean - self._low) / spread + bonus / sqrt(child.visits)
            if value > best:
                best, chosen = value, move
        return chosen
