"""A player makes a move, or asks what it would do."""

from typing import Any, NamedTuple

import orjson

from services.plumbing.callers import Caller, Request
from services.rules.app.change_game import Made, repeated, write
from services.rules.app.errors import StaleVersionError
from services.rules.app.log import PLAYER
from services.rules.app.rules import Rules
from services.rules.app.tables import Table, open_table, seat_of
from services.rules.core.errors import MalformedMoveError
from services.rules.core.seats import Resign
from services.rules.core.types import Json
from services.rules.store.ports import Place


class MoveRequest(NamedTuple):
    """A move, and the version of the table it was thought up on."""

    expected_version: int
    move: Json
    thinking_ms: int | None = None
    """How long it was thought about, as the player's program says."""


def play_move(
    rules: Rules, caller: Caller, place: Place, wanted: MoveRequest, request: Request
) -> bytes:
    """Make a move; the answer is the version it made, with the events as the seat sees them."""
    table = open_table(rules, place, request.key)
    if table.stored.receipt is not None:  # also to somebody who has left the seat since
        return repeated(table.stored.receipt, request)
    seat = seat_of(table, caller)
    _check_version(table, wanted)
    move = _read(table, wanted)
    made = Made(rules, table, PLAYER)
    made.play(seat, move, wanted.thinking_ms)
    return write(rules, table, made, request, seat)


def try_move(rules: Rules, caller: Caller, place: Place, wanted: MoveRequest) -> bytes:
    """Say what a move would do, as the list of legal moves does; nothing is stored.

    The events would tell too much: cards are turned up after the last move of a round.
    """
    table = open_table(rules, place)
    seat = seat_of(table, caller)
    _check_version(table, wanted)
    family = table.family
    _, events = family.apply(table.edition, table.state, seat, _read(table, wanted))
    options = family.legal_moves(table.edition, table.state, seat)
    option = options[options.moves.index(_listed(table, events[0]))]
    document = {"version": table.stored.version, "dry_run": True, "option": option.to_json()}
    return orjson.dumps(document)


def _check_version(table: Table, wanted: MoveRequest) -> None:
    if wanted.expected_version != table.stored.version:
        raise StaleVersionError(wanted.expected_version, table.stored.version)


def _read(table: Table, wanted: MoveRequest) -> Any:  # noqa: ANN401 (each family has its own)
    move = table.family.move_from_json(wanted.move)
    if isinstance(move, Resign):
        raise MalformedMoveError("leaving a game is not a move; it is asked for by itself")
    return move


def _listed(table: Table, event: object) -> Any:  # noqa: ANN401
    """Give the move of an event as the list of legal moves has it: one may be told two ways."""
    recorded = table.family.move_of(event)
    return None if recorded is None else recorded[1]
