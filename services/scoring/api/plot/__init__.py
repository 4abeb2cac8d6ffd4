"""The statistics of an edition as a picture: SVG, a card for every number of players."""

from typing import Final

from services.plumbing.pictures.lettering import clean, fitted
from services.plumbing.pictures.svg import (
    FONTS,
    NAMESPACE,
    Svg,
    box,
    content,
    element,
    group,
    join,
    words,
)
from services.scoring.api.plot.block import WIDTH, draw_block, facts_of, height_of
from services.scoring.api.plot.drawing import Document, moved
from services.scoring.api.plot.figures import counted, listed, percent
from services.scoring.api.plot.palette import GROUND, INK, QUIET

MARGIN: Final = 24
HEAD: Final = 116
GAP: Final = 20
EMPTY: Final = "No game of this edition has been finished yet."


def draw_statistics(document: Document, name: str) -> str:
    """Draw what `read_statistics` answers; `name` is what people call the edition."""
    shown = clean(name) or clean(document["edition"])
    cards, bottom = _cards(document)
    wide = WIDTH + 2 * MARGIN
    return element(
        "svg",
        element("title", content(f"Statistics of {shown}"), id="title"),
        element("desc", content(_description(document)), id="description"),
        box(0, 0, wide, bottom, fill=GROUND),
        group(_head(document, shown), id="head"),
        cards,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {wide:g} {bottom:g}",
        role="img",
        aria_labelledby="title description",
        font_family=FONTS,
        fill=INK,
    )


def _head(document: Document, name: str) -> Svg:
    return join(
        [
            words("Statistics of finished games", MARGIN, 32, 13, fill=QUIET),
            words(fitted(name, WIDTH, 26, bold=True), MARGIN, 60, 26, font_weight="bold"),
            words(fitted(_games(document), WIDTH, 13), MARGIN, 90, 13),
        ]
    )


def _games(document: Document) -> str:
    """Say how many games there were, and with how many players."""
    groups = document["by_players"]
    if not groups:
        return EMPTY
    players = listed([str(each["players"]) for each in groups])
    last = counted(groups[-1]["players"], "player").split()[1]
    return f"{counted(document['games'], 'game')} with {players} {last}"


def _cards(document: Document) -> tuple[Svg, float]:
    """Draw the cards below each other, and tell where the picture ends."""
    parts, y = [], float(HEAD)
    for each in document["by_players"]:
        parts.append(moved(draw_block(each), MARGIN, y))
        y += height_of(each) + GAP
    return join(parts), y - GAP + MARGIN if parts else y


def _description(document: Document) -> str:
    return " ".join([f"{_games(document).rstrip('.')}.", *map(_described, document["by_players"])])


def _described(games: Document) -> str:
    """Say what a card shows."""
    facts = "; ".join(f"{label.lower()}: {value}" for label, value in facts_of(games))
    seats = ", ".join(f"seat {each['seat']} {percent(each['win_rate'])}" for each in games["seats"])
    return f"{counted(games['players'], 'player')}: {facts}; won by {seats}."
