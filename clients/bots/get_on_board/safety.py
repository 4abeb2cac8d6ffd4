"""How surely a line can go on: a line that meets itself is out of the game (GOB-P8)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.moves import Shape
from services.rules.families.get_on_board.trees import NO_METRO, Tree, legal_moves

SPOTS_A_ROUND: Final = 4
"""Intersections that a line should find free for a round: twice what it needs on average."""


class Ahead(NamedTuple):
    """Where a line stands and what it may not touch."""

    here: int
    came_from: int
    visited: int
    """Intersections it has been at, as bits."""
    turn_zone: int
    """Spaces crossed off."""


class Safety:
    """Looks ahead on the map of one city."""

    def __init__(self, edition: Edition) -> None:
        self._forest = edition.forest
        self._spaces = edition.turn_spaces
        self._near = [sum(1 << there for there in ways) for ways in edition.board.ways]

    def survival(self, ahead: Ahead, shapes: Sequence[Shape], rounds: int) -> float:
        """Say how likely a line gets through the next rounds if it always goes the safest way.

        One of the shapes comes next, each as likely as any other, and then one of the rest.
        """
        if not shapes:
            return 1.0
        total, known = 0.0, {}
        for at, shape in enumerate(shapes):
            if shape.number not in known:
                rest = () if rounds == 1 else (*shapes[:at], *shapes[at + 1 :])
                known[shape.number] = self._through(ahead, shape, rest, rounds)
            total += known[shape.number]
        return total / len(shapes)

    def missing(self, ahead: Ahead, rounds: int) -> int:
        """Count the intersections that are missing where a line may still come to."""
        wanted, near = SPOTS_A_ROUND * rounds + 2, self._near
        found, border = 0, 1 << ahead.here
        while border and found.bit_count() < wanted:
            reached = 0
            while border:  # its members; a generator would take twice the time
                lowest = border & -border
                reached |= near[lowest.bit_length() - 1]
                border ^= lowest
            border = reached & ~ahead.visited & ~found
            found |= border
        return max(0, wanted - found.bit_count())

    def _through(self, ahead: Ahead, shape: Shape, rest: Sequence[Shape], rounds: int) -> float:
        """Say how likely a line survives if this shape comes next."""
        tree = self._tree(ahead, shape)
        if rounds == 1:
            return float(_leads_on(tree, ahead.visited))
        here, came_from, visited, turn_zone = ahead
        routes = self._forest.index[here][shape.markers]
        routes = routes or self._forest.routes(here, shape.markers)
        best = 0.0
        for move in legal_moves(tree, visited, 1 << came_from, NO_METRO):
            route = routes[move]
            if route.loops or visited & route.nodes:
                continue
            steps, spaces = (here, *route.steps), turn_zone + route.spaces[shape.joints]
            after = Ahead(steps[-1], steps[-2], visited | route.nodes, spaces)
            best = max(best, self.survival(after, rest, rounds - 1))
            if best == 1.0:
                break
        return best

    def _tree(self, ahead: Ahead, shape: Shape) -> Tree:
        spaces = self._spaces - ahead.turn_zone
        tree = self._forest.trees[ahead.here][shape.number][spaces]
        return self._forest.grow(ahead.here, shape, spaces) if tree is None else tree


def _leads_on(tree: Tree, visited: int) -> bool:
    """Say whether any whole route of a tree misses the line."""
    for bit, _, children, ahead, moves in tree:
        if not visited & ahead:
            if moves[NO_METRO]:
                return True
        elif children and not visited & bit and _leads_on(children, visited):
            return True
    return False
