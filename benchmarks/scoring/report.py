"""The tables of the scoring service that `make bench` prints and keeps, and their targets."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from benchmarks.api.load import Figures as Answers
from benchmarks.report import place_and_date, table
from benchmarks.scoring.throughput import Throughput

MARK: Final = "scoring"
TARGET: Final = 150.0
RATIO: Final = 0.6
"""Results per second through one worker, and how many while plain RQ does a job."""
QUEUE: Final = ("one worker", "per second", "times plain RQ")
READS: Final = ("leaderboard", "players", "requests/s", "p50, ms", "p99, ms")


class Figures(NamedTuple):
    """What was measured."""

    throughput: Throughput
    players: int
    """On the leaderboard."""
    reads: Mapping[str, Answers]


def render(figures: Figures) -> str:
    """Make both tables, with the machine and the date below."""
    throughput, players, reads = figures
    plain, results = throughput.plain_per_second, throughput.results_per_second
    rows = [
        ["results, stored and announced", f"{results:,.0f}", f"{throughput.ratio:.1f}"],
        ["plain RQ, jobs that do nothing", f"{plain:,.0f}", "1.0"],
    ]
    lines = [
        *table(QUEUE, rows),
        "",
        *table(READS, [_read(name, players, answers) for name, answers in reads.items()]),
        "",
        place_and_date(),
    ]
    return "\n".join(lines)


def misses(figures: Figures) -> list[str]:
    """Say which targets are missed."""
    results, ratio = figures.throughput.results_per_second, figures.throughput.ratio
    return [
        *([f"scoring: {results:.0f} results per second"] if results < TARGET else []),
        *([f"scoring: {ratio:.2f} times plain RQ"] if ratio < RATIO else []),
    ]


def _read(name: str, players: int, answers: Answers) -> list[str]:
    times = [f"{answers.percentile(share):.1f}" for share in (0.5, 0.99)]
    return [name, f"{players:,}", f"{answers.per_second:,.0f}", *times]
