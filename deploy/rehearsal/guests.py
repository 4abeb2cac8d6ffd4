"""Guests who play through the gateway like anybody, and write down what they meet."""

from collections.abc import Mapping, Sequence
from random import Random
from threading import Event
from time import monotonic
from typing import Any, Final

import httpx

from deploy.rehearsal.journal import AWAY, Journal

TIMEOUT: Final = 30.0
AGAIN: Final = 0.2
"""Seconds before a request is sent again that the platform could not answer."""
PATIENCE: Final = 180.0
PACE: Final = 0.15
"""Seconds that a guest thinks about a move."""
RENEW: Final = 300.0


class LeftError(Exception):
    """The platform did not come back in time, or gave an answer that makes no sense."""


class Guest:
    """Somebody who has registered."""

    def __init__(self, url: str, name: str, city: str, journal: Journal) -> None:
        self._http = httpx.Client(base_url=url, timeout=TIMEOUT, trust_env=False)
        self._city = city
        self._journal = journal
        answer = self._send("lobby", "POST", "/lobby/v1/players", json={"name": name}).json()
        self.id, self._bearer = str(answer["player"]["id"]), answer["token"]["bearer"]
        self._game = (float("-inf"), "")

    def lobby(self, method: str, path: str, **body: Any) -> Any:  # noqa: ANN401 (JSON)
        """Ask the lobby."""
        headers = {"Authorization": f"Bearer {self._bearer}"}
        sent = {"json": body} if method == "POST" else {}
        answer = self._send("lobby", method, f"/lobby/v1{path}", headers=headers, **sent)
        if answer.status_code >= 300:
            raise LeftError(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer.json() if answer.content else None

    def rules(self, method: str, address: str, **more: Any) -> httpx.Response:  # noqa: ANN401
        """Ask the rules, at the address of a game."""
        if monotonic() - self._game[0] > RENEW:
            self._game = monotonic(), self.lobby("POST", "/game-tokens")["token"]
        headers = {"Authorization": f"Bearer {self._game[1]}"}
        return self._send(self._city, method, address, headers=headers, **more)

    def move(self, address: str, chance: Random) -> list[int]:
        """Make a move if it is the guest's turn; give the seats to play next."""
        legal = self.rules("GET", f"{address}/legal-moves")
        if legal.status_code == 200 and legal.json()["moves"]:
            option = chance.choice(legal.json()["moves"])
            body = {"expected_version": legal.json()["version"], "move": option["move"]}
            answer = self.rules("POST", f"{address}/moves", json=body)
            if answer.status_code == 201:
                return list(answer.json()["to_play"])
            if answer.status_code != 409:  # somebody's first answer may have got lost
                raise LeftError(f"{address}: {answer.status_code} {answer.text}")
        return self.to_play(address)

    def to_play(self, address: str) -> list[int]:
        """Look whose turn it is in a game."""
        answer = self.rules("GET", address)
        if answer.status_code != 200:
            raise LeftError(f"{address}: {answer.status_code} {answer.text}")
        return list(answer.json()["to_play"])

    def close(self) -> None:
        """Go."""
        self._http.close()

    def _send(self, city: str, method: str, url: str, **more: Any) -> httpx.Response:  # noqa: ANN401
        """Send a request until the platform answers it; every attempt is written down."""
        until = monotonic() + PATIENCE
        while monotonic() < until:
            begun = monotonic()
            try:
                answer = self._http.request(method, url, **more)
            except httpx.TransportError as error:
                self._journal.note(city, 0, type(error).__name__, begun)
            else:
                self._journal.note(city, answer.status_code, _code(answer), begun)
                if answer.status_code != AWAY:
                    return answer
            Event().wait(AGAIN)
        raise LeftError(f"{method} {url} was not answered for {PATIENCE:g} s")


def play_table(
    table: Mapping[str, Any], guests: Mapping[str, Guest], chance: Random, pace: float = PACE
) -> None:
    """Let guests play a game to its end."""
    at: Sequence[Guest] = [guests[seat["player"]] for seat in table["seats"]]
    to_play = at[0].to_play(table["address"])
    while to_play:
        Event().wait(pace)
        to_play = at[to_play[0]].move(table["address"], chance)


def _code(answer: httpx.Response) -> str:
    """Give the code of a problem document; what is none says so."""
    if answer.status_code < 400:
        return ""
    try:
        return str(answer.json()["code"])
    except (ValueError, KeyError, TypeError):
        return "no problem document"
