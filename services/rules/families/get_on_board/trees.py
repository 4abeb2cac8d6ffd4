"""The legal moves of a turn, read off trees of routes with a test of bits a branch.

A line matters for a route only by where it has been. So for each intersection, shape and number of
free turn-zone spaces the routes are laid out as a tree, once; where the line is not ahead, a whole
branch is legal at a stroke.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, TypeAlias

from services.rules.families.get_on_board.moves import EITHER, SHAPES, PlotRoute, Shape
from services.rules.families.get_on_board.routes import Ground, Route, Walk

OLD_METRO: Final = 0
NEW_METRO: Final = 1
NO_METRO: Final = 2
METROS: Final = (OLD_METRO, NEW_METRO, NO_METRO)
"""Which routes may have an extra marker: all, those that reach an M, or none (GOB-P11)."""

Moves: TypeAlias = tuple[PlotRoute, ...]
Node: TypeAlias = "tuple[int, Moves, tuple[Node, ...], int, tuple[Moves, Moves, Moves]]"
"""A place in a tree. A bare tuple, because taking one apart is the innermost step of all:

- the bit of the intersection reached,
- the route so far as the only move, for a line that has been there before,
- the nodes beyond,
- the bits of every intersection from here on,
- the moves for a line that has been at none of these, by what the metro allows.
"""
Tree: TypeAlias = tuple[Node, ...]
Index: TypeAlias = Mapping[PlotRoute, Route]


class Forest:
    """The trees of a board, and its routes by their moves, as far as they were asked for."""

    def __init__(self, ground: Ground, turn_spaces: int) -> None:
        self.ground = ground
        spots = range(len(ground.board.intersections))
        self.trees: list[list[list[Tree | None]]] = [
            [[None] * (turn_spaces + 1) for _ in SHAPES] for _ in spots
        ]
        """By intersection, number of the shape and free turn-zone spaces; None: not yet grown."""
        most = max(shape.markers for shape in SHAPES.values())
        self.index: list[list[Index | None]] = [[None] * (most + 1) for _ in spots]
        """By intersection and number of markers."""
        self._leaves: dict[Route, Node] = {}

    def grow(self, at: int, shape: Shape, spaces: int) -> Tree:
        """Lay out the tree of a shape; where every walk will do, the shapes share one."""
        least = shape.markers - 1
        if shape.joints == EITHER or spaces > least:
            any_shape = next(s for s in SHAPES.values() if s.markers == shape.markers)
            tree = self.trees[at][any_shape.number][least] or self.grow(at, any_shape, least)
        else:
            tree = self._tree(self.ground.walks(at, shape.markers), shape.joints, spaces)
        self.trees[at][shape.number][spaces] = tree
        return tree

    def routes(self, at: int, markers: int) -> Index:
        """List the routes from an intersection by their moves."""
        index = {route.move: route for route in _every(self.ground.walks(at, markers))}
        self.index[at][markers] = index
        return index

    def _tree(self, walks: Sequence[Walk], joints: int, spaces: int) -> Tree:
        affordable = [walk for walk in walks if walk.route.spaces[joints] <= spaces]
        return tuple(
            self._leaf(walk) if walk.route.whole else self._branch(walk, joints, spaces)
            for walk in affordable
        )

    def _branch(self, walk: Walk, joints: int, spaces: int) -> Node:
        children = self._tree(walk.onward, joints, spaces)
        ahead = walk.route.last
        for _, _, _, beyond, _ in children:
            ahead |= beyond
        old, new, none = (
            tuple(chain(*(child[4][metro] for child in children))) for metro in METROS
        )
        here = self.ground.once((walk.route.move,))
        return walk.route.last, here, children, ahead, self._by_metro(old, new, none)

    def _leaf(self, walk: Walk) -> Node:
        """Give the node of a whole route; all trees share it."""
        route = walk.route
        if route not in self._leaves:
            alone = self.ground.once((route.move,))
            every = alone + tuple(extra.move for extra in walk.extras)
            moves = self._by_metro(every, every if route.metros else alone, alone)
            self._leaves[route] = (route.last, alone, (), route.last, moves)
        return self._leaves[route]

    def _by_metro(self, old: Moves, new: Moves, none: Moves) -> tuple[Moves, Moves, Moves]:
        once = self.ground.once
        return once((once(old), once(new), once(none)))


def legal_moves(tree: Tree, visited: int, came_from: int, metro: int) -> list[PlotRoute]:
    """Read off a tree the moves of a line that has been at `visited`.

    `came_from` is the bit of the intersection before: a line never goes back by the section it came
    along (GOB-P5). A route that meets the line ends there, whatever the shape asks for (GOB-X4).
    """
    found: list[PlotRoute] = []
    growing: list[Node] = []
    for bit, here, children, ahead, moves in tree:
        if not visited & ahead:
            found += moves[metro]
        elif not visited & bit:
            growing += children
        elif bit != came_from:
            found += here
    for bit, here, children, ahead, moves in growing:
        if not visited & ahead:
            found += moves[metro]
        elif visited & bit:
            found += here
        else:
            growing += children
    return found


def _every(walks: Sequence[Walk]) -> Iterator[Route]:
    for walk in walks:
        yield walk.route
        yield from walk.extras
        yield from _every(walk.onward)
