"""A large tournament that runs by itself while its workers are killed: `make soak`.

128 guests at tables of four play six rounds over the public API; lobby, rules and scoring workers
are killed with signal 9 every few seconds. In the end there have to be as many games and results
as there were tables: none lost, none twice.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any, Final

import orjson

from services.plumbing.connections import connect
from services.scoring.store.redis import RedisResults
from tests.e2e.guests import Guest, play_table
from tests.service import WORKERS, Running, running_service

KILLED: Final = ("lobby", "rules", "scoring")
THREADS: Final = 8
EVERY: Final = 4.0
"""Seconds between two kills."""
PAUSE: Final = 0.2


class Soak:
    """A tournament, those who play it, and those who disturb it."""

    def __init__(
        self, service: Running, guests: Sequence[Guest], given: argparse.Namespace
    ) -> None:
        self._service = service
        self._guests = {guest.id: guest for guest in guests}
        self._host = guests[0]
        self._given = given
        self._over = Event()
        self.killed: Counter[str] = Counter()
        body = {"game": given.game, "size": given.size, "rounds": given.rounds}
        made = self._host.lobby("POST", "/tournaments", name="Soak", format="swiss", **body)
        self._path = f"/tournaments/{made['id']}"

    def run(self) -> dict[str, Any]:
        """Let it run to its end; give everything about it."""
        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(self._enter, self._guests.values()))
            self._host.lobby("POST", f"{self._path}/start")
            killer = Thread(target=self._kill, daemon=True)
            killer.start()
            try:
                self._play(pool)
            finally:
                self._over.set()
                killer.join()
        found: dict[str, Any] = self._host.lobby("GET", f"{self._path}/export")
        return found

    def _enter(self, guest: Guest) -> None:
        guest.lobby("POST", f"{self._path}/entries")

    def _play(self, pool: ThreadPoolExecutor) -> None:
        told, begun = 0, monotonic()
        while True:
            about = self._host.lobby("GET", self._path)
            if about["stage"] != "running":
                return
            if monotonic() - begun > self._given.seconds:
                raise TimeoutError(f"not over after {self._given.seconds} seconds")
            tables = self._tables(about["round"])
            over = sum(each["status"] == "finished" for each in tables)
            if (state := about["round"] * 1000 + over) != told:
                told = state
                took = monotonic() - begun
                print(f"{took:6.1f} s  round {about['round']}: {over} of {len(tables)}", flush=True)
            playing = [each for each in tables if each["status"] == "playing"]
            list(pool.map(self._play_table, playing))
            if not playing:
                sleep(PAUSE)

    def _tables(self, number: int) -> list[dict[str, Any]]:
        """Give the tables of a round; none before the first is drawn."""
        path = f"{self._path}/rounds/{number}"
        return list(self._host.lobby("GET", path)["tables"]) if number else []

    def _play_table(self, table: dict[str, Any]) -> None:
        play_table(table, self._guests, Random(table["game"]))  # noqa: S311

    def _kill(self) -> None:
        chance = Random(1)  # noqa: S311
        while self._given.kill and not self._over.wait(EVERY):
            name = chance.choice(KILLED)
            self._service.kill(name)
            self._service.start(name, WORKERS[name])
            self.killed[name] += 1


def main(arguments: list[str] | None = None) -> int:
    """Run it; give 1 if anything was lost or doubled."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--players", type=int, default=128)
    parser.add_argument("--size", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--game", default="gob-paris")
    parser.add_argument("--seconds", type=int, default=1800, help="after which it has failed")
    parser.add_argument("--no-kill", dest="kill", action="store_false", help="disturb nobody")
    given = parser.parse_args(arguments)
    begun = monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        service = stack.enter_context(running_service(folder))
        guests = [Guest(service, f"Guest {number}") for number in range(given.players)]
        for guest in guests:
            stack.callback(guest.close)
        soak = Soak(service, guests, given)
        export = soak.run()
        sleep(2)
        complaints = judge(export, RedisResults(connect(service.store.url)))
    print(f"{monotonic() - begun:.0f} s, killed: {dict(soak.killed)}")
    for complaint in complaints:
        print(f"FOUND {complaint}")
    return 1 if complaints else 0


def judge(export: dict[str, Any], results: RedisResults) -> list[str]:
    """Say what was lost, doubled or repeated."""
    tables = [table for each in export["rounds"] for table in each["tables"]]
    games = [table["game"] for table in tables]
    editions = {table["edition"] for table in tables}
    found = [each for name in editions for each in results.results(name, 0, 1_000_000)]
    stored = Counter(orjson.loads(each)["message"]["game"] for each in found)
    repeats = sum(each["repeats"] for each in export["rounds"])
    print(f"{len(tables)} tables, {sum(stored.values())} results, {repeats} pairs met again")
    complaints = [f"no result of {game}" for game in games if game not in stored]
    complaints += [f"{count} results of {game}" for game, count in stored.items() if count > 1]
    complaints += [f"a game too many: {game}" for game in stored if game not in games]
    complaints += [f"{t['game']} is {t['status']}" for t in tables if t["status"] != "finished"]
    if export["standings"]["round"] != len(export["rounds"]):
        complaints.append("the standings are not those of the last round")
    return complaints


if __name__ == "__main__":
    sys.exit(main())
