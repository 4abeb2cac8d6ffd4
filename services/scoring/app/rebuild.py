"""All that follows from results is made anew from them, while everybody goes on with the old.

It is made in a new generation, in the order of the results. Those that come in meanwhile are
added, until the store agrees that none is missing: in that very moment all look at the new one.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from services.scoring.app.derive import Deriving
from services.scoring.app.results import result_from_json
from services.scoring.app.scoring import Scoring
from services.scoring.store.ports import Grown, Superseded

BATCH: Final = 200
"""Results that are read and written in one go."""


class Progress(NamedTuple):
    """How far it has got."""

    edition: str
    results: int
    """Counted so far."""
    done: bool


Report: TypeAlias = Callable[[Progress], object]


def quietly(_progress: Progress) -> None:
    """Tell nobody."""


def rebuild_all(scoring: Scoring, report: Report = quietly) -> dict[str, int]:
    """Make everything anew, edition by edition; say how many results each has."""
    return {edition: rebuild(scoring, edition, report) for edition in scoring.tables}


def rebuild(scoring: Scoring, edition: str, report: Report = quietly) -> int:
    """Make all that follows from the results of an edition anew; say how many there were.

    If another rebuild that began later is finished first, its work is as good, and kept.
    """
    scoring.table(edition)
    making = _Making(scoring, edition, report)
    making.catch_up()
    while isinstance(swap := making.swap(), Grown):
        making.catch_up()
    superseded = isinstance(swap, Superseded)
    scoring.results.tidy(edition, making.generation if superseded else None)
    report(Progress(edition, making.counted, done=True))
    return making.counted


class _Making:
    """A generation that is being made."""

    def __init__(self, scoring: Scoring, edition: str, report: Report) -> None:
        self._results = scoring.results
        self._edition = edition
        self._report = report
        self._deriving = Deriving(scoring.model, {})
        self.generation = scoring.results.begin(edition)
        self.counted = 0

    def catch_up(self) -> None:
        """Let all results count that have not been counted yet."""
        while batch := self._results.results(self._edition, self.counted, BATCH):
            for document in batch:
                self._deriving.add(result_from_json(document))
            self._results.add(self._edition, self.generation, self._deriving.taken())
            self.counted += len(batch)
            self._report(Progress(self._edition, self.counted, done=False))

    def swap(self) -> object:
        """Let everybody look at it, if nothing is missing."""
        return self._results.swap(self._edition, self.generation, self.counted)
