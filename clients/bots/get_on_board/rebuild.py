"""A whole state that a seat's view may belong to: what is hidden is drawn at random."""

from collections.abc import Mapping
from random import Random
from typing import Any

from clients.bots.cards import left_of
from services.rules.core.types import JsonObject
from services.rules.families.get_on_board.documents import state_from_json
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.setup import HAND
from services.rules.families.get_on_board.state import BLUE, ELIMINATED, ROUNDS, State


def rebuild(edition: Edition, view: Mapping[str, Any], chance: Random) -> State:
    """Draw a state whose view, for this seat, is the very same."""
    hands = _hands(edition, view["seats"], chance)
    personal = _personal(edition, view["seats"], chance)
    document: JsonObject = {
        "setup": _setup(view, chance),
        "round": _round(view),
        "to_play": view["to_play"],
        "players": [
            _player(edition, seat, hands[at], personal[at], chance)
            for at, seat in enumerate(view["seats"])
        ],
    }
    return state_from_json(edition, document)


def _setup(view: Mapping[str, Any], chance: Random) -> JsonObject:
    """Shuffle the tickets that have not been revealed."""
    revealed = view["tickets_revealed"]
    return {
        "edition": view["edition"],
        "version": view["version"],
        "engine": view["engine"],
        "common": [card["objective"] for card in view["common_objectives"]],
        "deck": [*revealed, *left_of(range(1, ROUNDS + 1), revealed, chance)],
    }


def _round(view: Mapping[str, Any]) -> JsonObject:
    cards = view["common_objectives"]
    return {
        "phase": view["phase"],
        "number": view["round"],
        "ticket": view["ticket"] or 0,
        "inspector": view["inspector"],
        "speedy": view["speedy"],
        "flipped": [card["objective"] for card in cards if card["side"] == BLUE],
    }


def _hands(edition: Edition, seats: list[Any], chance: Random) -> list[list[int]]:
    """Deal the departure tickets that are not seen; a seat that departed had its own ticket."""
    held = [_held(seat) for seat in seats]
    known = [ticket for hand in held for ticket in hand]
    rest = left_of(range(1, edition.departures + 1), known, chance)
    return [hand + [rest.pop() for _ in range(HAND - len(hand))] for hand in held]


def _held(seat: Mapping[str, Any]) -> list[int]:
    """Give the tickets that a seat surely had."""
    if seat["hand"] is not None:
        return list(seat["hand"])
    return [] if seat["departure"] is None else [seat["departure"]]


def _personal(edition: Edition, seats: list[Any], chance: Random) -> list[str]:
    """Deal the personal objectives that are not seen."""
    known = [seat["personal_objective"] for seat in seats]
    rest = left_of(edition.personal, [card for card in known if card], chance)
    return [card or rest.pop() for card in known]


def _player(
    edition: Edition, seat: Mapping[str, Any], hand: list[int], personal: str, chance: Random
) -> JsonObject:
    choice = seat["departure"]
    if choice is None and seat["chosen"]:
        choice = chance.choice(hand)
    sheet = dict(seat["sheet"])
    if sheet["personal"] is None:
        sheet["personal"] = _letters(edition, seat, personal)
    top = seat["sheet_top"]
    return {
        "deal": {"top": top, "personal": personal, "hand": list(hand), "choice": choice},
        "standing": seat["standing"],
        "line": seat["line"],
        "sheet": sheet,
    }


def _letters(edition: Edition, seat: Mapping[str, Any], personal: str) -> list[Any]:
    """Find the letters of an objective that a line has reached, where it did not meet itself."""
    reached = seat["line"][1:-1] if seat["standing"] == ELIMINATED else seat["line"][1:]
    spots = [edition.board.intersections[edition.board.numbers[name]] for name in reached]
    return [spot.letter for spot in spots if spot.letter and spot.letter in personal]
