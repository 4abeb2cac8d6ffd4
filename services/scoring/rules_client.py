"""Asks the rules over their own contract, as whoever asks us: they decide what may be seen.

Engines announce themselves in Redis, so an edition that is deployed alone is found where it is.
"""

import re
from collections.abc import Iterator
from http import HTTPStatus
from time import monotonic
from typing import Any, Final

import httpx
import orjson
import structlog

from services.contracts.ids import GAME
from services.plumbing.engines import Engines, inside
from services.plumbing.errors import InvalidTokenError, NotSeatedError, TokenNeededError
from services.plumbing.http.client import make_client
from services.scoring.app.errors import RulesUnavailableError, UnknownGameError
from services.scoring.app.read_score import Running
from services.scoring.core.rating import RESIGNED

SEAT: Final = ("seat", "standing", "sheet")
REQUEST_ID: Final = "X-Request-Id"


class HttpRules:
    """The rules service, by HTTP."""

    def __init__(self, engines: Engines, seconds: float) -> None:
        self._engines = engines
        self._seconds = seconds
        self._http = make_client()

    def game(self, game: str, edition: str | None, authorization: str | None) -> Running:
        """Look at a game; without an edition wherever it is found."""
        if not re.fullmatch(GAME, game):  # it becomes a part of an address
            raise UnknownGameError(f"there is no game {game!r}")
        until, unanswered = monotonic() + self._seconds, None
        for name, address in self._places(edition):
            try:
                url = f"{address}/editions/{name}/games/{game}"
                answer = self._ask(url, authorization, until - monotonic())
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                unanswered = f"the rules of {name} do not answer: {type(error).__name__}"
                continue
            if not _is_unknown(answer):
                return _running(name, answer)
        if unanswered:
            raise RulesUnavailableError(unanswered)
        raise UnknownGameError(f"there is no game {game!r}")

    def _places(self, edition: str | None) -> Iterator[tuple[str, str]]:
        engines = self._engines.newest()
        addresses = {name: inside(engine) for name, engine in engines.items()}
        if not addresses or (edition is not None and edition not in addresses):
            what = f"the rules of {edition}" if edition else "rules"
            raise RulesUnavailableError(f"nobody serves {what} now")
        return ((name, addresses[name]) for name in ([edition] if edition else sorted(addresses)))

    def _ask(self, url: str, authorization: str | None, seconds: float) -> httpx.Response:
        if seconds <= 0:
            raise httpx.TimeoutException("others have taken too long")
        headers = {"Authorization": authorization} if authorization else {}
        if request_id := structlog.contextvars.get_contextvars().get("request_id"):
            headers[REQUEST_ID] = request_id
        return self._http.get(url, headers=headers, timeout=seconds)


def _is_unknown(answer: httpx.Response) -> bool:
    """Tell whether there is no such game, which is not the only thing that may not be found."""
    missing = answer.status_code == HTTPStatus.NOT_FOUND
    return missing and _json(answer).get("code") == UnknownGameError.code


def _running(edition: str, answer: httpx.Response) -> Running:
    """Read what the rules answered: a game, or why it is not shown."""
    document: dict[str, Any] = _json(answer)
    detail = str(document.get("detail", "the rules refuse it"))
    if answer.status_code == HTTPStatus.UNAUTHORIZED:
        known = document.get("code") == TokenNeededError.code
        raise TokenNeededError(detail) if known else InvalidTokenError(detail)
    if answer.status_code == HTTPStatus.FORBIDDEN:
        raise NotSeatedError(detail)
    if answer.status_code != HTTPStatus.OK:
        raise RulesUnavailableError(f"the rules of {edition} answer {answer.status_code}")
    try:
        return Running(edition, tuple(document["players"]), _seats(document))
    except (KeyError, TypeError) as error:
        raise RulesUnavailableError(f"the rules of {edition} do not show a game") from error


def _seats(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Read how the seats stand; whoever has left one to another has given the game up."""
    seats = [{name: seat[name] for name in SEAT} for seat in document["table"]["seats"]]
    left = {each["seat"] for each in document.get("standing_in", ())}
    return [{**each, "standing": RESIGNED} if each["seat"] in left else each for each in seats]


def _json(answer: httpx.Response) -> dict[str, Any]:
    try:
        document = orjson.loads(answer.content)
    except orjson.JSONDecodeError:
        return {}
    return document if isinstance(document, dict) else {}
