"""A player asks what may be done now."""

from services.plumbing.callers import Caller
from services.rules.app.rules import Rules
from services.rules.app.tables import open_table, seat_of
from services.rules.core.types import JsonObject
from services.rules.store.ports import Place


def list_moves(rules: Rules, caller: Caller, place: Place) -> JsonObject:
    """List every legal move of the caller's seat, each with what it would do."""
    table = open_table(rules, place)
    seat = seat_of(table, caller)
    options = table.family.legal_moves(table.edition, table.state, seat)
    return {
        "version": table.stored.version,
        "seat": seat,
        "moves": [option.to_json() for option in options],
    }
