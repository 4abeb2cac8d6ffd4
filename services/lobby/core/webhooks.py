"""Webhooks: where a player wants to be told what happened, and what became of telling it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

YOUR_TURN: Final = "your_turn"
GAME_FINISHED: Final = "game_finished"
ROUND_STARTED: Final = "round_started"
TOURNAMENT_FINISHED: Final = "tournament_finished"
TYPES: Final = (YOUR_TURN, GAME_FINISHED, ROUND_STARTED, TOURNAMENT_FINISHED)
"""What a player can be told."""

WAITING: Final = "waiting"
DELIVERED: Final = "delivered"
FAILED: Final = "failed"
DROPPED: Final = "dropped"
STATUSES: Final = (WAITING, DELIVERED, FAILED, DROPPED)
"""Dropped is what still waited when its webhook was disabled."""

PAUSES: Final = (
    timedelta(seconds=5),
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(hours=24),
)
"""How long to wait after each attempt that failed; after the last one it is given up."""
LASTING: Final = timedelta(days=5)
"""A webhook that nothing has reached for so long is disabled."""
GONE: Final = 410
"""The status by which a receiver says that it wants nothing any more."""
ATTEMPTS_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try to deliver something."""

    at: str
    status: int | None
    """What was answered; null if nothing was."""
    error: str | None
    """Why nothing was answered."""
    milliseconds: int

    @property
    def succeeded(self) -> bool:
        """Whether the receiver has it now."""
        return self.status is not None and 200 <= self.status < 300


@dataclass(frozen=True, slots=True)
class Delivery:
    """Something that is told to one webhook."""

    id: str
    """The same at every attempt, so that a receiver can tell what it has got already."""
    webhook: str
    type: str
    payload: str
    created_at: str
    next_at: str | None
    """When it is tried next; null if it is not."""
    status: str = WAITING
    tries: int = 0
    """Attempts since it began to wait."""
    attempts: tuple[Attempt, ...] = ()
    """The latest ones."""

    def begun(self, until: str) -> "Delivery":
        """Begin an attempt: nobody else tries before that moment."""
        return replace(self, tries=self.tries + 1, next_at=until)

    def after(self, attempt: Attempt, later: Callable[[timedelta], str]) -> "Delivery":
        """Say what becomes of it after an attempt."""
        noted = replace(self, attempts=(*self.attempts, attempt)[-ATTEMPTS_SHOWN:])
        if attempt.succeeded:
            return replace(noted, status=DELIVERED, next_at=None)
        if self.status != WAITING:
            return noted
        if attempt.status == GONE or self.tries > len(PAUSES):
            return replace(noted, status=FAILED, next_at=None)
        return replace(noted, next_at=later(PAUSES[max(self.tries - 1, 0)]))

    def again(self, now: str) -> "Delivery":
        """Let it wait as if it were new."""
        return replace(self, status=WAITING, tries=0, next_at=now)

    def dropped(self) -> "Delivery":
        """Give it up untold."""
        return replace(self, status=DROPPED, next_at=None)


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address that is told what its owner wants to know."""

    id: str
    owner: str
    url: str
    types: tuple[str, ...]
    created_at: str
    description: str = ""
    failing_since: str | None = None
    """When the first attempt failed that none has succeeded after."""
    disabled_at: str | None = None

    def wants(self, type_: str) -> bool:
        """Whether it is to be told of such a thing."""
        return self.disabled_at is None and type_ in self.types

    def after(self, attempt: Attempt, delivery: Delivery, long_ago: str) -> "Webhook":
        """Say what follows for it from an attempt, and what became of the delivery.

        It is disabled when a delivery is given up, not at its first failure: whoever is told
        something once a month would otherwise be cut off by two short failures.
        """
        if attempt.succeeded:
            return replace(self, failing_since=None)
        since = self.failing_since or attempt.at
        lasting = delivery.status == FAILED and since <= long_ago
        ends = self.disabled_at is None and (lasting or attempt.status == GONE)
        return replace(
            self, failing_since=since, disabled_at=attempt.at if ends else self.disabled_at
        )

    def enabled(self) -> "Webhook":
        """Give it another chance."""
        return replace(self, failing_since=None, disabled_at=None)
