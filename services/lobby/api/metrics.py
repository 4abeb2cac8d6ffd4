"""The numbers that only the lobby has."""

from collections.abc import Callable, Mapping

from prometheus_client import Counter, Gauge

from services.plumbing.http import metrics


class Metrics(metrics.Metrics):
    """The numbers of a process."""

    def __init__(self, depths: Callable[[], Mapping[str, int]] = dict) -> None:
        super().__init__("lobby", depths)
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
