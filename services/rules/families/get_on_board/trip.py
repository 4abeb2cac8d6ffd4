"""One turn: which routes a player has, and what a route does.

This is where a game spends its time: tuples are taken apart once, and nothing is built twice.
"""

from services.rules.core.seats import PLAYING, out_of_turn
from services.rules.core.types import new, put
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import RoutePlotted
from services.rules.families.get_on_board.moves import SINGLE, PlotRoute, Shape
from services.rules.families.get_on_board.refusal import refuse
from services.rules.families.get_on_board.rounds import Step, close_round
from services.rules.families.get_on_board.routes import Route
from services.rules.families.get_on_board.sheet import (
    METRO_CROSSED,
    PERSONAL,
    TURN_ZONE,
    Boxes,
    Diary,
    Sheet,
)
from services.rules.families.get_on_board.state import ELIMINATED, PLOTTING, Player, State
from services.rules.families.get_on_board.trees import (
    NEW_METRO,
    NO_METRO,
    OLD_METRO,
    legal_moves,
)


def plot(edition: Edition, state: State, seat: int, move: PlotRoute) -> Step:
    """Play a turn (GOB-R3)."""
    setup, now, to_play, players = state
    phase, _, ticket, _, _, _ = now
    if phase != PLOTTING or seat != to_play[0]:
        raise out_of_turn(now.phase, "GOB-E1", f"it is not the turn of seat {seat}", "GOB-R3")
    player = players[seat]
    shape = edition.shapes[player.deal.top][ticket]
    fallback = False
    route = find_route(edition, player, shape, move)
    if route is None:
        fallback = not moves_of(edition, player, shape)
        route = find_route(edition, player, SINGLE, move) if fallback else None
        if route is None:
            raise refuse(edition, player, SINGLE if fallback else shape, move)
    event, boxes = ride(edition, state, seat, route, None if fallback else shape)
    deal, _, line, visited, sections, _ = player
    moved = new(
        Player,
        (
            deal,
            ELIMINATED if event.eliminated else PLAYING,
            line + route.steps,
            visited | route.nodes,
            sections | route.sections,
            new(Sheet, boxes),
        ),
    )
    players = put(players, seat, moved)
    rest = to_play[1:]
    if rest:
        return new(State, (setup, now, rest, players)), (event,)
    return close_round(edition, setup, now, players, [event])


def moves_of(edition: Edition, player: Player, shape: Shape) -> list[PlotRoute]:
    """List every route that a player has for a shape.

    When none is left, not even one that meets the line, the shape is SINGLE instead (GOB-P7).
    """
    _, _, line, visited, _, sheet = player
    here, spaces = line[-1], edition.turn_spaces - sheet.turn_zone
    tree = edition.forest.trees[here][shape.number][spaces]
    if tree is None:
        tree = edition.forest.grow(here, shape, spaces)
    metro = NO_METRO
    if edition.metro_spaces:  # GOB-P11
        circled = sheet.metro_circled
        if circled > sheet.metro_crossed:
            metro = OLD_METRO
        elif circled < edition.metro_spaces:
            metro = NEW_METRO
    return legal_moves(tree, visited, 1 << line[-2] if len(line) > 1 else 0, metro)


def find_route(edition: Edition, player: Player, shape: Shape, move: PlotRoute) -> Route | None:
    """Find the route of a move, if it is legal for the shape."""
    _, _, line, visited, sections, sheet = player
    _, _, markers, joints = shape
    index = edition.forest.index[line[-1]][markers] or edition.forest.routes(line[-1], markers)
    route = index.get(move)
    if route is None or visited & route.before or sections & route.sections:
        return None
    if sheet.turn_zone + route.spaces[joints] > edition.turn_spaces:
        return None
    if not route.metro:
        return route if route.whole or visited & route.last else None
    circled = sheet.metro_circled  # GOB-P11
    new_one = circled < edition.metro_spaces and route.metros_before
    return route if circled > sheet.metro_crossed or new_one else None


def ride(
    edition: Edition, state: State, seat: int, route: Route, shape: Shape | None
) -> tuple[RoutePlotted, Boxes]:
    """Go along a route marker by marker: what happens, and the boxes of the sheet after it.

    Without a shape the fallback applies, and what is left of the turn zone goes (GOB-X3).
    """
    _, (_, number, _, _, speedy, _), _, players = state
    deal, _, _, visited, _, sheet = players[seat]
    boxes: Boxes = list(sheet)
    diary: Diary = []
    path, metro = route.move
    sections = route.sections
    spaces = route.spaces[shape.joints] if shape else edition.turn_spaces - boxes[TURN_ZONE]
    boxes[TURN_ZONE] += spaces
    eliminated = route.loops or visited & route.last != 0
    arrived = route.parent if eliminated else route  # GOB-P8: nobody boards where it meets itself
    letters = ""
    if arrived is not None:
        for effect in arrived.effects:
            effect(boxes, diary)
        if arrived.letters:
            letters = "".join([letter for letter in arrived.letters if letter in deal.personal])
            boxes[PERSONAL] += letters  # GOB-B12
    if metro:
        boxes[METRO_CROSSED] += 1
    crowd = route.busy[speedy]  # GOB-T2, GOB-T3
    for other in players:  # GOB-T1; no own marker lies on the route (GOB-P5)
        crowd += (other.sections & sections).bit_count()
    if crowd:
        at = edition.crowd_at
        crowd = min(crowd, edition.crowd_spaces - boxes[at])  # GOB-T4
        boxes[at] += crowd
    placed = seat, number, path, metro, spaces, crowd, route.lights, shape is None
    return new(RoutePlotted, (*placed, tuple(diary), letters, eliminated)), boxes
