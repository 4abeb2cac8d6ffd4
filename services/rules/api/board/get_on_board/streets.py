"""The ground of a city, drawn once: streets with their marks, and what stands at intersections.

What stands at an intersection is drawn in the block at its lower right, and so is the number of a
departure or a letter of the personal objectives: the streets stay free for the lines.
"""

from collections.abc import Mapping
from typing import Final

from services.plumbing.pictures.svg import (
    Point,
    Svg,
    box,
    circle,
    group,
    join,
    path,
    through,
    title,
    use,
    words,
)
from services.rules.api.board.get_on_board.things import icon, landmark_frame
from services.rules.api.board.page import define
from services.rules.api.board.palette import (
    BLOCK,
    EDGE,
    INK,
    PAPER,
    QUIET,
    SECTIONS,
    STREET,
    UNKNOWN,
)
from services.rules.families.get_on_board.board import Board, Intersection, Section
from services.rules.families.get_on_board.edition import Edition

ACROSS: Final = 118
DOWN: Final = 94
LEFT: Final = 80
TOP: Final = 88
RIGHT: Final = 120
BOTTOM: Final = 92
STREET_WIDTH: Final = 38
MARK: Final = 6
"""The width of a mark on either side of a street."""
CORNER: Final = STREET_WIDTH / 2 + MARK + 3
"""How far from the middle of an intersection its blocks begin."""
DASHES: Final = ("", "9 6", "3 4")
"""Marks on sections differ by these, too."""
ICON: Final = 28


def spot_of(spot: Intersection) -> Point:
    """Give the place of an intersection on the map."""
    return LEFT + spot.column * ACROSS, TOP + spot.row * DOWN


def size_of(board: Board) -> tuple[float, float]:
    """Give the size of the map."""
    columns = max(spot.column for spot in board.intersections)
    rows = max(spot.row for spot in board.intersections)
    return LEFT + columns * ACROSS + RIGHT, TOP + rows * DOWN + BOTTOM


def symbols_of(edition: Edition, extra: tuple[str, ...]) -> Svg:
    """Define the icons that a city needs, and a landmark's frame."""
    names = dict.fromkeys((*edition.legend.values(), *extra))
    drawings = [(f"i-{name}", icon(name)) for name in names]
    return define([*drawings, ("landmark", landmark_frame())])


def ground_of(edition: Edition) -> Svg:
    """Draw everything that never changes."""
    board = edition.board
    width, height = size_of(board)
    return join(
        (
            box(44, 52, width - 68, height - 72, rx=14, fill=BLOCK),
            _coordinates(board),
            *(_marked(edition, name) for name in meanings(edition)),
            _streets(board),
            *(_intersection(edition, spot) for spot in board.intersections),
        )
    )


def meanings(edition: Edition) -> dict[str, int]:
    """Give the sections of each kind that the map marks, as bits, in a fixed order."""
    busy = edition.ground.busy
    colours = {name: marked & ~busy[None] for name, marked in busy.items() if name is not None}
    kinds = {"congested": busy[None], **colours}
    return {name: marked for name, marked in kinds.items() if marked}


def mark_sample(edition: Edition, name: str) -> Svg:
    """Draw a short section with a mark, around the origin."""
    edges = _edges("M-14 0H14", SECTIONS.get(name, UNKNOWN), _dash(edition, name), 8)
    return join((edges, path("M-14 0H14", stroke=STREET, stroke_width=8)))


def departure_badge(ticket: int) -> Svg:
    """Draw the number of a departure around the origin."""
    outline = "M-13-9H13V-3A3 3 0 0 0 13 3V9H-13V3A3 3 0 0 0-13-3Z"
    number = words(str(ticket), 0, 0, 12, text_anchor="middle", font_weight="bold")
    return join((path(outline, fill=PAPER, stroke=INK, stroke_width=1.3), number))


def letter_badge(letter: str, fill: str = INK) -> Svg:
    """Draw a letter of the personal objectives around the origin."""
    ink = PAPER if fill == INK else INK
    sign = words(letter, 0, -0.5, 13, text_anchor="middle", font_weight="bold", fill=ink)
    return join((circle(0, 0, 9, fill=fill, stroke=INK), sign))


