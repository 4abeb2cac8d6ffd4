"""The routes of a turn once more, found slowly and step by step from docs/rules alone.

It shares the edition's map with the engine and nothing else: no trees, no bits, no tables of
routes. A line is a tuple of intersections, and every question is answered by looking along it.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.state import Player, State

Line: TypeAlias = tuple[int, ...]

MARKERS: Final = {"S1": 1, "S2": 2, "S3": 3, "T2": 2, "Z3": 3, "S2/T2": 2}
TURN_SPACES: Final = 5
METRO_SPACES: Final = 6
CROWD_SPACES: Final = 19
HAS_METRO: Final = ("gob-paris", "gob-rome")
COLOURS: Final = {"y": "yellow", "b": "burgundy"}


class Route(NamedTuple):
    """A legal route and what it costs."""

    path: tuple[str, ...]
    turn_spaces: int
    lights: int
    eliminated: bool
    metro: bool = False
    fallback: bool = False


class Turn(NamedTuple):
    """Everything that decides which routes there are."""

    edition: Edition
    line: Line
    shape: str
    spaces: int
    """Spaces left in the turn zone."""
    circled: int
    crossed: int


def turn_of(edition: Edition, state: State, seat: int) -> Turn:
    """Take from a state what matters for a turn."""
    player, ticket = state.players[seat], state.round.ticket
    sheet = player.sheet
    shape = edition.shapes[player.deal.top][(ticket - 1) % 6 + 1].name
    spaces = TURN_SPACES - sheet.turn_zone
    return Turn(edition, player.line, shape, spaces, sheet.metro_circled, sheet.metro_crossed)


def legal_routes(turn: Turn) -> dict[tuple[tuple[str, ...], bool], Route]:
    """Find every legal route, by its path and whether it spends an M."""
    routes = list(_routes(turn))
    if not routes:  # GOB-P7, GOB-X3: one marker, and what is left of the turn zone goes
        single = turn._replace(shape="S1")
        routes = [
            route._replace(turn_spaces=turn.spaces, fallback=True) for route in _routes(single)
        ]
    found = {(route.path, route.metro): route for route in routes}
    if len(found) != len(routes):
        raise AssertionError(f"a route was found twice: {routes}")
    return found


def crowd(state: State, edition: Edition, seat: int, path: tuple[str, ...]) -> int:
    """Count the spaces of traffic or connections that a path crosses off (GOB-T1 to GOB-T4)."""
    player = state.players[seat]
    numbers = [edition.board.numbers[name] for name in path]
    others = [other.line for at, other in enumerate(state.players) if at != seat]
    spaces = 0
    for here, there in pairwise((player.line[-1], *numbers)):
        spaces += sum({here, there} in [{*pair} for pair in pairwise(line)] for line in others)
        spaces += _extra(state, edition, here, there)
    return min(spaces, CROWD_SPACES - _crowded(player))


def _crowded(player: Player) -> int:
    return player.sheet.traffic + player.sheet.connections


def _extra(state: State, edition: Edition, here: int, there: int) -> bool:
    mark = edition.board.sections[edition.board.ways[here][there]].mark
    if edition.id == "gob-rome":
        speedy = "burgundy" if state.setup.deck[0] % 2 else "yellow"  # GOB-R2
        return mark is not None and COLOURS[mark] == speedy
    return mark is not None


def _routes(turn: Turn) -> Iterator[Route]:
    markers = MARKERS[turn.shape]
    for shaped in _walks(turn.edition, turn.line, markers):
        spaces = _cost(turn, shaped)
        if spaces > turn.spaces:  # GOB-P6, GOB-X2
            continue
        for lit in _lights(turn.edition, shaped):
            lights = len(lit) - len(shaped)
            yield Route(_path(turn, lit), spaces, lights, _met(lit))
            for longer in _metro(turn, lit):
                yield Route(_path(turn, longer), spaces, lights, _met(longer), metro=True)


def _walks(edition: Edition, line: Line, markers: int) -> Iterator[Line]:
    """Place some markers at the end of a line; it stops where it meets itself."""
    if not markers:
        yield line
        return
    own = [{*pair} for pair in pairwise(line)]
    for there in edition.board.ways[line[-1]]:
        if {line[-1], there} in own:  # GOB-P5
            continue
        longer = (*line, there)
        if _met(longer):  # GOB-P8, GOB-X4
            yield longer
        else:
            yield from _walks(edition, longer, markers - 1)


def _lights(edition: Edition, line: Line) -> Iterator[Line]:
    """Go on from a light, and again from the next (GOB-P10)."""
    onward = list(_walks(edition, line, 1)) if _stands(edition, line[-1], "light") else []
    if _met(line) or not onward:  # GOB-X5
        yield line
        return
    for longer in onward:
        yield from _lights(edition, longer)


def _metro(turn: Turn, line: Line) -> Iterator[Line]:
    """Spend a circled M, an old one or one reached just now (GOB-P11)."""
    if turn.edition.id not in HAS_METRO or _met(line):
        return
    reached = [at for at in line[len(turn.line) :] if _stands(turn.edition, at, "metro")]
    circled = min(METRO_SPACES, turn.circled + len(reached))
    if circled > turn.crossed:
        yield from _walks(turn.edition, line, 1)


def _cost(turn: Turn, line: Line) -> int:
    """Count the joints that are not as asked; the one with the old line is none of them."""
    placed = line[len(turn.line) - 1 :]
    corners = zip(placed, placed[1:], placed[2:], strict=False)
    turns = [_step(turn.edition, a, b) != _step(turn.edition, b, c) for a, b, c in corners]
    bent, straight = turns.count(True), turns.count(False)
    costs = {"S": bent, "T": straight, "Z": straight}
    return min(costs[shape[0]] for shape in turn.shape.split("/"))


def _met(line: Line) -> bool:
    return line[-1] in line[:-1]


def _step(edition: Edition, here: int, there: int) -> tuple[int, int]:
    one, other = edition.board.intersections[here], edition.board.intersections[there]
    return other.column - one.column, other.row - one.row


def _stands(edition: Edition, at: int, thing: str) -> bool:
    return thing in [edition.legend[symbol] for symbol in edition.board.intersections[at].things]


def _path(turn: Turn, line: Line) -> tuple[str, ...]:
    return tuple(turn.edition.board.intersections[at].name for at in line[len(turn.line) :])
