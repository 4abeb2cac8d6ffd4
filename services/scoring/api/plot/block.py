"""All about the games with one number of players, on a card."""

from collections.abc import Sequence
from typing import Final

from services.plumbing.pictures.lettering import fitted
from services.plumbing.pictures.svg import Svg, box, group, join, words
from services.scoring.api.plot import seats, zones
from services.scoring.api.plot.drawing import SMALL, Document, moved
from services.scoring.api.plot.figures import amount, counted, percent
from services.scoring.api.plot.palette import PANEL, QUIET, RULE
from services.scoring.api.plot.totals import draw_totals

WIDTH: Final = 1232
PADDING: Final = 20
GAP: Final = 36
ROOMS: Final = (400.0, 400.0, 320.0)
"""The widths of the histogram, of the seats and of the zones."""
FACTS: Final = 50
FACT_ROOMS: Final = (150.0, 310.0, 180.0, 180.0, 372.0)
"""The widths of the facts, of which two are spreads."""
HEAD: Final = FACTS + 56
"""Where the plots begin."""
LOWEST: Final = 250
"""The height of the plots at least."""


def height_of(group: Document) -> float:
    """Give the height of a card."""
    return HEAD + _plots_height(group) + PADDING


def draw_block(games: Document) -> Svg:
    """Draw a card from the origin down."""
    name = f"players-{games['players']}"
    high = _plots_height(games)
    plots = (
        ("totals", draw_totals(games["scores"], ROOMS[0], high)),
        ("seats", seats.draw_seats(games["seats"], ROOMS[1], high)),
        ("zones", zones.draw_zones(games["zones"], ROOMS[2], high)),
    )
    places = (PADDING, PADDING + ROOMS[0] + GAP, PADDING + ROOMS[0] + ROOMS[1] + 2 * GAP)
    return group(
        box(0, 0, WIDTH, height_of(games), rx=8, fill=PANEL, stroke=RULE),
        words(counted(games["players"], "player"), PADDING, 28, 18, font_weight="bold"),
        group(_facts(facts_of(games)), id=f"{name}-facts"),
        *(
            group(moved(plot, x, HEAD), id=f"{name}-{part}")
            for x, (part, plot) in zip(places, plots, strict=True)
        ),
        id=name,
    )


def facts_of(games: Document) -> list[tuple[str, str]]:
    """Say in a few numbers what the games were like."""
    scores, moves = games["scores"], games["moves"]
    return [
        ("Games", amount(games["games"])),
        ("Totals", _spread(scores, "mean", amount(scores["mean"], 1))),
        ("Eliminated", f"{percent(games['elimination_rate'])} of seats"),
        ("Resigned", f"{percent(games['resignation_rate'])} of seats"),
        ("Moves in a game", _spread(moves, "median", _median(moves))),
    ]


def _spread(spread: Document, name: str, value: str) -> str:
    if not spread["count"]:
        return "none"
    if spread["min"] == spread["max"]:
        return amount(spread["min"])
    return f"{amount(spread['min'])} to {amount(spread['max'])}, {name} {value}"


def _median(spread: Document) -> str:
    return amount(spread["quartiles"][1]) if spread["count"] else ""


def _facts(facts: Sequence[tuple[str, str]]) -> Svg:
    parts, x = [], float(PADDING)
    for room, (label, value) in zip(FACT_ROOMS, facts, strict=True):
        parts.append(words(label, x, FACTS + 8, SMALL, fill=QUIET))
        short = fitted(value, room - 12, 14, bold=True)
        parts.append(words(short, x, FACTS + 26, 14, font_weight="bold"))
        x += room
    return join(parts)


def _plots_height(games: Document) -> float:
    return max(LOWEST, seats.height_of(games["seats"]), zones.height_of(games["zones"]))
