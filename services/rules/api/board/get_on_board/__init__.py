"""Boards of Get on Board as pictures."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from services.plumbing.pictures.svg import Svg, join
from services.rules.api.board.get_on_board import lines, panel, streets
from services.rules.api.board.get_on_board.legend import legend_of
from services.rules.api.board.page import Column, Sheet, names_of, put_together
from services.rules.core.types import JsonObject
from services.rules.families.get_on_board.edition import Edition


def draw(edition: Edition, view: JsonObject, players: Sequence[str]) -> str:
    """Draw a city as it stands for the one who looks."""
    shown = cast("Mapping[str, Any]", view)
    seats = shown["seats"]
    size = streets.size_of(edition.board)
    symbols, ground = _ground(edition)
    column = Column(size[0])
    names = names_of(players, len(seats))
    panel.write(column, edition, shown, names)
    sheet = Sheet(
        title=f"Get on Board: {edition.name}",
        description=_description(shown, names),
        size=size,
        symbols=join((symbols, lines.symbols_of(len(seats)))),
        map=join((ground, lines.lines_of(edition.board, seats))),
    )
    return put_together(sheet, column, legend_of(edition, panel.icons_needed(edition)))


@lru_cache(maxsize=32)
def _ground(edition: Edition) -> tuple[Svg, Svg]:
    """Draw what never changes once for all pictures of a city."""
    return streets.symbols_of(edition, panel.icons_needed(edition)), streets.ground_of(edition)


def _description(shown: Mapping[str, Any], names: Sequence[str]) -> str:
    """Say in words where everybody is."""
    said = [panel.phase_of(shown)]
    for seat, name in zip(shown["seats"], names, strict=True):
        where = f"at {seat['line'][-1]}" if seat["line"] else "not departed"
        said.append(f"Seat {seat['seat'] + 1}, {name}: {seat['standing']}, {where}")
    if shown["to_play"]:
        said.append(f"To play: {', '.join(names[seat] for seat in shown['to_play'])}")
    return ". ".join(said) + "."
