"""Why a move is refused: the first rule it breaks, by id."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from services.rules.core.errors import (
    IllegalMoveError,
)
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.moves import PlotRoute, Shape, turn_spaces
from services.rules.families.get_on_board.state import Player


class Attempt(NamedTuple):
    """A route that somebody tried to plot."""

    edition: Edition
    player: Player
    shape: Shape
    """What was asked for in the end: the single marker of the fallback, where it applies."""
    move: PlotRoute

    @property
    def steps(self) -> list[int]:
        """Where the line ended, and every intersection of the path, all known."""
        numbers = self.edition.board.numbers
        return [self.player.line[-1], *(numbers[name] for name in self.move.path)]

    @property
    def plain(self) -> tuple[str, ...]:
        """The path without the extra marker of a metro."""
        return self.move.path[:-1] if self.move.metro else self.move.path


Reason: TypeAlias = tuple[str, str] | None
"""A sentence and the rule broken; None if this rule is kept."""


def refuse(edition: Edition, player: Player, shape: Shape, move: PlotRoute) -> IllegalMoveError:
    """Find the rule that an illegal route breaks."""
    attempt = Attempt(edition, player, shape, move)
    for check in CHECKS:
        reason = check(attempt)
        if reason is not None:
            return IllegalMoveError(*reason)
    return IllegalMoveError("this is not among the legal routes", "GOB-X1")


def _on_the_map(attempt: Attempt) -> Reason:
    board = attempt.edition.board
    at = attempt.player.line[-1]
    for number, name in enumerate(attempt.move.path):
        there = board.numbers.get(name)
        if there is None:
            return f"there is no intersection {name} on this map", "GOB-P1"
        if there not in board.ways[at]:
            rule = "GOB-P1" if number else "GOB-P2"
            return f"no section leads from {board.intersections[at].name} to {name}", rule
        at = there
    return None


def _section_is_free(attempt: Attempt) -> Reason:
    board = attempt.edition.board
    used = attempt.player.sections
    for here, there in pairwise(attempt.steps):
        section = 1 << board.ways[here][there]
        if used & section:
            names = [board.intersections[end].name for end in (here, there)]
            return f"{names[0]}-{names[1]} has an own marker already", "GOB-P5"
        used |= section
    return None


def _ends_where_it_meets_itself(attempt: Attempt) -> Reason:
    visited = set(attempt.player.line)
    for name, step in zip(attempt.move.path[:-1], attempt.steps[1:], strict=False):
        if step in visited:
            return f"the line meets itself at {name}: the turn ends there", "GOB-P8"
        visited.add(step)
    return None


def _has_a_metro(attempt: Attempt) -> Reason:
    if not attempt.move.metro:
        return None
    edition, sheet = attempt.edition, attempt.player.sheet
    if not edition.metro_spaces:
        return "there is no metro in this city", "GOB-P11"
    reached = [edition.ground.things[step].metro for step in attempt.steps[1:-1]]
    new = any(reached) and sheet.metro_circled < edition.metro_spaces
    if sheet.metro_circled == sheet.metro_crossed and not new:
        return "no circled M is left to cross off", "GOB-P11"
    return None


def _number_of_markers(attempt: Attempt) -> Reason:
    asked, placed = attempt.shape.markers, len(attempt.plain)
    things = attempt.edition.ground.things
    ends = attempt.steps[asked : placed + 1]
    if not ends or not all(things[step].light for step in ends[:-1]):
        return f"the shape {attempt.shape.name} asks for {asked}, not {placed}", "GOB-P3"
    if things[ends[-1]].light:
        return "the turn ends at a green light: one more marker is needed", "GOB-P10"
    return None


def _turn_zone(attempt: Attempt) -> Reason:
    edition, shape = attempt.edition, attempt.shape
    steps = attempt.steps[: shape.markers + 1]
    joints = [edition.board.turns(*steps[at : at + 3]) for at in range(len(steps) - 2)]
    needed = turn_spaces(sum(joints), len(joints))[shape.joints]
    left = edition.turn_spaces - attempt.player.sheet.turn_zone
    if needed > left:
        return f"turn-zone spaces needed: {needed}, left: {left}", "GOB-P6"
    return None


CHECKS: Final[tuple[Callable[[Attempt], Reason], ...]] = (
    _on_the_map,
    _section_is_free,
    _ends_where_it_meets_itself,
    _has_a_metro,
    _number_of_markers,
    _turn_zone,
)
"""In this order; each may rely on those before it."""
