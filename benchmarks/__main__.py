"""Random playouts beside python-chess, the passenger beside Dijkstra, scoring beside plain RQ.

The machines are shared and noisy, so nothing here is an absolute promise: what is measured takes
turns, slice by slice, with its yardstick, and the best slice of each counts. `--write` puts the
tables into benchmarks/README.md.
"""

import argparse
import sys
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from benchmarks import report
from benchmarks.passenger import Travel, measure_travel
from benchmarks.playouts import Figures, measure
from benchmarks.scoring import report as scoring_report
from benchmarks.scoring.measure import measure_scoring
from services.rules.core.registry import Registry
from services.rules.editions import load_editions
from services.rules.families import FAMILIES


class Measured(NamedTuple):
    """What one part has found."""

    mark: str
    """Where in the README its tables belong."""
    tables: str
    missed: list[str]


Part: TypeAlias = Callable[[Registry, int], Measured]


def main() -> int:
    """Measure, print, and say whether the targets are met."""
    arguments = argparse.ArgumentParser(prog="make bench", description=__doc__)
    arguments.add_argument("--slices", type=int, default=24, help="slices per table (default 24)")
    arguments.add_argument("--only", choices=PARTS, help="measure one part only")
    arguments.add_argument("--write", action="store_true", help="keep the tables in the README")
    options = arguments.parse_args()
    missed = []
    for part in [options.only] if options.only else PARTS:
        measured = PARTS[part](load_editions(), options.slices)
        print(measured.tables, end="\n\n")
        if options.write:
            report.keep(measured.tables, measured.mark)
        missed += measured.missed
    for miss in missed:
        print(f"missed: {miss}", file=sys.stderr)
    return 1 if missed else 0


def games(editions: Registry, slices: int) -> Measured:
    """Measure the rules: random games, and the passenger."""
    rows, travels = playouts(editions, slices), passengers(editions)
    return Measured(report.MARK, report.render(rows, travels), report.misses(rows, travels))


def scoring(editions: Registry, _slices: int) -> Measured:
    """Measure the scoring service: its queue, and a leaderboard."""
    figures = measure_scoring(editions, _say)
    tables, missed = scoring_report.render(figures), scoring_report.misses(figures)
    return Measured(scoring_report.MARK, tables, missed)


PARTS: Final[dict[str, Part]] = {"games": games, "scoring": scoring}


def playouts(editions: Registry, slices: int) -> list[Figures]:
    """Play every edition with every number of players."""
    rows = []
    for name in editions:
        for seats in editions[name].edition.players:
            _say(f"measuring {name} with {seats} players")
            rows.append(measure(editions[name], seats, slices))
    return rows


def passengers(editions: Registry) -> list[Travel]:
    """Let the passenger travel in every city that has one."""
    rows = []
    for name, entry in editions.items():
        if entry.family is FAMILIES["on-the-underground"]:
            _say(f"measuring the passenger of {name}")
            rows.append(measure_travel(entry))
    return rows


def _say(what: str) -> None:
    print(f"{what} ...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
