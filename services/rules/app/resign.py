"""A player leaves a game, whatever the version: others may be moving at the same time."""

from typing import Final

from services.plumbing.callers import Caller, Request
from services.rules.app.change_game import Made, repeated, write
from services.rules.app.errors import StaleVersionError
from services.rules.app.log import PLAYER
from services.rules.app.rules import Rules
from services.rules.app.tables import open_table, seat_of
from services.rules.store.ports import Place

ATTEMPTS: Final = 20
"""More than there can be moves at the same time at one table."""


def resign(rules: Rules, caller: Caller, place: Place, request: Request) -> bytes:
    """Leave the seat; the answer is that of a move."""
    for attempt in range(ATTEMPTS):
        table = open_table(rules, place, request.key)
        if table.stored.receipt is not None:
            return repeated(table.stored.receipt, request)
        seat = seat_of(table, caller)
        made = Made(rules, table, PLAYER)
        made.leave(seat)
        try:
            return write(rules, table, made, request, seat)
        except StaleVersionError:
            if attempt == ATTEMPTS - 1:
                raise
    raise AssertionError
