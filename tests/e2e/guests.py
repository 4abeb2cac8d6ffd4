"""Guests of the lobby: people who register, and play whatever game they are seated in."""

from collections.abc import Mapping
from random import Random
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any, Final, Self

import httpx

from tests.service import Running

WAIT: Final = 90.0
PAUSE: Final = 0.05
RENEW: Final = 300.0
"""Seconds after which a guest asks for a new token for games."""


class Guest:
    """Somebody who has registered; everything is asked over HTTP, again if there is no answer."""

    def __init__(self, service: Running, name: str) -> None:
        self._http = httpx.Client(base_url=service.url, timeout=WAIT)
        answer = self.ask("POST", "/lobby/v1/players", json={"name": name})
        self.id, self._bearer = answer["player"]["id"], answer["token"]["bearer"]
        self._game: tuple[float, str] = (float("-inf"), "")

    def lobby(self, method: str, path: str, **body: Any) -> Any:
        """Ask the lobby."""
        headers = {"Authorization": f"Bearer {self._bearer}"}
        sent = {"json": body} if body or method == "POST" else {}
        return self.ask(method, f"/lobby/v1{path}", headers=headers, **sent)

    def rules(self, method: str, address: str, **more: Any) -> httpx.Response:
        """Ask the rules, at the address of a game."""
        if monotonic() - self._game[0] > RENEW:
            self._game = monotonic(), self.lobby("POST", "/game-tokens")["token"]
        headers = {"Authorization": f"Bearer {self._game[1]}"}
        return self._insist(method, address, headers=headers, **more)

    def move(self, address: str, chance: Random) -> list[int]:
        """Make a move if it is the guest's turn; give the seats to play next."""
        legal = self.rules("GET", f"{address}/legal-moves")
        if legal.status_code == 200 and legal.json()["moves"]:
            option = chance.choice(legal.json()["moves"])
            body = {"expected_version": legal.json()["version"], "move": option["move"]}
            answer = self.rules("POST", f"{address}/moves", json=body)
            assert answer.status_code in {201, 409}, answer.text
            if answer.status_code == 201:
                return list(answer.json()["to_play"])
        return self.to_play(address)

    def to_play(self, address: str) -> list[int]:
        """Look whose turn it is in a game."""
        return list(self.rules("GET", address).json()["to_play"])

    def ask(self, method: str, path: str, **more: Any) -> Any:
        """Send a request that has to go well."""
        answer = self._insist(method, path, **more)
        assert answer.status_code < 300, f"{method} {path}: {answer.text}"
        return answer.json() if answer.content else None

    def close(self) -> None:
        """Go."""
        self._http.close()

    def _insist(self, method: str, path: str, **more: Any) -> httpx.Response:
        until = monotonic() + WAIT
        while True:
            try:
                answer = self._http.request(method, path, **more)
                if answer.status_code != 503:
                    return answer
            except httpx.TransportError:
                pass
            assert monotonic() < until, f"{method} {path} was not answered"
            sleep(PAUSE)


class Party:
    """Guests who play every table of a tournament they sit at, until it is over."""

    def __init__(self, guests: list[Guest], tournament: str, seed: int) -> None:
        self._guests = {guest.id: guest for guest in guests}
        self._tournament = tournament
        self._chance = Random(seed)  # noqa: S311
        self._over = Event()
        self._failure: BaseException | None = None
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        """Let them play."""
        self._thread.start()
        return self

    def __exit__(self, *reason: object) -> None:
        """Let them stop; what went wrong for them goes wrong here."""
        self._over.set()
        self._thread.join(WAIT)
        if self._failure is not None:
            raise self._failure

    @property
    def broken(self) -> bool:
        """Whether something went wrong for them."""
        return self._failure is not None

    def _run(self) -> None:
        try:
            while not self._over.is_set() and self._play():
                sleep(PAUSE)
        except BaseException as error:  # noqa: BLE001 - it is raised where the party ends
            self._failure = error

    def _play(self) -> bool:
        """Let everybody at a table make their moves; tell whether the tournament goes on."""
        someone = next(iter(self._guests.values()))
        about = someone.lobby("GET", f"/tournaments/{self._tournament}")
        number = about["round"]
        path = f"/tournaments/{self._tournament}/rounds/{number}"
        tables = someone.lobby("GET", path)["tables"] if number else []
        for table in tables:
            if table["status"] == "playing":
                play_table(table, self._guests, self._chance)
        return bool(about["stage"] in {"open", "running"})


def play_table(table: Any, guests: Mapping[str, Guest], chance: Random) -> None:
    """Let guests play a game to its end; for those who have not come its clock is waited for."""
    address, at = table["address"], [guests.get(seat["player"]) for seat in table["seats"]]
    someone = next(iter(guests.values()))
    to_play, until = someone.to_play(address), monotonic() + WAIT
    while to_play:
        here = next((guest for seat in to_play if (guest := at[seat])), None)
        if here is not None:
            to_play = here.move(address, chance)
            continue
        assert monotonic() < until, f"nobody ends the turn at {address}"
        sleep(PAUSE)
        to_play = someone.to_play(address)
