"""A seat's ledger as facts: the document that views show and that scoring reads. No points."""

from services.rules.core.types import Json, JsonObject
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.network import RAIL, RER
from services.rules.families.on_the_underground.state import Line, State


def sheet_to_json(edition: Edition, state: State, seat: int) -> JsonObject:
    """Write down what a seat's lines are connected to, and what else counts."""
    player, secrets = state.players[seat], state.setup.secrets[seat]
    facts: JsonObject = {"branch_tiles": player.branch_tiles}
    if edition.landmark_types:
        tiles = zip(edition.landmark_types, player.landmarks, strict=True)
        facts["landmark_tiles"] = dict(tiles)
        facts["landmark_sets"] = player.sets
    facts["lines"] = {
        state.setup.colours[at]: _ledger(edition, state.lines[at], secrets)
        for at in state.own(seat)
    }
    return facts


def _ledger(edition: Edition, line: Line, secrets: tuple[str, ...]) -> JsonObject:
    """Write down a line: only what this city has."""
    network = edition.network
    facts: JsonObject = {}
    if network.kinds[RAIL]:
        facts["rail"] = (line.stations & network.kinds[RAIL]).bit_count()
    facts["terminus"] = dict(zip(edition.rewards, line.rewards, strict=True))
    if network.clusters:
        facts["clusters"] = sum(
            bool(line.stations & cluster) for cluster in network.clusters.values()
        )
    if edition.icons:
        facts["water"] = (line.stations & edition.icons).bit_count()
    if network.kinds[RER]:
        connected = (line.stations & network.kinds[RER]).bit_count()
        facts["rer"] = {"first": connected - line.later, "later": line.later}
    facts["rides"] = line.rides
    if edition.secrets:
        facts["secrets"] = _connected_secrets(edition, line, secrets)
    return facts


def _connected_secrets(edition: Edition, line: Line, secrets: tuple[str, ...]) -> list[Json]:
    """Name the secret objectives whose stations a line connects, all three (OTU-E3)."""
    return [card for card in secrets if not edition.secrets[card] & ~line.stations]
