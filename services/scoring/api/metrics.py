"""The numbers that only scoring has: how the rules answer it."""

from collections.abc import Callable, Mapping

from prometheus_client import Counter

from services.plumbing.http import metrics


class Metrics(metrics.Metrics):
    """The numbers of a process."""

    def __init__(self, depths: Callable[[], Mapping[str, int]] = dict) -> None:
        super().__init__("scoring", depths)
        self.scores = Counter(
            "scoring_scores",
            "Scores of games that were asked for, by whether they were final.",
            ["kind"],
            registry=self.registry,
        )
