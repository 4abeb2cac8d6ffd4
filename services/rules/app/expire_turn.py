"""The time of a turn is up: its players leave, or moves are made for them, as the game has it."""

from typing import Final

from services.plumbing.callers import Request
from services.rules.app.change_game import Made, write
from services.rules.app.errors import StaleVersionError
from services.rules.app.log import CLOCK
from services.rules.app.rules import Rules
from services.rules.app.tables import Table, open_table
from services.rules.core.family import AnyFamily
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
    """Go on until the turn is another one, or all who are to move have just sat down."""
    clock, family = table.stored.settled.clock, table.family
    idle = clock is not None and clock.on_expiry == PLAY
    begun = family.turn(made.state)
    while family.turn(made.state) == begun and (seats := _late(family, made)):
        if idle:
            made.play(seats[0], family.idle_move(table.edition, made.state, seats[0]))
        else:
            made.leave(seats[0])


def _late(family: AnyFamily, made: Made) -> list[int]:
    """Name the seats to play of those who have had their time."""
    return [seat for seat in family.to_play(made.state) if seat not in made.taken_over]
