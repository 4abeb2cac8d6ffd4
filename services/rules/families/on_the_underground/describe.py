"""A whole city as a document, for those who draw its map or choose their moves. No points."""

from services.rules.core.bits import members
from services.rules.core.types import Json, JsonObject
from services.rules.families.on_the_underground.edition import FAMILY, Edition
from services.rules.families.on_the_underground.network import Station


def edition_to_json(edition: Edition) -> JsonObject:
    """Describe the whole edition."""
    network, (width, height) = edition.network, edition.size
    rewards = zip(edition.rewards, edition.reward_tiles, strict=True)
    return {
        "id": edition.id,
        "name": edition.name,
        "family": FAMILY,
        "version": edition.version,
        "players": list(edition.players),
        "size": {"width": width, "height": height},
        "passenger_start": network.stations[edition.start].id,
        "destinations_per_turn": edition.visits,
        "overbuilding": edition.overbuilding,
        "rewards": [{"terminus": name, "branch_tiles": tiles} for name, tiles in rewards],
        "tokens": dict(edition.tokens),
        "score_tiles": [
            {"seats": seats, "tiles": [_score_tile(tile) for tile in tiles]}
            for seats, tiles in edition.score_tiles.items()
        ],
        "landmark_tiles": {
            name: edition.landmark_tiles.count(name) for name in edition.landmark_types
        },
        "secret_objectives": [
            {"objective": card, "stations": _stations(edition, stations)}
            for card, stations in edition.secrets.items()
        ],
        "stations": [_station(station) for station in network.stations],
        "connections": [
            {"stations": list(each.stations), "spaces": each.spaces} for each in network.connections
        ],
    }


def _score_tile(tile: str) -> JsonObject:
    return {"tile": tile, "lines": list(tile.split())}


def _stations(edition: Edition, stations: int) -> Json:
    return [edition.network.stations[number].id for number in members(stations)]


def _station(station: Station) -> JsonObject:
    x, y = station.at
    return {
        "id": station.id,
        "name": station.name,
        "x": x,
        "y": y,
        "kind": station.kind,
        "cluster": station.cluster,
        "cards": station.cards,
    }
