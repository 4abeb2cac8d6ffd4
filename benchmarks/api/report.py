"""The tables that `make bench-api` prints and keeps, and the targets it holds them to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from benchmarks.api.load import Figures
from benchmarks.report import place_and_date, table

FLOOR: Final = "floor: POST"
MOVES: Final = "POST …/moves"
UNCHANGED: Final = "GET …/games/{game}, ETag matches"
VIEW: Final = "GET …/games/{game}"
LEGAL: Final = "GET …/legal-moves"
BESIDE: Final = {MOVES: FLOOR, UNCHANGED: "floor: GET, ETag matches", VIEW: "floor: GET"}
"""Operations, and the floor that does the same without rules."""
TARGETS: Final = {MOVES: 0.70, UNCHANGED: 0.90}
"""Shares of the floor (one GET and one script) that have to be reached."""
OPERATIONS: Final = (
    "table",
    "operation",
    "requests/s",
    "share of the floor",
    "share of its own floor",
    "p50, ms",
    "p99, ms",
)


@dataclass
class Results:
    """Everything that was measured."""

    operations: dict[str, dict[str, Figures]] = field(default_factory=dict)
    """By table, such as `gob-rome, 3 players`, and by operation."""
    others: list[tuple[str, Figures]] = field(default_factory=list)
    policies: dict[str, Figures] = field(default_factory=dict)
    memory: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Bytes a game: new, and finished."""


def render(results: Results) -> str:
    """Make the tables, with the machine and the date below."""
    rows = [
        [where, *_operation(name, found)]
        for where, found in results.operations.items()
        for name in found
    ]
    lines = [
        *table(OPERATIONS, rows),
        "",
        *table(("also", "requests/s", "p50, ms", "p99, ms"), _plain(results.others)),
        "",
        *table(("appendfsync", "moves/s", "of always", "p50, ms", "p99, ms"), _policies(results)),
        "",
        *table(("in Redis", "1000 new games, MB", "1000 finished games, MB"), _memory(results)),
        "",
        place_and_date(),
    ]
    return "\n".join(lines)


def misses(results: Results) -> list[str]:
    """Say which targets are missed."""
    return [
        f"{where}: {name} reaches {share:.0%} of the floor, not {target:.0%}"
        for where, found in results.operations.items()
        for name, target in TARGETS.items()
        if (share := found[name].per_second / found[FLOOR].per_second) < target
    ]


def _operation(name: str, found: Mapping[str, Figures]) -> list[str]:
    figures = found[name]
    own = BESIDE.get(name)
    return [
        f"`{name}`",
        f"{figures.per_second:,.0f}",
        f"{figures.per_second / found[FLOOR].per_second:.0%}",
        f"{figures.per_second / found[own].per_second:.0%}" if own else "",
        *_times(figures),
    ]


def _plain(rows: Sequence[tuple[str, Figures]]) -> list[list[str]]:
    return [[name, f"{figures.per_second:,.0f}", *_times(figures)] for name, figures in rows]


def _policies(results: Results) -> list[list[str]]:
    always = results.policies["always"].per_second
    return [
        [name, f"{found.per_second:,.0f}", f"{found.per_second / always:.0%}", *_times(found)]
        for name, found in results.policies.items()
    ]


def _memory(results: Results) -> list[list[str]]:
    return [
        [name, *(f"{size * 1000 / 1e6:.1f}" for size in sizes)]
        for name, sizes in results.memory.items()
    ]


def _times(figures: Figures) -> Iterator[str]:
    return (f"{figures.percentile(share):.1f}" for share in (0.5, 0.99))
