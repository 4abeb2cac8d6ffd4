"""Random playouts of every edition beside python-chess, and the passenger beside Dijkstra.

The machines are shared and noisy, so nothing here is an absolute promise: each edition is played in
slices that alternate with slices of python-chess, every slice is timed in the time of the process,
and the best slice of each counts. `--write` puts the tables into benchmarks/README.md.
"""

import argparse
import sys

from benchmarks.passenger import Travel, measure_travel
from benchmarks.playouts import Figures, measure
from benchmarks.report import keep, misses, render
from services.rules.core.registry import Registry
from services.rules.editions import load_editions
from services.rules.families import FAMILIES


def main() -> int:
    """Measure, print, and say whether the targets are met."""
    arguments = argparse.ArgumentParser(prog="make bench", description=__doc__)
    arguments.add_argument("--slices", type=int, default=24, help="slices per table (default 24)")
    arguments.add_argument("--write", action="store_true", help="keep the tables in the README")
    options = arguments.parse_args()
    editions = load_editions()
    rows, travels = playouts(editions, options.slices), passengers(editions)
    tables = render(rows, travels)
    print(tables)
    if options.write:
        keep(tables)
    missed = misses(rows, travels)
    for miss in missed:
        print(f"missed: {miss}", file=sys.stderr)
    return 1 if missed else 0


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
