"""Making moves and writing them: what playing, resigning and expired turns have in common."""

from typing import Any

import orjson

from services.plumbing.callers import Request
from services.plumbing.errors import KeyReusedError
from services.plumbing.moments import moment, moment_of
from services.rules.app.errors import StaleVersionError
from services.rules.app.log import Noted, Writer, pack, seen
from services.rules.app.messages import Now, game_finished, turn_began
from services.rules.app.rules import Rules
from services.rules.app.tables import Table
from services.rules.store.ports import Change, Receipt, Repeated, Stale


class Made:
    """Moves that are made on a table, and not yet written."""

    def __init__(self, rules: Rules, table: Table, by: str) -> None:
        self.state = table.state
        self.version = table.stored.version
        self.entries: list[Noted] = []
        self._table = table
        self._writer = Writer(table.entry, table.stored.length, moment(rules.now()), by)

    def play(self, seat: int, move: Any, thinking_ms: int | None = None) -> None:  # noqa: ANN401
        """Make a move, one of the family's own; a refusal leaves everything as it was."""
        self.state, events = self._table.family.apply(self._table.edition, self.state, seat, move)
        self.version += 1
        self.entries += self._writer.entries(self.version, events, thinking_ms)


def write(rules: Rules, table: Table, made: Made, request: Request, seat: int | None) -> bytes:
    """Write moves, all or nothing, and give the answer for a seat."""
    deadline = _deadline(rules, table, made.state)
    messages = _messages(rules, table, Now(made.state, made.version, deadline), request)
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


def _deadline(rules: Rules, table: Table, state: Any) -> int | None:  # noqa: ANN401
    """Say until when the seats to play have time: a new turn has new time."""
    clock, family = table.stored.settled.clock, table.family
    if clock is None or not family.to_play(state):
        return None
    if family.turn(state) == family.turn(table.state):
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
    if table.stored.settled.tell_turns and _is_another_turn(table, now.state):
        return [orjson.dumps(turn_began(rules, table, now, request.id))]
    return []


def _is_another_turn(table: Table, state: Any) -> bool:  # noqa: ANN401
    """Tell whether others may move than before, or the same have another turn."""
    family = table.family
    before, after = ((family.turn(each), {*family.to_play(each)}) for each in (table.state, state))
    return before != after
