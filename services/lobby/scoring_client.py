"""Asks scoring how strong players are; whoever cannot be asked about counts as a newcomer."""

from http import HTTPStatus
from typing import Final

import httpx
import structlog

from services.plumbing.http.client import make_client

NEWCOMER: Final = 25.0
POOL: Final = "all"


class HttpRatings:
    """The scoring service, by HTTP."""

    def __init__(self, address: str, seconds: float) -> None:
        self._address = address
        self._http = make_client(seconds)

    def rating(self, player: str, edition: str) -> float:
        """Give a player's strength in an edition; that of a newcomer if nobody knows better."""
        try:
            answer = self._http.get(f"{self._address}/players/{player}/ratings")
            if answer.status_code != HTTPStatus.OK:
                return NEWCOMER
            found = [
                float(each["mu"])
                for each in answer.json()["ratings"]
                if (each["edition"], each["pool"]) == (edition, POOL)
            ]
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, TypeError) as error:
            structlog.get_logger().warning("rating_not_known", error=type(error).__name__)
            return NEWCOMER
        return found[0] if found else NEWCOMER
