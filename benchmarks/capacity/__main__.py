"""What games, streams, results and bots need: seconds of a processor, memory, bytes.

Counted is what the processes were given of a processor, not what the clock says, as the machines
are shared. `--write` puts the tables into benchmarks/README.md.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from benchmarks.api.measure import Bench
from benchmarks.api.servers import FLOOR, SERVICE, served
from benchmarks.capacity.figures import Figures
from benchmarks.capacity.playing import measure_games
from benchmarks.capacity.processes import memory, ours
from benchmarks.capacity.report import MARK, render
from benchmarks.capacity.sizes import measure_memory
from benchmarks.capacity.streams import measure_streams
from benchmarks.capacity.workers import measure_bots, measure_results
from benchmarks.report import keep
from deploy.embedded import running_server
from deploy.keys import issue_token
from deploy.web import raise_file_limit
from services.lobby.keys import ensure_keys
from services.plumbing.connections import connect
from services.rules.core.seats import MOST_SEATS
from services.rules.editions import load_editions

BOT_EDITIONS: Final = ("gob-rome", "otu-paris")
USED: Final = "rules, API that has served games of all cities"


class Amount(NamedTuple):
    """How much is done; tests do less."""

    games: int = 8
    """Of every edition."""
    streams: tuple[int, ...] = (500, 2000)
    moves: int = 100
    """While the streams are open."""
    results: int = 600
    turns: int = 30
    """Of every level of bots."""


class Stage(NamedTuple):
    """The servers that are measured."""

    bench: Bench
    url: str
    folder: Path
    keys: Path


def main() -> int:
    """Measure and print."""
    arguments = argparse.ArgumentParser(prog="make capacity", description=__doc__)
    arguments.add_argument("--write", action="store_true", help="keep the tables in the README")
    options = arguments.parse_args()
    raise_file_limit()
    with staged() as stage:
        tables = render(measured(stage, Amount()))
    print(tables)
    if options.write:
        keep(tables, MARK)
    return 0


@contextmanager
def staged() -> Iterator[Stage]:
    """Start Valkey, and the service and the floor with one process each."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="interchange-bench-")))
        store = stack.enter_context(running_server(folder / "valkey"))
        keys = ensure_keys(folder / "keys")
        service, floor = (
            stack.enter_context(
                served(app, store.url, keys, log, workers=1, RULES_STREAM_SECONDS="3600")
            )
            for app, log in ((SERVICE, folder / "service.log"), (FLOOR, folder / "floor.log"))
        )
        tokens = [issue_token(folder / "keys", f"p{seat}") for seat in range(MOST_SEATS)]
        bench = Bench(load_editions(), service, floor, connect(store.url), tokens, 0.0, 0)
        yield Stage(bench, store.url, folder, keys)


def measured(stage: Stage, amount: Amount) -> Figures:
    """Measure everything."""
    bench, url, folder, keys = stage
    figures, begun = Figures(), os.getloadavg()[0]
    for edition, entry in bench.editions.items():
        _say(f"playing {amount.games} games of {edition}")
        seats = entry.edition.players[0]
        figures.games.append(measure_games(bench, edition, seats, amount.games))
    idle = memory(ours(SERVICE))
    for streams in amount.streams:
        _say(f"opening {streams} streams")
        figures.streams.append(measure_streams(bench, streams, amount.moves, idle))
    _say("measuring scoring's worker beside plain RQ")
    work, figures.result = measure_results(bench, url, folder, amount.results)
    figures.work.append(work)
    for edition in BOT_EDITIONS:
        _say(f"letting bots play {edition}")
        figures.work += measure_bots(bench, url, folder, edition, amount.turns)
    _say("measuring the memory of processes")
    figures.memory = {USED: idle, **measure_memory(url, folder, keys)}
    figures.load = begun, os.getloadavg()[0]
    return figures


def _say(what: str) -> None:
    print(f"{what} ...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
