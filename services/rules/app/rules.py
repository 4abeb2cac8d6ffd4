"""What every use case works with: the editions served, the games, the queue, time and chance."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol

from services.plumbing.callers import new_secret
from services.plumbing.engines import Version
from services.plumbing.moments import utc_now
from services.rules.app.errors import EditionNotServedError
from services.rules.app.states import States
from services.rules.core.registry import Entry, Registry
from services.rules.store.ports import Games, Place

PLAY: Final = "play"
CREATE: Final = "create"
"""What a token may allow: to play in one's own seats, and to create games."""
NO_EDITION: Final = ("none",)
"""What is served by a process that only tells which editions others serve."""


class Jobs(Protocol):
    """What is left to the workers; a sweeper finds what gets lost on the way."""

    def relay(self, edition: str) -> None:
        """Ask for messages to be sent on."""

    def expire(self, place: Place, version: Version, at: int) -> None:
        """Ask for a game to be looked at when its turn's time is up, at that millisecond.

        Only workers of the game's version can.
        """


class Served:
    """The editions of this process, and those that others serve."""

    def __init__(self, known: Registry, names: tuple[str, ...] = ()) -> None:
        self._known = known
        chosen = () if names == NO_EDITION else names or known
        self.entries = Registry({name: known[name] for name in chosen})

    def entry(self, edition: str) -> Entry:
        """Give an edition; one that is not served is told from one that nobody knows."""
        entry = self._known[edition]
        if edition not in self.entries:
            raise EditionNotServedError(f"{edition} is not served here")
        return entry

    @property
    def versions(self) -> dict[str, Version]:
        """Which version of each edition is served."""
        return {name: version_of(entry) for name, entry in self.entries.items()}


def version_of(entry: Entry) -> Version:
    """Say which version of an edition this is."""
    return Version(entry.edition.version, entry.family.ENGINE_VERSION)


def new_seed() -> str:
    """Make a seed: 256 bits, in 64 digits."""
    return secrets.token_hex(32)


@dataclass(frozen=True, slots=True)
class Rules:
    """What the use cases work with."""

    served: Served
    games: Games
    jobs: Jobs
    now: Callable[[], datetime] = utc_now
    secret: Callable[[], str] = new_secret
    seed: Callable[[], str] = new_seed
    states: States = field(default_factory=States)

    def milliseconds(self) -> int:
        """Say what time it is, in milliseconds since 1970."""
        return int(self.now().timestamp() * 1000)


def commitment(seed: str) -> str:
    """Give what is published of a seed before the game: its SHA-256."""
    return hashlib.sha256(seed.encode()).hexdigest()
