"""A city: board, decks and capacities, read strictly from the content of its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.rules.core.content import Content
from services.rules.core.seats import read_players
from services.rules.core.types import Json
from services.rules.families.get_on_board.board import Board, read_board
from services.rules.families.get_on_board.capacities import Capacities, read_capacities
from services.rules.families.get_on_board.check import check_board
from services.rules.families.get_on_board.counts import LANDMARKS, OBJECTIVES, Count, landmark
from services.rules.families.get_on_board.moves import SHAPES, SINGLE, Shape
from services.rules.families.get_on_board.routes import Ground, Things
from services.rules.families.get_on_board.sheet import (
    BOARDING,
    FIELD,
    LIGHT,
    METRO,
    ON_THE_MAP,
    Effect,
)
from services.rules.families.get_on_board.state import ROUNDS
from services.rules.families.get_on_board.trees import Forest

FAMILY: Final = "get-on-board"
ASKS: Final = 6
"""Tickets n and n + 6 ask for the same shape (GOB-R1)."""
CONGESTED: Final = "congested"
PARITIES: Final = ("even", "odd")


@dataclass(frozen=True, eq=False, slots=True)
class Edition:
    """Everything the rules know of a city."""

    id: str
    name: str
    version: int
    players: tuple[int, ...]
    departures: int
    """Tickets 1 to this number are dealt to choose a departure (GOB-S5)."""
    goals: Mapping[str, tuple[Count, int]]
    """Common objective -> what it counts, and how many complete it."""
    personal: tuple[str, ...]
    personal_hidden: bool
    landmarks: Mapping[str, str]
    """Kind of place -> name of the landmark."""
    shapes: tuple[tuple[Shape, ...], ...]
    """For each sheet top the shape of each ticket; both are counted from 1, so 0 holds nothing."""
    colours: tuple[str, ...]
    borders: tuple[str, ...]
    """Border of even and of odd tickets; empty where tickets have none."""
    capacities: Capacities
    turn_spaces: int
    metro_spaces: int
    crowd_spaces: int
    crowd_at: int
    """Where the sheet keeps traffic or connections."""
    legend: Mapping[str, str]
    board: Board
    ground: Ground
    forest: Forest

    def speedy(self, first_ticket: int) -> str | None:
        """Say which sections the first ticket makes speedy, if the map has any (GOB-R2)."""
        return self.borders[first_ticket % 2] if len(self.ground.busy) > 1 else None


def load_edition(content: Mapping[str, Json]) -> Edition:
    """Read a city; the first thing that is wrong with it is an `EditionError`."""
    file = Content(content)
    if file.text("family") != FAMILY:
        file.fail("family", f"expected {FAMILY}")
    edition = _read(file)
    check_board(edition, file.part("counts"))
    _check_cards(edition, file)
    file.finish()
    return edition


def _read(file: Content) -> Edition:
    tickets, personal = file.part("tickets"), file.part("personal_objectives")
    board = read_board(file.text("board"))
    legend = _named(file, "legend", ON_THE_MAP)
    capacities = read_capacities(file.part("sheet"))
    borders = _borders(tickets)
    ground = lay_out(board, legend, capacities, _busy(file, board, borders))
    return Edition(
        id=file.text("id"),
        name=file.text("name"),
        version=file.whole("version"),
        players=read_players(file),
        departures=file.whole("departures"),
        goals=_goals(file, capacities),
        personal=personal.texts("cards"),
        personal_hidden=personal.flag("hidden"),
        landmarks=_landmarks(file),
        shapes=_shapes(tickets),
        colours=tickets.texts("colours"),
        borders=borders,
        capacities=capacities,
        turn_spaces=capacities["turn_zone"],
        metro_spaces=capacities.boxes.get("metro", 0),
        crowd_spaces=capacities[capacities.crowd_zone],
        crowd_at=FIELD[capacities.crowd_zone],
        legend=legend,
        board=board,
        ground=ground,
        forest=Forest(ground, capacities["turn_zone"]),
    )


def lay_out(
    board: Board,
    legend: Mapping[str, str],
    capacities: Capacities,
    busy: Mapping[str | None, int],
) -> Ground:
    """Put things on a board."""
    effects = {name: BOARDING[name](capacities) for name in legend.values()}
    everything = []
    for spot in board.intersections:
        names = [legend[symbol] for symbol in spot.things if symbol in legend]
        what: list[Effect] = [effects[name] for name in names if name != LIGHT]
        if spot.landmark:
            what.extend(landmark(name) for name in names if name in LANDMARKS)
        everything.append(Things(tuple(what), spot.letter or "", LIGHT in names, METRO in names))
    return Ground(board, everything, busy)


def _borders(tickets: Content) -> tuple[str, ...]:
    if not tickets.has("borders"):
        return ()
    part = tickets.part("borders")
    return tuple(part.text(parity) for parity in PARITIES)


def _shapes(tickets: Content) -> tuple[tuple[Shape, ...], ...]:
    """Read the sheet tops, a row of six shapes each (GOB-S2)."""
    tops = tickets.part("shapes")
    shapes: list[tuple[Shape, ...]] = [()]
    for top in tops.names():
        names = tops.texts(top)
        if top != str(len(shapes)):
            tops.fail(top, f"expected sheet top {len(shapes)} here")
        if len(names) != ASKS or not SHAPES.keys() >= set(names):
            tops.fail(top, f"expected {ASKS} of {', '.join(SHAPES)}, found {', '.join(names)}")
        asked = [SHAPES[name] for name in names] * (ROUNDS // ASKS)
        shapes.append((SINGLE, *asked))
    if len(set(shapes)) != len(shapes):
        tickets.fail("shapes", "two sheet tops are the same")
    return tuple(shapes)


def _goals(file: Content, capacities: Capacities) -> dict[str, tuple[Count, int]]:
    part = file.part("common_objectives")
    countable = [name for name in OBJECTIVES if capacities.has(name)]
    for name in part.names():
        if name not in countable:
            part.fail(name, f"expected one of {', '.join(countable)}")
    return {name: (OBJECTIVES[name], part.whole(name)) for name in part.names()}


def _landmarks(file: Content) -> dict[str, str]:
    if not file.has("landmarks"):
        return {}
    part = file.part("landmarks")
    return {place: part.text(place) for place in LANDMARKS}


def _named(file: Content, key: str, known: Mapping[str, object]) -> dict[str, str]:
    """Read names of functions or of kinds, each of which must be known."""
    part = file.part(key)
    for symbol in part.names():
        if part.text(symbol) not in known:
            part.fail(symbol, f"expected one of {', '.join(known)}, found {part.text(symbol)}")
    return {symbol: part.text(symbol) for symbol in part.names()}


def _busy(file: Content, board: Board, borders: tuple[str, ...]) -> dict[str | None, int]:
    """Read what the marks on sections mean: congested, or the colour of a ticket's border."""
    marks = {}
    if file.has("sections"):
        marks = _named(file, "sections", dict.fromkeys((CONGESTED, *borders)))
    for section in board.sections:
        if section.mark and section.mark not in marks:
            names = "-".join(board.intersections[end].name for end in section.ends)
            file.fail("board", f"{names}: no meaning is given for the mark {section.mark!r}")
    busy: dict[str | None, int] = {None: 0}
    for mark, meaning in marks.items():
        colour = None if meaning == CONGESTED else meaning
        busy[colour] = busy.get(colour, 0) | board.marked(mark)
    if len(busy) > 1 and not busy.keys() >= set(borders):
        file.fail("sections", f"expected a mark for each of {' and '.join(borders)}, or for none")
    return {colour: marked | busy[None] for colour, marked in busy.items()}


def _check_cards(edition: Edition, file: Content) -> None:
    """Check that the decks suffice for the largest table (GOB-S2 to GOB-S5)."""
    most = max(edition.players)
    if len(edition.shapes) <= most:
        file.fail("tickets.shapes", f"{most} players need as many different sheet tops")
    if len(edition.personal) < most:
        file.fail("personal_objectives.cards", f"{most} players need as many cards")
    if not 2 * most <= edition.departures <= ROUNDS:
        file.fail("departures", f"two for each of {most} players, and at most {ROUNDS}")
    if len(edition.goals) < 2:
        file.fail("common_objectives", "two are drawn")
    if len(edition.colours) != ASKS:
        file.fail("tickets.colours", f"expected {ASKS}, one for each shape asked for")
