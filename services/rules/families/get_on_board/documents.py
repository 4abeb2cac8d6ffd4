"""Moves, events and states as JSON documents, and back."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final, TypeVar, cast

from services.rules.core.errors import MalformedMoveError, StateError
from services.rules.core.types import Json, JsonObject
from services.rules.families.get_on_board.board import Board
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import EVENT_TYPES, Event
from services.rules.families.get_on_board.facts import sheet_from_json, sheet_to_json
from services.rules.families.get_on_board.moves import ChooseDeparture, Move, PlotRoute, Resign
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

Named = TypeVar("Named", Setup, Round, Deal)

EVENT_NAMES: Final = {kind: name for name, kind in EVENT_TYPES.items()}


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


def event_to_json(event: Event) -> JsonObject:
    """Write an event down, whole."""
    return {"type": EVENT_NAMES[type(event)], **_thaw(event._asdict())}


def event_from_json(document: JsonObject) -> Event:
    """Read an event of the log."""
    fields = dict(document)
    kind = EVENT_TYPES.get(str(fields.pop("type", None)))
    if kind is None or fields.keys() != set(kind._fields):
        raise StateError(f"not an event of Get on Board: {document!r}")
    return kind(**{name: _freeze(value) for name, value in fields.items()})


def state_to_json(edition: Edition, state: State) -> JsonObject:
    """Write a state down; lines by the names of their intersections."""
    return {
        "setup": _thaw(state.setup._asdict()),
        "round": _thaw(state.round._asdict()),
        "to_play": list(state.to_play),
        "players": [_player_to_json(edition, player) for player in state.players],
    }


def state_from_json(edition: Edition, document: JsonObject) -> State:
    """Read a state back; it must be of this very edition and version."""
    whole = cast("Mapping[str, Any]", document)
    try:
        setup = _named(Setup, whole["setup"])
        _check_origin(edition, setup)
        players = tuple(_player_from_json(edition, player) for player in whole["players"])
        state = State(setup, _named(Round, whole["round"]), tuple(whole["to_play"]), players)
        return _checked(state)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise StateError(f"not a whole state of {edition.id}: {error!r}") from error


def _check_origin(edition: Edition, setup: Setup) -> None:
    """Refuse a state of another edition, version or engine: a running game keeps its own."""
    found = (setup.edition, setup.version, setup.engine)
    wanted = (edition.id, edition.version, ENGINE_VERSION)
    if found != wanted:
        names = ["{} version {}, engine {}".format(*origin) for origin in (found, wanted)]
        raise StateError(f"a state of {names[0]}, not of {names[1]}")


def _checked(state: State) -> State:
    """Refuse words that no state has, and seats that are not at the table."""
    words = {state.round.phase} - PHASES | {player.standing for player in state.players} - STANDINGS
    strangers = set(state.to_play) - set(range(len(state.players)))
    if words or strangers:
        raise StateError(f"not a state of {state.setup.edition}: {words or strangers}")
    return state


def _player_to_json(edition: Edition, player: Player) -> JsonObject:
    return {
        "deal": _thaw(player.deal._asdict()),
        "standing": player.standing,
        "line": [edition.board.intersections[number].name for number in player.line],
        "sheet": sheet_to_json(edition, player.sheet),
    }


def _player_from_json(edition: Edition, document: Mapping[str, Any]) -> Player:
    line = tuple(edition.board.numbers[name] for name in document["line"])
    return Player(
        deal=_named(Deal, document["deal"]),
        standing=document["standing"],
        line=line,
        visited=bits(line),
        sections=bits(_sections(edition.board, line)),
        sheet=sheet_from_json(document["sheet"]),
    )


def _sections(board: Board, line: tuple[int, ...]) -> list[int]:
    return [board.ways[here][there] for here, there in pairwise(line)]


def bits(numbers: tuple[int, ...] | list[int]) -> int:
    """Give numbers as a set of bits."""
    whole = 0
    for number in numbers:
        whole |= 1 << number
    return whole


def _thaw(value: Any) -> Any:  # noqa: ANN401
    """Turn tuples into lists, all the way down."""
    if isinstance(value, dict):
        return {key: _thaw(item) for key, item in value.items()}
    return [_thaw(item) for item in value] if isinstance(value, tuple) else value


def _freeze(value: Any) -> Any:  # noqa: ANN401
    """Turn lists into tuples, all the way down."""
    return tuple(_freeze(item) for item in value) if isinstance(value, list) else value


def _named(kind: type[Named], values: Mapping[str, Any]) -> Named:
    """Read a NamedTuple back from its fields, all of them."""
    return kind(**{name: _freeze(values[name]) for name in kind._fields})
