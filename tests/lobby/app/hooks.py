"""What webhooks are tried on: a lobby, and a receiver that answers as a test wants."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from services.lobby.app.deliver import Answer, deliver, due_deliveries
from services.lobby.app.drafts import Draft
from services.lobby.app.errors import ForbiddenAddressError
from services.lobby.app.lobby import Lobby
from services.lobby.app.notify import notify
from services.lobby.app.webhooks import create_webhook, list_deliveries, list_webhooks
from services.lobby.core.people import PLAY
from services.lobby.core.webhooks import TYPES, YOUR_TURN
from services.lobby.keys import Keys, ensure_keys
from services.lobby.store.ports import Records
from services.plumbing.callers import Caller, Request
from tests.lobby.app.people import Time, town

ANA: Final = Caller("p.ana", frozenset({PLAY}))
BEN: Final = Caller("p.ben", frozenset({PLAY}))
ONCE: Final = Request("request")
URL: Final = "https://hooks.example/ana"
INSIDE: Final = "https://inside.example/"
"""An address that is forbidden."""
ROUNDS: Final = 3
"""More than it takes until nothing is due."""


class Sent(NamedTuple):
    """What a receiver has got."""

    url: str
    headers: Mapping[str, str]
    body: bytes


class Receiver:
    """Whoever is told things: notes them, and answers as a test wants."""

    def __init__(self) -> None:
        self.got: list[Sent] = []
        self.status: int | None = 204
        self.meanwhile: Callable[[], object] = lambda: None
        """What happens while something is being sent."""

    def check(self, url: str) -> None:
        """Refuse the one address that is forbidden."""
        if url == INSIDE:
            raise ForbiddenAddressError("inside")

    def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Note something, and answer."""
        self.got.append(Sent(url, headers, body))
        self.meanwhile()
        return Answer(self.status, None if self.status else "ReadTimeout: timed out", 7)

    @property
    def ids(self) -> list[str]:
        """What was sent, in order."""
        return [each.headers["webhook-id"] for each in self.got]


class Bench(NamedTuple):
    """What a test works with."""

    lobby: Lobby
    time: Time
    receiver: Receiver

    def webhook(self, who: Caller = ANA, request: Request = ONCE, **wanted: Any) -> dict[str, Any]:
        """Make a webhook."""
        body = {"url": URL, "types": [*TYPES], "description": "", **wanted}
        return create_webhook(self.lobby, self.receiver, who, body, request)

    def tell(self, key: str, player: str = "p.ana", type_: str = YOUR_TURN) -> None:
        """Tell a player something."""

        def act(draft: Draft) -> None:
            notify(draft, self.lobby, player, type_, {"game": key}, key)

        self.lobby.change(ONCE, act)

    def deliver(self, id_: str) -> datetime | None:
        """Try to deliver something once."""
        return deliver(self.lobby, self.receiver, id_)

    def work(self) -> None:
        """Do what is due, and what becomes due by it."""
        for _ in range(ROUNDS):
            for id_ in due_deliveries(self.lobby, self.lobby.milliseconds()):
                self.deliver(id_)
        assert due_deliveries(self.lobby, self.lobby.milliseconds()) == []

    def webhooks(self, who: Caller = ANA) -> list[Any]:
        """List the webhooks of a player."""
        items: Any = list_webhooks(self.lobby, who)["items"]
        return [*items]

    def deliveries(self, webhook: str, who: Caller = ANA) -> list[Any]:
        """List the deliveries of a webhook."""
        items: Any = list_deliveries(self.lobby, who, webhook, None, 2000)["items"]
        return [*items]

    def statuses(self, webhook: str) -> list[str]:
        """Say what became of the deliveries of a webhook, the latest first."""
        return [each["status"] for each in self.deliveries(webhook)]


@pytest.fixture
def hooks(records: Records, tmp_path: Path) -> Bench:
    """Set up what a test works with."""
    ensure_keys(tmp_path / "keys")
    here = town(records)
    return Bench(replace(here.lobby, signer=Keys(tmp_path / "keys")), here.time, Receiver())
