"""Asks the rules over their own contract, with the lobby's own credentials."""

from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any, Final

import httpx
import orjson
import structlog

from services.lobby.app.errors import EngineUnavailableError
from services.lobby.app.lobby import Created, Signer, Wanted
from services.lobby.core.table import Game
from services.plumbing.engines import Engines, inside
from services.plumbing.http.client import make_client

NAME: Final = "lobby"
"""As whom the lobby creates games."""
SCOPE: Final = "create"
GOOD_FOR: Final = timedelta(minutes=2)


class HttpRules:
    """The rules service, by HTTP."""

    def __init__(self, engines: Engines, signer: Signer, seconds: float) -> None:
        self._engines = engines
        self._signer = signer
        self._http = make_client(seconds)

    def create(self, wanted: Wanted, key: str) -> Created:
        """Create a game, once for a key; an `EngineUnavailableError` if nobody serves it."""
        engine = self._engines.newest().get(wanted.edition)
        if engine is None:
            raise EngineUnavailableError(f"nobody serves {wanted.edition} now; the table waits")
        url = f"{inside(engine)}/editions/{wanted.edition}/games"
        try:
            answer = self._http.post(url, content=_body(wanted), headers=self._headers(key))
        except httpx.HTTPError as error:
            detail = f"the rules of {wanted.edition} do not answer: {type(error).__name__}"
            raise EngineUnavailableError(detail) from error
        if answer.status_code != HTTPStatus.CREATED:
            detail = f"the rules of {wanted.edition} answer {answer.status_code}: {_told(answer)}"
            raise EngineUnavailableError(detail)
        return _created(answer.json(), wanted.edition, engine["address"])

    def _headers(self, key: str) -> dict[str, str]:
        token = self._signer.sign(NAME, SCOPE, NAME, datetime.now(UTC) + GOOD_FOR)
        request = str(structlog.contextvars.get_contextvars().get("request_id", ""))
        return {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Idempotency-Key": key,
            **({"X-Request-Id": request} if request else {}),
        }


def _created(document: dict[str, Any], edition: str, address: str) -> Created:
    """Read what was created; players are told where it is for them."""
    id_, players = str(document["id"]), document["players"]
    first = tuple(str(players[seat]) for seat in document["to_play"])
    game = Game(id_, edition, f"{address}/editions/{edition}/games/{id_}")
    return Created(game, first, document["deadline"])


def _body(wanted: Wanted) -> bytes:
    body: dict[str, Any] = {
        "seats": list(wanted.players),
        "public": wanted.public,
        "tell_turns": wanted.tell_turns,
    }
    if wanted.stand_ins:
        body["stand_ins"] = list(wanted.stand_ins)
    if wanted.clock:
        body["clock"] = {
            "seconds_per_turn": wanted.clock.seconds_per_turn,
            "on_expiry": wanted.clock.on_expiry,
        }
    return orjson.dumps(body)


def _told(answer: httpx.Response) -> str:
    try:
        return str(answer.json()["detail"])
    except (ValueError, KeyError, TypeError):
        return "no reason given"
