"""Every route that a board allows, worked out once per place and kept.

Where a route has been and which sections it uses are sets of bits, by the numbers of the board's
intersections and sections.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar, cast

from services.rules.families.get_on_board.board import Board
from services.rules.families.get_on_board.moves import PlotRoute, turn_spaces
from services.rules.families.get_on_board.sheet import Effect

Kept = TypeVar("Kept")


class Route:
    """A walk from an intersection, and all that can be said of it without knowing the game."""

    __slots__ = (
        "before",
        "busy",
        "effects",
        "last",
        "letters",
        "lights",
        "loops",
        "metro",
        "metros",
        "metros_before",
        "move",
        "nodes",
        "parent",
        "sections",
        "spaces",
        "steps",
        "whole",
    )

    steps: tuple[int, ...]
    """The intersections reached, in order."""
    last: int
    """Its end, as a bit."""
    before: int
    """Where it has been before its end, as bits."""
    nodes: int
    """Both."""
    loops: bool
    """Whether it meets itself on its own."""
    sections: int
    """The sections it uses, as bits."""
    busy: Mapping[str | None, int]
    """How many of them cross off one space more, by the speedy colour of the game."""
    effects: tuple[Effect, ...]
    letters: str
    metro: bool
    """Whether its last marker is the extra one of a metro."""
    metros: int
    """How many M it reaches."""
    metros_before: int
    """How many of them before its end."""
    lights: int
    """How many of its markers are due to green lights."""
    spaces: tuple[int, int, int]
    """The turn-zone spaces it costs, by what the shape asks of joints."""
    whole: bool
    """Whether the shape is complete, lights included."""
    move: PlotRoute

    def __init__(self, ground: "Ground", parent: "Route | None", section: int, end: int) -> None:
        reached = ground.things[end]
        self.parent = parent
        self.steps = ground.once((*parent.steps, end) if parent else (end,))
        self.last = ground.once(1 << end)
        self.before = parent.nodes if parent else 0
        self.nodes = ground.once(self.before | self.last)
        self.loops = self.before & self.last != 0
        self.sections = ground.once((parent.sections if parent else 0) | 1 << section)
        self.busy = ground.busy_among(self.sections)
        self.effects = ground.once(
            (*parent.effects, *reached.effects) if parent else reached.effects
        )
        self.letters = (parent.letters if parent else "") + reached.letter
        self.metros_before = parent.metros if parent else 0
        self.metros = self.metros_before + reached.metro
        self.lights = parent.lights if parent else 0
        self.spaces = parent.spaces if parent else ground.once(turn_spaces(0, 0))
        self.whole = False
        self.metro = False
        self.move = ground.move(self.steps, metro=False)


class Things(NamedTuple):
    """What an intersection means for a route."""

    effects: tuple[Effect, ...]
    letter: str
    light: bool
    metro: bool


class Walk(NamedTuple):
    """A route, the ways it goes on, and the same with an extra marker for an M."""

    route: Route
    onward: "tuple[Walk, ...]"
    extras: tuple[Route, ...]


class Ground:
    """A board with what stands on it, and the routes found so far."""

    def __init__(
        self, board: Board, things: Sequence[Things], busy: Mapping[str | None, int]
    ) -> None:
        self.board = board
        self.things = tuple(things)
        self.busy = busy
        """Sections that cross off one space more, by the speedy colour of the game."""
        self._busy_counts: dict[tuple[int, ...], Mapping[str | None, int]] = {}
        self._has_metro = any(thing.metro for thing in things)
        self._walks: dict[tuple[int, int], tuple[Walk, ...]] = {}
        self._kept: dict[object, object] = {}

    def once(self, value: Kept) -> Kept:
        """Give the same object for equal values: the fewer there are, the more fit in a cache."""
        return cast("Kept", self._kept.setdefault((type(value), value), value))

    def busy_among(self, sections: int) -> Mapping[str | None, int]:
        """Count the busy ones of some sections for each colour that may be speedy."""
        counts = tuple((marked & sections).bit_count() for marked in self.busy.values())
        by_colour = dict(zip(self.busy, counts, strict=True))
        return self._busy_counts.setdefault(counts, by_colour)

    def move(self, steps: tuple[int, ...], *, metro: bool) -> PlotRoute:
        """Give the move along some intersections."""
        names = self.once(tuple(self.board.intersections[step].name for step in steps))
        return self.once(PlotRoute(names, metro))

    def walks(self, start: int, markers: int) -> tuple[Walk, ...]:
        """Lay out all walks of some markers from an intersection."""
        key = (start, markers)
        if key not in self._walks:
            self._walks[key] = tuple(
                self._walk(Route(self, None, section, end), start, markers, 0)
                for end, section in self.board.ways[start].items()
            )
        return self._walks[key]

    def _walk(self, route: Route, start: int, markers: int, turns: int) -> Walk:
        here = route.steps[-1]
        came_from = route.steps[-2] if len(route.steps) > 1 else start
        ways = {end: way for end, way in self.board.ways[here].items() if end != came_from}
        asked = len(route.steps) < markers
        light = not asked and self.things[here].light and bool(ways)  # GOB-P10, GOB-X5
        if route.loops or not (asked or light):
            route.whole = True
            return Walk(route, (), self._extras(route, ways))
        onward = []
        for end, way in ways.items():
            further = Route(self, route, way, end)
            further.lights += light
            turned = turns + self.board.turns(came_from, here, end)
            if asked:
                further.spaces = self.once(turn_spaces(turned, len(route.steps)))
            onward.append(self._walk(further, start, markers, turned))
        return Walk(route, tuple(onward), ())

    def _extras(self, route: Route, ways: Mapping[int, int]) -> tuple[Route, ...]:
        if route.loops or not self._has_metro:
            return ()
        extras = tuple(Route(self, route, way, end) for end, way in ways.items())
        for extra in extras:
            extra.metro = True
            extra.move = self.move(extra.steps, metro=True)
        return extras
