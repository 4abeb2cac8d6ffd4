"""A season in a city: one tournament after the other, until it is told to be the last one."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Event, Thread
from time import monotonic
from typing import Any, Final, NamedTuple

from deploy.rehearsal.guests import Guest, LeftError, play_table
from deploy.rehearsal.journal import Journal

LOOK: Final = 0.3
LONGEST: Final = 420.0
"""Seconds for a tournament and what is done to it meanwhile."""


class Field(NamedTuple):
    """Who plays where: the sizes of a tournament."""

    city: str
    guests: int
    table: int
    rounds: int


class Season:
    """The tournaments of a city, each played by the same guests."""

    def __init__(self, url: str, field: Field, journal: Journal) -> None:
        self._field = field
        names = (f"{field.city} {number + 1}" for number in range(field.guests))
        self._guests = [Guest(url, name, field.city, journal) for name in names]
        self._by_id = {guest.id: guest for guest in self._guests}
        self._over = Event()
        self._thread = Thread(target=self._run, name=field.city, daemon=True)
        self.host = self._guests[0]
        self.exports: list[dict[str, Any]] = []
        self.failure: BaseException | None = None
        self.tournament = ""

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def finish(self) -> None:
        """Let the tournament at hand be the last; raise what went wrong for the guests."""
        self._over.set()
        self._thread.join(LONGEST)
        for guest in self._guests:
            guest.close()
        if self._thread.is_alive():
            raise LeftError(f"the tournament of {self._field.city} does not end")
        if self.failure:
            raise self.failure

    def tables(self) -> list[dict[str, Any]]:
        """Give the tables of the present round."""
        if not self.tournament:
            return []
        number = self.host.lobby("GET", f"/tournaments/{self.tournament}")["round"]
        path = f"/tournaments/{self.tournament}/rounds/{number}"
        return list(self.host.lobby("GET", path)["tables"]) if number else []

    def _run(self) -> None:
        try:
            while True:
                self.exports.append(self._play_tournament())
                if self._over.is_set():
                    return
        except BaseException as error:  # noqa: BLE001 - it is raised where the season ends
            self.failure = error

    def _play_tournament(self) -> dict[str, Any]:
        """Play a tournament to its end; give everything about it."""
        field, until = self._field, monotonic() + LONGEST
        sizes = {"game": field.city, "size": field.table, "rounds": field.rounds}
        made = self.host.lobby("POST", "/tournaments", name="Season", format="swiss", **sizes)
        path, self.tournament = f"/tournaments/{made['id']}", made["id"]
        for guest in self._guests:
            guest.lobby("POST", f"{path}/entries")
        self.host.lobby("POST", f"{path}/start")
        with ThreadPoolExecutor(field.guests // field.table) as pool:
            while self.host.lobby("GET", path)["stage"] == "running":
                if monotonic() > until:
                    raise LeftError(f"the tournament of {field.city} takes too long")
                playing = [each for each in self.tables() if each["status"] == "playing"]
                list(pool.map(self._play_table, playing))
                Event().wait(LOOK)
        found: dict[str, Any] = self.host.lobby("GET", f"{path}/export")
        return found

    def _play_table(self, table: dict[str, Any]) -> None:
        play_table(table, self._by_id, Random(table["game"]))  # noqa: S311


def complaints(export: dict[str, Any], rounds: int) -> list[str]:
    """Say what is missing in a tournament that is over."""
    tables = [table for each in export["rounds"] for table in each["tables"]]
    found = [
        f"{each['game']} is {each['status']}" for each in tables if each["status"] != "finished"
    ]
    if len(export["rounds"]) != rounds:
        found.append(f"{len(export['rounds'])} rounds were played, not {rounds}")
    if export["standings"]["round"] != rounds:
        found.append("the standings are not those of the last round")
    return found
