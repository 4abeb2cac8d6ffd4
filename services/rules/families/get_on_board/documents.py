"""Moves, events and states as JSON documents, and back."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final, cast

from services.rules.core.bits import bits
from services.rules.core.documents import Events, Origin, check_origin, named, thaw
from services.rules.core.errors import MalformedMoveError, StateError
from services.rules.core.seats import Resign
from services.rules.core.types import Json, JsonObject
from services.rules.families.get_on_board.board import Board
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import EVENT_TYPES, Event
from services.rules.families.get_on_board.facts import sheet_from_json, sheet_to_json
from services.rules.families.get_on_board.moves import ChooseDeparture, Move, PlotRoute
from services.rules.families.get_on_board.setup import ENGINE_VERSION
from services.rules.families.get_on_board.state import (
    PHASES,
    STANDINGS,
    Deal,
    Player,
    Round,
    Setup,
    State,
)

EVENTS: Final = Events[Event]("Get on Board", EVENT_TYPES)
event_to_json = EVENTS.to_json
event_from_json = EVENTS.from_json


def move_to_json(move: Move) -> JsonObject:
    """Write a move down as the contract has it."""
    match move:
        case PlotRoute(path, metro):
            return {"type": "plot_route", "path": list(path), "metro": metro}
        case ChooseDeparture(ticket):
            return {"type": "choose_departure", "ticket": ticket}
        case Resign():
            return {"type": "resign"}


def move_from_json(document: Json) -> Move:
    """Read a move; whatever is not one is refused with what is wrong."""
    match document:
        case {"type": "plot_route", "path": [*path], **rest} if not rest.keys() - {"metro"}:
            metro = rest.get("metro", False)
            if not all(isinstance(name, str) for name in path) or not isinstance(metro, bool):
                raise MalformedMoveError("a path is a list of intersections, metro true or false")
            return PlotRoute(tuple(str(name) for name in path), metro)
        case {"type": "choose_departure", "ticket": int(ticket), **rest} if not rest:
            if isinstance(ticket, bool):
                raise MalformedMoveError("a ticket is a number")
            return ChooseDeparture(ticket)
        case {"type": "resign", **rest} if not rest:
            return Resign()
    known = "choose_departure with a ticket, plot_route with a path and metro, or resign"
    raise MalformedMoveError(f"not a move of Get on Board: expected {known}")


def state_to_json(edition: Edition, state: State) -> JsonObject:
    """Write a state down; lines by the names of their intersections."""
    return {
        "setup": thaw(state.setup),
        "round": thaw(state.round),
        "to_play": list(state.to_play),
        "players": [_player_to_json(edition, player) for player in state.players],
    }


def state_from_json(edition: Edition, document: JsonObject) -> State:
    """Read a state back; it must be of this very edition and version."""
    whole = cast("Mapping[str, Any]", document)
    try:
        setup = named(Setup, whole["setup"])
        check_origin(Origin(*setup[:3]), Origin(edition.id, edition.version, ENGINE_VERSION))
        players = tuple(_player_from_json(edition, player) for player in whole["players"])
        state = State(setup, named(Round, whole["round"]), tuple(whole["to_play"]), players)
        return _checked(state)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise StateError(f"not a whole state of {edition.id}: {error!r}") from error


def _checked(state: State) -> State:
    """Refuse words that no state has, and seats that are not at the table."""
    words = {state.round.phase} - PHASES | {player.standing for player in state.players} - STANDINGS
    strangers = set(state.to_play) - set(range(len(state.players)))
    if words or strangers:
        raise StateError(f"not a state of {state.setup.edition}: {words or strangers}")
    return state


def _player_to_json(edition: Edition, player: Player) -> JsonObject:
    return {
        "deal": thaw(player.deal),
        "standing": player.standing,
        "line": [edition.board.intersections[number].name for number in player.line],
        "sheet": sheet_to_json(edition, player.sheet),
    }


def _player_from_json(edition: Edition, document: Mapping[str, Any]) -> Player:
    line = tuple(edition.board.numbers[name] for name in document["line"])
    return Player(
        deal=named(Deal, document["deal"]),
        standing=document["standing"],
        line=line,
        visited=bits(line),
        sections=bits(_sections(edition.board, line)),
        sheet=sheet_from_json(document["sheet"]),
    )


def _sections(board: Board, line: tuple[int, ...]) -> list[int]:
    return [board.ways[here][there] for here, there in pairwise(line)]
