"""The numbers that only the rules have: moves, lists of legal moves, streams."""

from collections.abc import Callable, Iterable

from prometheus_client import Counter, Gauge, Histogram
from prometheus_client.core import Metric

from services.plumbing.http import metrics


class Metrics(metrics.Metrics):
    """The numbers of a process."""

    def __init__(self, asked: Callable[[], Iterable[Metric]] = tuple) -> None:
        super().__init__("rules", asked)
        self.moves = Counter(
            "rules_moves",
            "Moves by edition: played, tried, stale, refused, or elsewhere (another version's).",
            ["edition", "result"],
            registry=self.registry,
        )
        self.legal_moves_seconds = Histogram(
            "rules_legal_moves_seconds",
            "How long it took to list the legal moves with what they would do.",
            ["edition"],
            buckets=metrics.SECONDS,
            registry=self.registry,
        )
        self.streams = Gauge(
            "rules_streams",
            "Event streams that are open.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
