"""Boards of On the Underground as pictures."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from services.plumbing.pictures.svg import Svg, join
from services.rules.api.board.on_the_underground import panel, pieces
from services.rules.api.board.on_the_underground.geometry import size_of
from services.rules.api.board.on_the_underground.ground import Ground, ground_of, names_on
from services.rules.api.board.on_the_underground.legend import legend_of
from services.rules.api.board.page import Column, Sheet, names_of, put_together
from services.rules.core.types import JsonObject
from services.rules.families.on_the_underground.edition import Edition


def draw(edition: Edition, view: JsonObject, players: Sequence[str]) -> str:
    """Draw a city as it stands for the one who looks."""
    shown = cast("Mapping[str, Any]", view)
    seats, ground = shown["seats"], ground_of(edition)
    size, colours = size_of(edition), pieces.colours_of(shown["seats"])
    column = Column(size[0])
    names = names_of(players, len(seats))
    panel.write(column, edition, shown, names)
    sheet = Sheet(
        title=f"On the Underground: {edition.name}",
        description=_description(edition, shown, names),
        size=size,
        symbols=join((ground.symbols, pieces.symbols_of(colours))),
        map=_map(edition, shown, ground),
    )
    return put_together(sheet, column, legend_of(edition, colours[0]))


def _map(edition: Edition, shown: Mapping[str, Any], ground: Ground) -> Svg:
    """Lay the pieces of the game between the layers of the ground."""
    return join(
        (
            ground.below,
            pieces.tokens_of(edition, shown["seats"]),
            ground.stations,
            pieces.tiles_of(edition, shown["landmarks"]),
            pieces.destinations_of(edition, shown["destinations"], ground.labels),
            pieces.passenger_of(edition, shown["passenger"]),
            names_on(ground, shown["destinations"]),
        )
    )


def _description(edition: Edition, shown: Mapping[str, Any], names: Sequence[str]) -> str:
    """Say in words what the picture shows."""
    said = [panel.phase_of(shown)]
    said.append(f"The passenger is at {panel.station_name(edition, shown['passenger'])}")
    open_ones = [panel.station_name(edition, each) for each in shown["destinations"]]
    said.append(f"Open destinations: {', '.join(open_ones) or 'none'}")
    for seat, name in zip(shown["seats"], names, strict=True):
        lines = ", ".join(f"{line['line']} {len(line['track'])}" for line in seat["lines"])
        said.append(f"Seat {seat['seat'] + 1}, {name}: {seat['standing']}, tokens placed: {lines}")
    if shown["to_play"]:
        said.append(f"To play: {', '.join(names[seat] for seat in shown['to_play'])}")
    return ". ".join(said) + "."
