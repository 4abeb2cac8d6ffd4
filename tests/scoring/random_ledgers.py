"""Ledgers of On the Underground as a game could leave them behind, drawn at random."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.scoring.ledgers import NEW_YORK, TYPES, UNDERGROUND
from tests.scoring.sheets import Document

TOKENS = {"red": 20, "black": 20, "blue": 20, "pink": 15, "orange": 15, "white": 15}
CARDS = [str(number) for number in range(1, 12)]


@st.composite
def ledgers(draw: st.DrawFn) -> tuple[str, Document]:
    """Draw a city and a ledger of it, with two to four lines."""
    city = draw(st.sampled_from(UNDERGROUND))
    colours = draw(st.lists(st.sampled_from(sorted(TOKENS)), min_size=2, max_size=4, unique=True))
    rooms = [TOKENS[colour] + 1 for colour in colours]
    held: Document = {"branch_tiles": draw(st.integers(0, 12))}
    if city == NEW_YORK:
        lines = [draw(new_york_line(room)) for room in rooms]
    else:
        lines = draw(paris_lines(rooms))
        held |= draw(landmarks())
    return city, {**held, "lines": dict(zip(colours, lines, strict=True))}


@st.composite
def new_york_line(draw: st.DrawFn, room: int) -> Document:
    """Draw a line that touches no more stations than there is room for."""
    rail = draw(st.integers(0, 11))
    water = draw(st.integers(0, min(11, room - rail)))
    termini = draw(st.integers(0, min(18, room - rail - water)))
    return {
        "rail": rail,
        "terminus": {"both": termini},
        "clusters": draw(st.integers(0, 5)),
        "water": water,
        "rides": draw(st.integers(0, 54)),
    }


@st.composite
def paris_lines(draw: st.DrawFn, rooms: list[int]) -> list[Document]:
    """Draw lines that together are the first at no more RER stations than there are."""
    dealt = draw(st.lists(st.sampled_from(CARDS), min_size=2, max_size=2, unique=True))
    unvisited, lines = 19, []
    for room in rooms:
        first = draw(st.integers(0, min(unvisited, room)))
        later = draw(st.integers(0, min(19, room) - first))
        unvisited -= first
        lines.append(
            {
                "terminus": draw(rewards(room - first - later)),
                "rer": {"first": first, "later": later},
                "rides": draw(st.integers(0, 37)),
                "secrets": draw(st.lists(st.sampled_from(dealt), unique=True)),
            }
        )
    return lines


@st.composite
def rewards(draw: st.DrawFn, room: int) -> Document:
    """Draw what was chosen at the termini of a line."""
    points = draw(st.integers(0, room))
    mixed = draw(st.integers(0, room - points))
    branches = draw(st.integers(0, room - points - mixed))
    return {"points": points, "mixed": mixed, "branches": branches}


@st.composite
def landmarks(draw: st.DrawFn) -> Document:
    """Draw a hand of tiles that is no complete set, and sets scored before."""
    missing = draw(st.sampled_from(TYPES))
    hand = {kind: 0 if kind == missing else draw(st.integers(0, 8)) for kind in TYPES}
    return {"landmark_tiles": hand, "landmark_sets": draw(st.integers(0, 40 - sum(hand.values())))}
