"""What Prometheus is told. With several processes each writes files, and any can tell for all."""

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, multiprocess
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

MULTIPLE: Final = "PROMETHEUS_MULTIPROC_DIR"
SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """The numbers of a process that every service has; each adds its own."""

    def __init__(self, service: str, depths: Callable[[], Mapping[str, int]] = dict) -> None:
        self._service = service
        self._depths = depths
        self._answered: dict[tuple[str, int], tuple[Counter, Histogram]] = {}
        self.registry = CollectorRegistry()
        self.requests = Counter(
            f"{service}_requests",
            "Requests by operation and status.",
            ["operation", "status"],
            registry=self.registry,
        )
        self.request_seconds = Histogram(
            f"{service}_request_seconds",
            "How long requests took until their answer began.",
            ["operation"],
            buckets=SECONDS,
            registry=self.registry,
        )

    def answered(self, operation: str, status: int, seconds: float) -> None:
        """Count an answer; looking up what to count costs more than counting, so it is kept."""
        known = self._answered.get((operation, status))
        if known is None:
            labels = self.requests.labels(operation, status)
            known = labels, self.request_seconds.labels(operation)
            self._answered[operation, status] = known
        known[0].inc()
        known[1].observe(seconds)

    def exposition(self) -> bytes:
        """Give everything in Prometheus' text format."""
        registry = self.registry
        if MULTIPLE in os.environ:
            registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        queues = CollectorRegistry()
        queues.register(_Depths(self._service, self._depths()))
        return generate_latest(registry) + generate_latest(queues)


class _Depths(Collector):
    """How many jobs wait, asked for at the moment of telling."""

    def __init__(self, service: str, depths: Mapping[str, int]) -> None:
        self._service = service
        self._depths = depths

    def collect(self) -> Iterable[Metric]:
        name = f"{self._service}_queue_depth"
        family = GaugeMetricFamily(name, "Jobs that wait.", labels=["queue"])
        for queue, depth in self._depths.items():
            family.add_metric([queue], depth)
        yield family