def _coordinates(board: Board) -> Svg:
    columns = max(spot.column for spot in board.intersections) + 1
    rows = max(spot.row for spot in board.intersections) + 1
    letters = (words(chr(ord("A") + at), LEFT + at * ACROSS, 32, 18) for at in range(columns))
    numbers = (words(str(at + 1), 24, TOP + at * DOWN, 18) for at in range(rows))
    return group(*letters, *numbers, fill=QUIET, font_weight="bold", text_anchor="middle")


def _streets(board: Board) -> Svg:
    """Draw all streets as one, so that crossings are open."""
    d = "".join(through(_ends(board, section)) for section in board.sections)
    edge = path(d, stroke=EDGE, stroke_width=STREET_WIDTH + 3, stroke_linecap="round")
    lane = path(d, stroke=STREET, stroke_width=STREET_WIDTH, stroke_linecap="round")
    middle = path(d, stroke=BLOCK, stroke_width=1.5, stroke_dasharray="2 5")
    return join((edge, lane, middle))


def _marked(edition: Edition, name: str) -> Svg:
    """Draw the edges of the sections with a mark; the street will lie upon their middle."""
    marked, board = meanings(edition)[name], edition.board
    sections = [each for at, each in enumerate(board.sections) if marked >> at & 1]
    d = "".join(through(_inner(*_ends(board, section))) for section in sections)
    return _edges(d, SECTIONS.get(name, UNKNOWN), _dash(edition, name), STREET_WIDTH)


def _edges(d: str, colour: str, dash: str, inside: float) -> Svg:
    wide = inside + 2 * MARK
    dashed: Mapping[str, str] = {"stroke_dasharray": dash} if dash else {}
    return join(
        (
            path(d, stroke=INK, stroke_width=wide + 2),
            path(d, stroke=PAPER, stroke_width=wide),
            path(d, stroke=colour, stroke_width=wide, **dashed),
        )
    )


def _dash(edition: Edition, name: str) -> str:
    return DASHES[list(meanings(edition)).index(name) % len(DASHES)]


def _ends(board: Board, section: Section) -> tuple[Point, Point]:
    here, there = (spot_of(board.intersections[end]) for end in section.ends)
    return here, there


def _inner(here: Point, there: Point) -> tuple[Point, Point]:
    """Leave the crossings at both ends out; sections run to the right or down."""
    across = CORNER if there[0] > here[0] else 0
    down = CORNER if there[1] > here[1] else 0
    return (here[0] + across, here[1] + down), (there[0] - across, there[1] - down)


def _intersection(edition: Edition, spot: Intersection) -> Svg:
    """Draw what stands at an intersection, and say it."""
    x, y = spot_of(spot)
    names = [edition.legend.get(symbol, symbol) for symbol in spot.things]
    right, low = x + CORNER + ICON / 2, y + CORNER + ICON / 2
    parts = [title(_sentence(spot, names)), circle(x, y, 2.5, fill=EDGE)]
    for at, name in enumerate(names):
        parts.append(use(f"i-{name}", right + at * (ICON + 1), low))
    if spot.landmark:
        parts.append(use("landmark", right, low))
    alone = len(names) == 1
    parts.extend(_badge(spot, right + 31, low) if alone else _badge(spot, right, low + 25))
    return group(*parts)


def _badge(spot: Intersection, x: float, y: float) -> list[Svg]:
    place = f"translate({x:g} {y:g})"
    if spot.ticket:
        return [group(departure_badge(spot.ticket), transform=place)]
    if spot.letter:
        return [group(letter_badge(spot.letter), transform=place)]
    return []


def _sentence(spot: Intersection, names: list[str]) -> str:
    said = [f"{spot.name}: {' and '.join(names).replace('_', ' ')}"]
    said += ["landmark"] if spot.landmark else []
    said += [f"departure {spot.ticket}"] if spot.ticket else []
    said += [f"letter {spot.letter}"] if spot.letter else []
    return ", ".join(said)
