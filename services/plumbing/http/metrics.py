"""What Prometheus is told. With several processes each writes files, and any can tell for all.

Under `make up` the services share these files, so each tells only what begins with its own name.
"""

import os
from collections.abc import Callable, Iterable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, multiprocess
from prometheus_client.core import Metric
from prometheus_client.registry import Collector

MULTIPLE: Final = "PROMETHEUS_MULTIPROC_DIR"
SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """The numbers of a process that every service has; each adds its own."""

    def __init__(self, service: str, asked: Callable[[], Iterable[Metric]] = tuple) -> None:
        self._service = service
        self._asked = asked
        """What is asked for at the moment of telling, as it belongs to no process."""
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
        registry: CollectorRegistry = self.registry
        if MULTIPLE in os.environ:
            registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        own = [each for each in registry.collect() if each.name.startswith(f"{self._service}_")]
        told = CollectorRegistry()
        told.register(_Told([*own, *self._asked()]))
        return generate_latest(told)


class _Told(Collector):
    """What was found out just now."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        return self._families
