"""Who asks, by a bearer token of the lobby."""

from time import monotonic
from typing import Final, cast

from flask import g

from services.lobby.app.lobby import Lobby
from services.lobby.app.tokens import Session, authenticate, note_use
from services.plumbing.callers import Caller
from services.plumbing.connections import StoreError
from services.plumbing.http.requests import caller

NOTED: Final = 60.0
"""Seconds in which the use of a token is written down once."""
MOST_NOTED: Final = 10_000


class Sessions:
    """Reads bearer tokens of the lobby, and remembers when each was used."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._noted: dict[str, float] = {}

    def caller(self, header: str | None) -> Caller:
        """Say who sends this `Authorization` header; nobody in particular if there is none."""
        found = authenticate(self._lobby, header)
        g.session = found
        if found.token is not None:
            self._note(found.token)
        return found.caller

    def _note(self, token: str) -> None:
        now = monotonic()
        if now - self._noted.get(token, float("-inf")) < NOTED:
            return
        if len(self._noted) >= MOST_NOTED:
            self._noted.clear()
        self._noted[token] = now
        try:
            note_use(self._lobby, token)
        except StoreError:  # nobody is refused because of this
            self._noted.pop(token)


def session() -> Session:
    """Say who asks, and by which token; whoever was counted by a token is known already."""
    if "session" not in g:
        caller()
    return cast("Session", g.session)
