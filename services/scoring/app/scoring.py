"""What every use case works with: the points tables, the results, the queue, ratings and time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from services.plumbing.moments import utc_now
from services.scoring.app.errors import UnknownEditionError
from services.scoring.core.rating import Model
from services.scoring.core.table import PointsTable
from services.scoring.store.ports import Results


class Jobs(Protocol):
    """What is left to the workers; a sweeper finds what gets lost on the way."""

    def relay(self, edition: str) -> None:
        """Ask for messages to be sent on."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """What the use cases work with."""

    tables: Mapping[str, PointsTable]
    results: Results
    jobs: Jobs
    model: Model
    now: Callable[[], datetime] = utc_now

    def table(self, edition: str) -> PointsTable:
        """Give the points table of an edition."""
        if edition not in self.tables:
            raise UnknownEditionError(f"there is no edition {edition!r}")
        return self.tables[edition]

    def milliseconds(self) -> int:
        """Say what time it is, in milliseconds since 1970."""
        return int(self.now().timestamp() * 1000)
