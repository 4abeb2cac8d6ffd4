"""The scoring service on a server of its own, with the settings of `make up`."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.scoring.leaderboard import PLAYERS, fill, measure_reads
from benchmarks.scoring.messages import Messages
from benchmarks.scoring.report import Figures
from benchmarks.scoring.throughput import measure_throughput
from deploy.embedded import running_server
from services.rules.core.registry import Registry


def measure_scoring(editions: Registry, say: Callable[[str], None]) -> Figures:
    """Measure one worker and the API, on a store with a leaderboard that is full."""
    with (
        TemporaryDirectory(prefix="interchange-bench-") as place,
        running_server(Path(place) / "valkey") as store,
    ):
        say(f"putting {PLAYERS:,} players on a leaderboard")
        fill(store.url)
        say("measuring results through the queue")
        throughput = measure_throughput(store.url, Path(place), Messages(editions))
        say("measuring reads of the leaderboard")
        return Figures(throughput, PLAYERS, measure_reads(store.url, Path(place)))
