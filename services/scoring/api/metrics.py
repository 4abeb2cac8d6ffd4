"""The numbers that only scoring has: how the rules answer it."""

from collections.abc import Callable, Iterable

from prometheus_client import Counter
from prometheus_client.core import Metric

from services.plumbing.http import metrics


class Metrics(metrics.Metrics):
    """The numbers of a process."""

    def __init__(self, asked: Callable[[], Iterable[Metric]] = tuple) -> None:
        super().__init__("scoring", asked)
        self.scores = Counter(
            "scoring_scores",
            "Scores of games that were asked for, by whether they were final.",
            ["kind"],
            registry=self.registry,
        )
