"""The rules service that is tried, as any third party reaches it."""

from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from typing import Final

import httpx

from clients.kit.notes import Json

TokenSource = Callable[[str], str]
"""Gives the token of a player by id; it has to allow to play and to create games."""
SECONDS: Final = 30.0
PAGE: Final = 1000


class UnexpectedError(Exception):
    """An answer with which nobody can go on."""


class Site:
    """An edition of a service, and the players who try it."""

    def __init__(self, url: str, edition: str, token_source: TokenSource) -> None:
        self.url = url.rstrip("/")
        self.edition = edition
        self._http = httpx.Client(timeout=SECONDS, trust_env=False)
        self._token = cache(token_source)
        self._base = f"{self.url}/rules/v1/editions/{edition}"

    def close(self) -> None:
        """Hang up."""
        self._http.close()

    def ask(
        self, method: str, path: str, player: str | None = None, **more: Json
    ) -> httpx.Response:
        """Send a request about the edition; a player's comes with a token."""
        headers = dict(more.pop("headers", {}))
        if player is not None:
            headers["Authorization"] = f"Bearer {self._token(player)}"
        return self._http.request(method, self._base + path, headers=headers, **more)

    def read(self, path: str, player: str | None = None, **more: Json) -> Json:
        """Read something that has to be there."""
        return good(self.ask("GET", path, player, **more))

    def contract(self) -> Json:
        """Read the contract of the service."""
        return good(self._http.get(f"{self.url}/rules/openapi.json"))

    def create(self, players: list[str], key: str | None = None, **body: Json) -> httpx.Response:
        """Ask for a game."""
        headers = {"Idempotency-Key": key} if key else {}
        body = {"seats": players, **body}
        return self.ask("POST", "/games", players[0], json=body, headers=headers)

    def begin(self, players: list[str], **body: Json) -> str:
        """Create a game; give its id."""
        return str(good(self.create(players, **body))["id"])

    def look(self, game: str, player: str | None = None) -> Json:
        """Look at a game."""
        return self.read(f"/games/{game}", player)

    def legal(self, game: str, player: str) -> Json:
        """List the legal moves of a player."""
        return self.read(f"/games/{game}/legal-moves", player)

    def move(self, game: str, player: str | None, body: Json, key: str = "") -> httpx.Response:
        """Send a move."""
        headers = {"Idempotency-Key": key} if key else {}
        return self.ask("POST", f"/games/{game}/moves", player, json=body, headers=headers)

    def events(self, game: str, player: str | None = None) -> list[Json]:
        """Read all events of a game, page by page."""
        found: list[Json] = []
        while True:
            query = {"after": len(found), "limit": PAGE}
            page = self.read(f"/games/{game}/events", player, params=query)
            found += page["items"]
            if len(page["items"]) < PAGE:
                return found

    def stream(self, game: str, player: str | None = None) -> str:
        """Read all events of a finished game as a stream."""
        headers = {"Accept": "text/event-stream"}
        answer = self.ask("GET", f"/games/{game}/events", player, headers=headers)
        if answer.status_code != HTTPStatus.OK:
            raise UnexpectedError(_told(answer))
        return answer.text


def good(answer: httpx.Response) -> Json:
    """Give the document of an answer that has to be a good one."""
    if answer.status_code >= HTTPStatus.BAD_REQUEST:
        raise UnexpectedError(_told(answer))
    return answer.json()


def _told(answer: httpx.Response) -> str:
    asked = f"{answer.request.method} {answer.request.url.path}"
    return f"{asked} is answered {answer.status_code}: {answer.text[:200]}"
