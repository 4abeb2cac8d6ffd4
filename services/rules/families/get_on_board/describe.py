"""A whole city as a document, for those who draw its map or choose their moves. No points."""

from typing import Final

from services.rules.core.types import Json, JsonObject
from services.rules.families.get_on_board.board import Intersection, Section
from services.rules.families.get_on_board.capacities import ZONES, Capacities
from services.rules.families.get_on_board.edition import ASKS, CONGESTED, FAMILY, Edition
from services.rules.families.get_on_board.moves import EITHER, SHAPES, STRAIGHT, TURNED
from services.rules.families.get_on_board.state import ROUNDS

JOINTS: Final = {STRAIGHT: "straight", TURNED: "turned", EITHER: "either"}
"""What a shape asks of its joints, in words (GOB-P1)."""


def edition_to_json(edition: Edition) -> JsonObject:
    """Describe the whole edition."""
    board = edition.board
    return {
        "id": edition.id,
        "name": edition.name,
        "family": FAMILY,
        "version": edition.version,
        "players": list(edition.players),
        "rounds": ROUNDS,
        "departures": edition.departures,
        "intersections": [_intersection(edition, spot) for spot in board.intersections],
        "sections": [
            _section(edition, number, section) for number, section in enumerate(board.sections)
        ],
        "legend": dict(edition.legend),
        "landmarks": dict(edition.landmarks),
        "shapes": [
            {"shape": shape.name, "markers": shape.markers, "joints": JOINTS[shape.joints]}
            for shape in SHAPES.values()
        ],
        "sheet_tops": [
            {"sheet_top": top, "shapes": [shape.name for shape in edition.shapes[top][1:]]}
            for top in range(1, len(edition.shapes))
        ],
        "tickets": [_ticket(edition, ticket) for ticket in range(1, ROUNDS + 1)],
        "common_objectives": [
            {"objective": name, "count": count} for name, (_, count) in edition.goals.items()
        ],
        "personal_objectives": {"hidden": edition.personal_hidden, "cards": list(edition.personal)},
        "sheet": _sheet(edition.capacities),
    }


def _intersection(edition: Edition, spot: Intersection) -> JsonObject:
    things = [edition.legend[symbol] for symbol in spot.things]
    return {
        "name": spot.name,
        "x": spot.column,
        "y": spot.row,
        "things": list(things),
        "landmark": edition.landmarks[things[0]] if spot.landmark else None,
        "departure": spot.ticket,
        "letter": spot.letter,
    }


def _section(edition: Edition, number: int, section: Section) -> JsonObject:
    names = [edition.board.intersections[end].name for end in section.ends]
    return {"intersections": list(names), "mark": _mark(edition, number)}


def _mark(edition: Edition, number: int) -> str | None:
    """Say what the mark on a section means; in every colour's set are the congested ones too."""
    busy = edition.ground.busy
    if busy[None] >> number & 1:
        return CONGESTED
    return next((colour for colour, marked in busy.items() if marked >> number & 1), None)


def _ticket(edition: Edition, ticket: int) -> JsonObject:
    return {
        "ticket": ticket,
        "colour": edition.colours[(ticket - 1) % ASKS],
        "border": edition.borders[ticket % 2] if edition.borders else None,
    }


def _sheet(capacities: Capacities) -> JsonObject:
    """Give the boxes of every zone that the sheet has."""
    zones: JsonObject = {}
    for zone, numbers in ZONES.items():
        if capacities.has(zone):
            rows: Json = {number: capacities[f"{zone}.{number}"] for number in numbers}
            zones[zone] = rows or capacities[zone]
    businesspeople = zones.get("businesspeople")
    if isinstance(businesspeople, dict):
        businesspeople["bonus"] = list(capacities.bonus)
    return zones
