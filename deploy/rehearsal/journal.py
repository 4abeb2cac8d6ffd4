"""What guests met, request by request: how many, how long, and what went wrong when."""

from collections import Counter
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Final, NamedTuple

AWAY: Final = 503


class Met(NamedTuple):
    """A request and what became of it."""

    at: float
    city: str
    status: int
    """0 if there was no answer at all."""
    code: str
    """Of the problem document; the name of the error if there was no answer."""
    seconds: float

    @property
    def failed(self) -> bool:
        """Whether the platform failed the guest."""
        return self.status == 0 or self.status >= 500


@dataclass
class Journal:
    """Everything that was met, by everybody."""

    entries: list[Met] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def note(self, city: str, status: int, code: str, begun: float) -> None:
        """Keep what became of a request."""
        now = monotonic()
        with self._lock:
            self.entries.append(Met(now, city, status, code, now - begun))

    def since(self, moment: float, city: str) -> list[Met]:
        """Give what was met in a city after a moment."""
        with self._lock:
            return [met for met in self.entries if met.city == city and met.at > moment]

    def failures(self, moment: float, city: str) -> Counter[str]:
        """Count what went wrong in a city after a moment."""
        met = self.since(moment, city)
        return Counter(f"{each.status} {each.code}".strip() for each in met if each.failed)

    def summary(self, city: str) -> str:
        """Say how it was in a city."""
        met = self.since(0.0, city)
        times = sorted(each.seconds for each in met if not each.failed) or [0.0]
        late = times[int(0.99 * (len(times) - 1))]
        failed = sum(each.failed for each in met)
        return (
            f"{city}: {len(met)} requests, {failed} failed; 99 of 100 within {late * 1000:.0f} ms, "
            f"the slowest {times[-1] * 1000:.0f} ms"
        )
