"""The API under load: 16 connections, in turns with a floor on the same Valkey and settings.

The machines are shared and noisy, so shares of the floor count, and slices of all operations take
turns. `--write` puts the tables into benchmarks/README.md.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.api import measure
from benchmarks.api.report import Results, misses, render
from benchmarks.api.servers import FLOOR, SERVICE, served
from benchmarks.report import keep
from deploy.embedded import running_server
from deploy.keys import issue_token
from services.lobby.keys import ensure_keys
from services.plumbing.connections import connect
from services.rules.core.seats import MOST_SEATS
from services.rules.editions import load_editions

TABLES: Final = (("gob-rome", 3), ("otu-paris", 5))
RATE: Final = 2500
"""Moves per second for which games are made beforehand: more than can be reached."""
MARK: Final = "api"


def main() -> int:
    """Measure, print, and say whether the targets are met."""
    arguments = argparse.ArgumentParser(prog="make bench-api", description=__doc__)
    arguments.add_argument("--seconds", type=float, default=2.0, help="of a slice (default 2)")
    arguments.add_argument("--slices", type=int, default=5, help="of each kind (default 5)")
    arguments.add_argument("--write", action="store_true", help="keep the tables in the README")
    options = arguments.parse_args()
    with bench_of(options.seconds, options.slices) as bench:
        results = measured(bench)
    tables = render(results)
    print(tables)
    if options.write:
        keep(tables, MARK)
    missed = misses(results)
    for miss in missed:
        print(f"missed: {miss}", file=sys.stderr)
    return 1 if missed else 0


@contextmanager
def bench_of(seconds: float, slices: int) -> Iterator[measure.Bench]:
    """Start the servers, and have tokens for as many as can sit at a table."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="interchange-bench-")))
        store = stack.enter_context(running_server(folder / "valkey"))
        keys = ensure_keys(folder / "keys")
        service = stack.enter_context(served(SERVICE, store.url, keys, folder / "service.log"))
        floor = stack.enter_context(served(FLOOR, store.url, keys, folder / "floor.log"))
        tokens = [issue_token(folder / "keys", f"p{seat}") for seat in range(MOST_SEATS)]
        client = connect(store.url)
        yield measure.Bench(load_editions(), service, floor, client, tokens, seconds, slices)


def measured(bench: measure.Bench) -> Results:
    """Measure everything."""
    results = Results()
    for edition, seats in TABLES:
        where = f"{edition}, {seats} players"
        _say(f"measuring {where}")
        results.operations[where] = measure.compare(bench, edition, seats, RATE)
        created = measure.create(bench, edition, seats)
        results.others.append((f"creating a game, {where}", created))
    edition, seats = TABLES[-1]
    events, figures = measure.read_log(bench, edition, seats)
    about = f"reading the whole log of a game, {edition}, {seats} players, {events} events"
    results.others.append((about, figures))
    _say("measuring the policies of writing to disk")
    results.policies = measure.policies(bench, *TABLES[0], RATE)
    for edition, seats in TABLES:
        where = f"{edition}, {seats} players"
        _say(f"measuring the memory of {measure.MANY} games, {where}")
        results.memory[where] = measure.memory(bench, edition, seats)
    return results


def _say(what: str) -> None:
    print(f"{what} ...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
