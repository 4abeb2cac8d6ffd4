"""The numbers that only the lobby has."""

from collections.abc import Callable, Iterable

from prometheus_client import Counter, Gauge
from prometheus_client.core import Metric

from services.plumbing.http import metrics


class Metrics(metrics.Metrics):
    """The numbers of a process."""

    def __init__(self, asked: Callable[[], Iterable[Metric]] = tuple) -> None:
        super().__init__("lobby", asked)
        self.started = Counter(
            "lobby_tables_started",
            "Tables whose game was created, by city, and those for which no engine was up.",
            ["edition", "result"],
            registry=self.registry,
        )
        self.streams = Gauge(
            "lobby_streams",
            "Event streams that are open.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
