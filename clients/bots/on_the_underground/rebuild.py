"""A whole state that a seat's view may belong to: what is hidden is drawn at random.

Which cards were discarded, nobody may look up (OTU-G7): from the view alone every card that does
not lie open may still be in the deck.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from clients.bots.cards import left_of
from services.rules.core.types import JsonObject
from services.rules.families.on_the_underground.check import SECRETS
from services.rules.families.on_the_underground.documents import state_from_json
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.state import State


def rebuild(edition: Edition, view: Mapping[str, Any], chance: Random) -> State:
    """Draw a state whose view, for this seat, is the very same."""
    document: JsonObject = {
        "setup": _setup(edition, view, chance),
        "turn": {
            "phase": view["phase"],
            "number": view["turn"],
            "actions": view["actions"],
            "visits": view["visits"],
        },
        "to_play": view["to_play"],
        "passenger": view["passenger"],
        "open": view["destinations"],
        "drawn": len(edition.cards) - view["deck"],
        "lines": [_line(edition, seat, line) for seat in view["seats"] for line in seat["lines"]],
        "players": [_player(edition, seat) for seat in view["seats"]],
    }
    return state_from_json(edition, document)


def _setup(edition: Edition, view: Mapping[str, Any], chance: Random) -> JsonObject:
    return {
        "edition": view["edition"],
        "version": view["version"],
        "engine": view["engine"],
        "colours": [line["line"] for seat in view["seats"] for line in seat["lines"]],
        "deck": _deck(edition, view, chance),
        "landmarks": _landmarks(edition, view["landmarks"], chance),
        "secrets": _secrets(edition, view["seats"], chance),
    }


def _deck(edition: Edition, view: Mapping[str, Any], chance: Random) -> list[Any]:
    """Shuffle all that is not open; the open cards were drawn last."""
    drawn = view["destinations"]
    rest = left_of(edition.cards, drawn, chance)
    discarded = len(rest) - view["deck"]
    return [*rest[:discarded], *drawn, *rest[discarded:]]


def _landmarks(edition: Edition, lying: Mapping[str, str], chance: Random) -> list[Any]:
    """Lay the tiles that were taken anywhere: nobody comes back to their stations for them."""
    stations = [edition.network.stations[number].id for number in edition.landmark_places]
    rest = left_of(edition.landmark_tiles, lying.values(), chance)
    return [lying[station] if station in lying else rest.pop() for station in stations]


def _secrets(edition: Edition, seats: list[Any], chance: Random) -> list[Any]:
    """Deal the secret objectives of the other seats."""
    if not edition.secrets:
        return [[] for _ in seats]
    known = [seat["secret_objectives"] for seat in seats]
    seen = [card for cards in known if cards for card in cards]
    rest = left_of(edition.secrets, seen, chance)
    return [cards or [rest.pop() for _ in range(SECRETS)] for cards in known]


def _line(edition: Edition, seat: Mapping[str, Any], line: Mapping[str, Any]) -> JsonObject:
    ledger = seat["sheet"]["lines"][line["line"]]
    between = edition.network.between
    return {
        "track": [between[first, second] for first, second in line["track"]],
        "rewards": [ledger["terminus"][reward] for reward in edition.rewards],
        "later": ledger["rer"]["later"] if "rer" in ledger else 0,
        "rides": ledger["rides"],
    }


def _player(edition: Edition, seat: Mapping[str, Any]) -> JsonObject:
    sheet = seat["sheet"]
    return {
        "standing": seat["standing"],
        "branch_tiles": sheet["branch_tiles"],
        "landmarks": [sheet["landmark_tiles"][kind] for kind in edition.landmark_types],
        "sets": sheet.get("landmark_sets", 0),
    }
