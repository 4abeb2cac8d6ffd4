"""Moves, events and states as JSON documents, and back."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, cast

from services.rules.core.bits import bits, members
from services.rules.core.documents import Events, Origin, check_origin, named, thaw
from services.rules.core.errors import MalformedMoveError, StateError
from services.rules.core.seats import Resign
from services.rules.core.types import Json, JsonObject
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import EVENT_TYPES, Event
from services.rules.families.on_the_underground.lines import grown, is_full, is_one_piece
from services.rules.families.on_the_underground.moves import (
    Move,
    MovePassenger,
    PlaceTrack,
    TakeBranch,
)
from services.rules.families.on_the_underground.setup import ENGINE_VERSION
from services.rules.families.on_the_underground.state import (
    PHASES,
    STANDINGS,
    Line,
    Player,
    Setup,
    State,
    Turn,
)

EVENTS: Final = Events[Event]("On the Underground", EVENT_TYPES)
event_to_json = EVENTS.to_json
event_from_json = EVENTS.from_json


def move_to_json(move: Move) -> JsonObject:
    """Write a move down as the contract has it; choices only where there are any."""
    match move:
        case PlaceTrack(line, start, end, terminus, set_):
            document: JsonObject = {"type": "place_track", "line": line, "from": start, "to": end}
            if terminus is not None:
                document["terminus"] = terminus
            if set_:
                document["set"] = True
            return document
        case TakeBranch():
            return {"type": "take_branch"}
        case MovePassenger(outcome):
            return {"type": "move_passenger", "outcome": outcome}
        case Resign():
            return {"type": "resign"}


def move_from_json(document: Json) -> Move:
    """Read a move; whatever is not one is refused with what is wrong."""
    match document:
        case {"type": "place_track", "line": str(line), "from": str(start), "to": str(end), **rest}:
            return _placement(line, start, end, cast("Mapping[str, Json]", rest))
        case {"type": "take_branch", **rest} if not rest:
            return TakeBranch()
        case {"type": "move_passenger", "outcome": int(outcome), **rest} if not rest:
            if isinstance(outcome, bool):
                raise MalformedMoveError("an outcome is a number")
            return MovePassenger(outcome)
        case {"type": "resign", **rest} if not rest:
            return Resign()
    known = "take_branch, place_track with line, from and to, move_passenger with an outcome"
    raise MalformedMoveError(f"not a move of On the Underground: expected {known}, or resign")


def state_to_json(edition: Edition, state: State) -> JsonObject:
    """Write a state down; connections by their numbers, as there may be hundreds of tokens."""
    stations = edition.network.stations
    return {
        "setup": thaw(state.setup),
        "turn": thaw(state.turn),
        "to_play": list(state.to_play),
        "passenger": stations[state.passenger].id,
        "open": [stations[number].id for number in state.open],
        "drawn": state.drawn,
        "lines": [_line_to_json(line) for line in state.lines],
        "players": thaw(state.players),
    }


def state_from_json(edition: Edition, document: JsonObject) -> State:
    """Read a state back; it must be of this very edition and version."""
    whole = cast("Mapping[str, Any]", document)
    try:
        setup = named(Setup, whole["setup"])
        check_origin(Origin(*setup[:3]), Origin(edition.id, edition.version, ENGINE_VERSION))
        return _checked(edition, _state(edition, setup, whole))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise StateError(f"not a whole state of {edition.id}: {error!r}") from error


def _placement(line: str, start: str, end: str, choices: Mapping[str, Json]) -> PlaceTrack:
    match {"terminus": None, "set": False, **choices}:
        case {"terminus": str() | None as terminus, "set": bool(replaced), **rest} if not rest:
            if terminus is not None or "terminus" not in choices:
                return PlaceTrack(line, start, end, terminus, replaced)
    known = "terminus with the name of a reward, and set with true or false"
    raise MalformedMoveError(f"beside line, from and to there may be {known}")


def _line_to_json(line: Line) -> JsonObject:
    return {
        "track": list(_numbers(line.track)),
        "rewards": list(line.rewards),
        "later": line.later,
        "rides": line.rides,
    }


@lru_cache(maxsize=8192)
def _numbers(track: int) -> tuple[int, ...]:
    """Give the connections of a line; a move changes one line of many, so most are known."""
    return tuple(members(track))


def _state(edition: Edition, setup: Setup, whole: Mapping[str, Any]) -> State:
    numbers = edition.network.numbers
    lines = tuple(_line_from_json(edition, line) for line in whole["lines"])
    tracked, closed = _loads(edition, lines)
    return State(
        setup=setup,
        turn=named(Turn, whole["turn"]),
        to_play=tuple(whole["to_play"]),
        passenger=numbers[whole["passenger"]],
        open=tuple(numbers[name] for name in whole["open"]),
        drawn=whole["drawn"],
        tracked=tracked,
        closed=closed,
        lines=lines,
        players=tuple(named(Player, player) for player in whole["players"]),
    )


def _line_from_json(edition: Edition, document: Mapping[str, Any]) -> Line:
    line = Line(0, 0, 0, tuple(document["rewards"]), document["later"], document["rides"])
    for connection in document["track"]:
        line = grown(edition, line, connection)
    if not is_one_piece(edition, line):
        raise ValueError(f"a line in several pieces: {document['track']}")
    return line


def _loads(edition: Edition, lines: tuple[Line, ...]) -> tuple[int, int]:
    """Give the connections that hold tokens, and those whose spaces are all taken."""
    tracked = 0
    for line in lines:
        tracked |= line.track
    return tracked, bits(at for at in members(tracked) if is_full(edition, lines, at))


def _checked(edition: Edition, state: State) -> State:
    """Refuse words that no state has, and seats or lines that are not at the table."""
    words = {state.turn.phase} - PHASES | {player.standing for player in state.players} - STANDINGS
    strangers = set(state.to_play) - set(range(len(state.players)))
    unknown = set(state.setup.colours) - edition.tokens.keys()
    if words or strangers or unknown or len(state.lines) != len(state.setup.colours):
        reason = words or strangers or unknown or "lines are missing"
        raise StateError(f"not a state of {state.setup.edition}: {reason}")
    return state
