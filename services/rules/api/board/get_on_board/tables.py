"""What lies beside the map for everybody: common objectives, and where the landmarks are."""

from collections.abc import Mapping
from typing import Any, Final

from services.plumbing.pictures.lettering import fitted
from services.plumbing.pictures.svg import Svg, box, group, join, use, words
from services.rules.api.board.page import INSIDE, Column
from services.rules.api.board.palette import INK, ink_on
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.state import BLUE, YELLOW

SIDES: Final = {YELLOW: ("#f0c419", "Y"), BLUE: ("#2f6fc0", "B")}
ROW: Final = 26


def write_objectives(column: Column, shown: Mapping[str, Any]) -> None:
    """Write the common objectives, and who has completed each while which side was up."""
    column.heading("Common objectives")
    for goal in shown["common_objectives"]:
        colour, letter = SIDES[goal["side"]]
        y = column.y + 12
        column.add(_side(column.x + 12, y, colour, letter))
        text = f"{goal['count']} {goal['objective']}, {goal['side']} side"
        column.add(words(text, column.x + 30, y, 13))
        for at, (seat, side) in enumerate(_achievers(shown, goal["objective"])):
            x = column.x + INSIDE - 14 - at * 40
            small = f"translate({x:g} {y:g}) scale(.75)"
            column.add(group(use(f"pawn-{seat}", 0, 0), transform=small))
            column.add(words(SIDES[side][1], x - 18, y, 12, text_anchor="middle"))
        column.y += ROW


def write_landmarks(column: Column, edition: Edition) -> None:
    """Name the landmarks, and where they stand."""
    if not edition.landmarks:
        return
    column.heading("Landmarks")
    where = {}
    for spot in edition.board.intersections:
        if spot.landmark:
            where[edition.legend[spot.things[0]]] = spot.name
    for at, (kind, name) in enumerate(edition.landmarks.items()):
        x, y = column.x + at % 2 * (INSIDE / 2 + 4), column.y + at // 2 * 24 + 12
        small = f"translate({x + 10:g} {y:g}) scale(.62)"
        column.add(group(use(f"i-{kind}", 0, 0), use("landmark", 0, 0), transform=small))
        text = f"{where.get(kind, '')} {name}"
        column.add(words(fitted(text, INSIDE / 2 - 32, 12), x + 28, y, 12))
    column.y += 24 * -(-len(edition.landmarks) // 2)


def _side(x: float, y: float, colour: str, letter: str) -> Svg:
    ink = ink_on(colour)
    card = box(x - 10, y - 10, 20, 20, rx=3, fill=colour, stroke=INK)
    return join((card, words(letter, x, y, 12, text_anchor="middle", font_weight="bold", fill=ink)))


def _achievers(shown: Mapping[str, Any], objective: str) -> list[tuple[int, str]]:
    """List the seats that have completed an objective, and the side its card showed."""
    found = [(seat["seat"], seat["sheet"]["common"].get(objective)) for seat in shown["seats"]]
    return [(seat, side) for seat, side in reversed(found) if side]
