"""Where a placement goes, or why it is refused: the first rule it breaks, by id."""

from typing import NoReturn

from services.rules.core.errors import IllegalMoveError
from services.rules.families.on_the_underground.building import Spot
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.landmarks import types_at
from services.rules.families.on_the_underground.lines import BRANCH_COST, cost
from services.rules.families.on_the_underground.moves import PlaceTrack
from services.rules.families.on_the_underground.placements import (
    crossing_ends,
    may_replace,
    rewards,
)
from services.rules.families.on_the_underground.state import State


def find_spot(edition: Edition, state: State, move: PlaceTrack) -> Spot:
    """Find where a token goes and what it costs; a rule that is broken is an error."""
    seat = state.to_play[0]
    at = _own_line(edition, state, move)
    connection = _connection(edition, state, at, move)
    price = _price(edition, state, at, connection)
    _check_choices(edition, state, at, connection, move)
    if not crossing_ends(edition, state, at, connection):
        _refuse("a water crossing could not be finished in this turn", "OTU-P7")
    return Spot(seat, at, connection, price)


def _own_line(edition: Edition, state: State, move: PlaceTrack) -> int:
    own = state.own(state.to_play[0])
    colours = state.setup.colours
    at = colours.index(move.line) if move.line in colours else -1
    if at not in own:
        lines = ", ".join(colours[each] for each in own)
        _refuse(f"{move.line} is not one of the seat's lines, which are {lines}", "OTU-S2")
    if state.lines[at].track.bit_count() >= edition.tokens[move.line]:
        _refuse(f"no {move.line} token is left", "OTU-P8")
    return at


def _connection(edition: Edition, state: State, at: int, move: PlaceTrack) -> int:
    names = move.from_station, move.to_station
    connection = edition.network.between.get(names)
    begun = state.lines[at].track
    if connection is None:
        reason = f"no track spaces lie between {names[0]!r} and {names[1]!r}"
        _refuse(reason, "OTU-P2" if begun else "OTU-P1")
    if begun >> connection & 1:
        _refuse(f"a {move.line} token lies there already", "OTU-P4")
    return connection


def _price(edition: Edition, state: State, at: int, connection: int) -> int:
    line = state.lines[at]
    if line.track and not edition.network.pairs[connection] & line.stations:
        _refuse("this does not touch the line", "OTU-P2")
    price = cost(edition, state, line, connection)
    if state.closed >> connection & 1 and not (edition.overbuilding and line.track):
        _refuse("all track spaces there are taken", "OTU-P5" if line.track else "OTU-P1")
    tiles = state.players[state.to_play[0]].branch_tiles
    if price > tiles:
        closed = state.closed >> connection & 1
        what = "a closed connection" if closed else "a branch, as the line does not end there,"
        if closed and price > BRANCH_COST:
            what = "a branch over a closed connection"
        rule = "OTU-P5" if closed else "OTU-P3"
        _refuse(f"{what} costs {price} branch tiles, and there are {tiles}", rule)
    return price


def _check_choices(
    edition: Edition, state: State, at: int, connection: int, move: PlaceTrack
) -> None:
    fresh = edition.network.pairs[connection] & ~state.lines[at].stations
    allowed = rewards(edition, fresh)
    if move.terminus not in allowed:
        if allowed == (None,):
            _refuse("there is no reward to choose here", "OTU-B6")
        _refuse(f"at a terminus choose one of {', '.join(map(str, allowed))}", "OTU-B6")
    if move.set and not may_replace(edition, state, at, connection, move.terminus):
        if not types_at(edition, state, fresh):
            _refuse("a set is scored when a landmark tile is taken", "OTU-X4")
        _refuse("no set can be completed with the branch tiles there are", "OTU-B8")


def _refuse(detail: str, rule: str) -> NoReturn:
    raise IllegalMoveError(detail, rule)
