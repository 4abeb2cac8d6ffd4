"""Making moves and writing them: what playing, resigning and expired turns have in common."""

from typing import Any

import orjson

from services.plumbing.callers import Request
from services.plumbing.errors import KeyReusedError
from services.plumbing.moments import moment, moment_of
from services.rules.app.errors import StaleVersionError
from services.rules.app.log import Noted, Writer, pack, seen
from services.rules.app.messages import Now, game_finished, to_play, turn_began
from services.rules.app.rules import Rules
from services.rules.app.standing_in import SeatHandedOver, bench_of
from services.rules.app.tables import Table
from services.rules.core.seats import Resign
from services.rules.store.ports import Change, Receipt, Repeated, Stale


class Made:
    """Moves that are made on a table, and not yet written."""

    def __init__(self, rules: Rules, table: Table, by: str) -> None:
        self.state = table.state
        self.version = table.stored.version
        self.entries: list[Noted] = []
        self.left = table.stored.left
        self._table = table
        self._writer = Writer(table.entry, table.stored.length, moment(rules.now()), by)

    def play(self, seat: int, move: Any, thinking_ms: int | None = None) -> None:  # noqa: ANN401
        """Make a move, one of the family's own; a refusal leaves everything as it was."""
        self.state, events = self._table.family.apply(self._table.edition, self.state, seat, move)
        self.version += 1
        self.entries += self._writer.entries(self.version, events, thinking_ms)

    def leave(self, seat: int) -> None:
        """Let whoever plays a seat leave: it goes to somebody who stands in, or resigns.

        Who stands in and leaves as well is not replaced again.
        """
        table = self._table
        if seat in self.left or len(self.left) == len(bench_of(table.stored.settled)):
            self.play(seat, Resign())
            return
        table.family.apply(table.edition, self.state, seat, Resign())  # refused who has no seat
        self.left = (*self.left, seat)
        self.version += 1
        self.entries += self._writer.entries(self.version, [SeatHandedOver(seat)])

    @property
    def taken_over(self) -> set[int]:
        """Seats that others play from now on, and did not before."""
        return {*self.left} - {*self._table.stored.left}


def write(rules: Rules, table: Table, made: Made, request: Request, seat: int | None) -> bytes:
    """Write moves, all or nothing, and give the answer for a seat."""
    deadline = _deadline(rules, table, made)
    now = Now(made.state, made.version, deadline, made.left)
    messages = _messages(rules, table, now, request)
    answer = _answer(table, made, seat, deadline)
    receipt = Receipt(request.fingerprint, answer) if request.key else None
    change = Change(
        expected=table.stored.version,
        version=made.version,
        state=rules.states.write(table.entry, made.state),
        events=pack(made.entries),
        deadline=deadline,
        messages=messages,
        key=request.key,
        receipt=receipt,
        left=made.left,
    )
    result = rules.games.write(table.place, change)
    if isinstance(result, Stale):
        raise StaleVersionError(table.stored.version, result.version)
    if isinstance(result, Repeated):
        return repeated(result.receipt, request)
    if messages:
        rules.jobs.relay(table.place.edition)
    return answer


def repeated(receipt: Receipt, request: Request) -> bytes:
    """Give the first answer again, if it is the same request."""
    if receipt.fingerprint != request.fingerprint:
        raise KeyReusedError("this Idempotency-Key was used for another request")
    return receipt.answer


def _deadline(rules: Rules, table: Table, made: Made) -> int | None:
    """Say until when the seats to play have time: a new turn, or a new player, has new time."""
    clock, family = table.stored.settled.clock, table.family
    seats = family.to_play(made.state)
    if clock is None or not seats:
        return None
    if family.turn(made.state) == family.turn(table.state) and not made.taken_over & {*seats}:
        return table.stored.deadline
    return rules.milliseconds() + clock.seconds * 1000


def _answer(table: Table, made: Made, seat: int | None, deadline: int | None) -> bytes:
    to_play = table.family.to_play(made.state)
    return orjson.dumps(
        {
            "version": made.version,
            "finished": not to_play,
            "to_play": to_play,
            "deadline": None if deadline is None else moment_of(deadline),
            "events": [seen(table.entry, entry, seat) for entry in made.entries],
        }
    )


def _messages(rules: Rules, table: Table, now: Now, request: Request) -> list[bytes]:
    """Say what leaves: the sheets of a game that is over, or whose turn it is now."""
    if not table.family.to_play(now.state):
        return [orjson.dumps(game_finished(rules, table, now, request.id))]
    if table.stored.settled.tell_turns and _is_another_turn(table, now):
        return [orjson.dumps(turn_began(rules, table, now, request.id))]
    return []


def _is_another_turn(table: Table, now: Now) -> bool:
    """Tell whether others may move than before, or the same have another turn."""
    moments = (table.state, table.stored.left), (now.state, now.left)
    before, after = (
        (table.family.turn(state), {*to_play(table, state, left)}) for state, left in moments
    )
    return before != after
