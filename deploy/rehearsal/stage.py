"""What every scene of the rehearsal has: the containers, the seasons, and what is found wrong."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from time import monotonic
from typing import Any, Final

import httpx

from deploy.rehearsal.containers import Containers
from deploy.rehearsal.journal import Journal
from deploy.rehearsal.season import Field, Season
from deploy.rehearsal.shell import CommandError

ROME: Final = "gob-rome"
PARIS: Final = "gob-paris"
ENGINE: Final = f"rules-{ROME}"
FIELDS: Final = (Field(ROME, 6, 3, 3), Field(PARIS, 8, 4, 3))
"""Rome is what happens to, Paris is what must not notice."""
PATIENCE: Final = 180.0


@dataclass
class Stage:
    """Where it happens."""

    containers: Containers
    say: Callable[[str], None]
    journal: Journal = field(default_factory=Journal)
    seasons: dict[str, Season] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)
    marked: float = 0.0

    def mark(self) -> None:
        """Begin a scene: what was met before it does not count for it."""
        self.marked = monotonic()

    def demand(self, *, holds: bool, what: str) -> None:
        """Say what is as it should be, and keep what is not."""
        self.say(f"  {'ok' if holds else 'WRONG'}  {what}")
        if not holds:
            self.complaints.append(what)

    def nothing_failed(self, *cities: str) -> None:
        """Demand that nobody in these cities has noticed anything since the scene began."""
        for city in cities:
            failed = self.journal.failures(self.marked, city)
            count = len(self.journal.since(self.marked, city))
            self.demand(
                holds=not failed and count > 0,
                what=f"{city}: {count} requests, {failed.total()} failed {dict(failed) or ''}",
            )

    def only_away(self, city: str) -> None:
        """Demand that whatever failed was told properly: the engine is away, try again."""
        failed = self.journal.failures(self.marked, city)
        told = {"503 engine_unavailable"}
        self.demand(holds={*failed} <= told, what=f"{city}: told to try again: {dict(failed)}")

    def wait_for(self, what: str, sign: Callable[[], Any], seconds: float = PATIENCE) -> float:
        """Wait until something is so; give the seconds it took."""
        begun = monotonic()
        while not _seen(sign):
            if broken := next(
                (each.failure for each in self.seasons.values() if each.failure), None
            ):
                raise broken
            if monotonic() - begun > seconds:
                raise CommandError(f"waited {seconds:g} s in vain: {what}")
            Event().wait(0.3)
        return monotonic() - begun

    def wait_for_moves(self, city: str, moves: int) -> float:
        """Wait until so many requests of a city have gone well from now on."""
        now = monotonic()

        def enough() -> bool:
            met = self.journal.since(now, city)
            return sum(not each.failed for each in met) >= moves

        return self.wait_for(f"{moves} answers in {city}", enough)

    def get(self, path: str) -> Any:  # noqa: ANN401 (JSON)
        """Read something through the gateway that everybody may see."""
        answer = httpx.get(f"{self.containers.url}{path}", timeout=10, trust_env=False)
        answer.raise_for_status()
        return answer.json()

    def versions(self, edition: str) -> list[int]:
        """Say which versions of an edition are up, as the lobby tells it."""
        items = self.get("/lobby/v1/editions")["items"]
        found = [each["versions"] for each in items if each["id"] == edition]
        return [each["edition_version"] for versions in found for each in versions]


def _seen(sign: Callable[[], Any]) -> bool:
    """Look; what cannot be asked yet is not there yet."""
    try:
        return bool(sign())
    except (httpx.HTTPError, CommandError, KeyError, ValueError):
        return False
