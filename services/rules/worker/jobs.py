"""What the queues of an edition and of a version ask for.

Each job may run twice, and does its work once.
"""

from contextlib import AbstractContextManager
from typing import Any, Final

import orjson
import structlog
from rq import get_current_job

from services.contracts.ids import RULES_QUEUE
from services.plumbing.callers import Request
from services.plumbing.engines import Version
from services.plumbing.outbox import Outside, relay_messages
from services.rules.app.create_for_lobby import create_for_lobby
from services.rules.app.errors import VersionNotServedError
from services.rules.app.expire_turn import expire_turn
from services.rules.app.rules import Rules
from services.rules.store.ports import Place
from services.rules.worker.others import Others

FRESH: Final = 1_000
"""Milliseconds by which two clocks may differ: messages written just now are sent as well."""
HANDED_ON: Final = "handed_on"
"""What became of a message that is for another version."""


class Desk:
    """What the jobs of this process work with; set once, when the worker starts."""

    def __init__(self, rules: Rules, outside: Outside, address: str, others: Others) -> None:
        self.rules = rules
        self.outside = outside
        self.others = others
        self.address = address
        """Where the API of the rules begins."""


_desks: list[Desk] = []


def work_at(desk: Desk) -> None:
    """Say what the jobs of this process work with."""
    _desks[:] = [desk]


def relay(edition: str) -> int:
    """Send the messages of an edition that wait."""
    desk = _desks[0]
    with _bound(edition=edition):
        return relay_messages(
            desk.rules.games, desk.outside, edition, desk.rules.milliseconds() + FRESH
        )


def expire(edition: str, game: str) -> None:
    """End a turn whose time is up, and look again when the next one's is."""
    desk, place = _desks[0], Place(edition, game)
    with _bound(edition=edition, game=game):
        again = expire_turn(desk.rules, place, Request(id=_request_id()))
        if again is not None:
            desk.rules.jobs.expire(place, desk.rules.served.versions[edition], again)


def create(message: Any) -> str:  # noqa: ANN401 (whatever came)
    """Create a game that the lobby wants, and tell it; say what it was told.

    It is told before the job ends: whoever is killed in between does both again. New games are of
    the newest version that is up, and one that is there already is told by its own version.
    """
    desk = _desks[0]
    if newer := _newer(desk, message):
        return _hand_on(desk, message, newer)
    try:
        answer = create_for_lobby(desk.rules, message, desk.address)
    except VersionNotServedError as error:
        return _hand_on(desk, message, error.version)
    with _bound(edition=answer["edition"], game=answer["game"]):
        desk.outside.send(orjson.dumps(answer))
        if answer["type"] == "game_refused.1":
            structlog.get_logger().warning("game_refused", code=answer["code"])
    return answer["type"]


def _newer(desk: Desk, message: Any) -> Version | None:  # noqa: ANN401 (whatever came)
    """Give the version that shall create a game instead; what was handed on stays here."""
    edition = message.get("edition") if isinstance(message, dict) else None
    own = desk.rules.served.versions.get(str(edition))
    if own is None or not _is_common(str(edition)):
        return None
    return desk.others.newer(str(edition), own)


def _is_common(edition: str) -> bool:
    job = get_current_job()
    return job is None or job.origin == RULES_QUEUE.format(edition=edition)


def _hand_on(desk: Desk, message: dict[str, Any], version: Version) -> str:
    edition = message["edition"]
    with _bound(edition=edition):
        desk.others.hand_on(message, edition, version)
        structlog.get_logger().info("message_handed_on", **version._asdict())
    return HANDED_ON


def _request_id() -> str:
    job = get_current_job()
    return str(job.meta.get("request_id", "")) if job else ""


def _bound(**values: str) -> AbstractContextManager[object]:
    """Let every line that is logged meanwhile say what it is about."""
    return structlog.contextvars.bound_contextvars(request_id=_request_id(), **values)
