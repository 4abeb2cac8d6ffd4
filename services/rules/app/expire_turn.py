"""The time of a turn is up: its seats resign, or moves are made for them, as the game has it."""

from typing import Final

from services.plumbing.callers import Request
from services.rules.app.change_game import Made, write
from services.rules.app.errors import StaleVersionError
from services.rules.app.log import CLOCK
from services.rules.app.rules import Rules
from services.rules.app.tables import Table, open_table
from services.rules.core.seats import Resign
from services.rules.store.ports import Place

RESIGN: Final = "resign"
PLAY: Final = "play"
ON_EXPIRY: Final = (RESIGN, PLAY)


def expire_turn(rules: Rules, place: Place, request: Request) -> int | None:
    """End a turn whose time is up; say when to look again, if the game goes on.

    Nothing happens to a turn that has time, so this may be called as often as one likes.
    """
    table = open_table(rules, place)
    deadline = table.stored.deadline
    if deadline is None or deadline > rules.milliseconds():
        return deadline
    made = Made(rules, table, CLOCK)
    _end_turn(table, made)
    try:
        write(rules, table, made, request, None)
    except StaleVersionError:  # somebody moved at the last moment: then that counts
        return expire_turn(rules, place, request)
    return open_table(rules, place).stored.deadline


def _end_turn(table: Table, made: Made) -> None:
    """Make moves until the turn is another one."""
    clock, family = table.stored.settled.clock, table.family
    idle = clock is not None and clock.on_expiry == PLAY
    begun = family.turn(made.state)
    while family.to_play(made.state) and family.turn(made.state) == begun:
        seat = family.to_play(made.state)[0]
        made.play(seat, family.idle_move(table.edition, made.state, seat) if idle else Resign())
