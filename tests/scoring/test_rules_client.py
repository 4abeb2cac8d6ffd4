"""Scoring asks the rules where the platform reaches them, at the newest version of an edition."""

from collections.abc import Iterator
from typing import Final

import orjson
import pytest

from services.plumbing.connections import Client
from services.plumbing.engines import Engines
from services.scoring.app.errors import RulesUnavailableError
from services.scoring.rules_client import HttpRules
from tests.engines import ROME, announce_in, engine, from_before
from tests.lobby.receiver import Answering, answering, receiving
from tests.servers import client, server

__all__ = ["client", "server"]

GAME: Final = "g" * 22
NOWHERE: Final = "http://127.0.0.1:1/rules/v1"
SEATS: Final = [{"seat": 0, "standing": "playing", "sheet": {}}]


@pytest.fixture
def rules(client: Client) -> Iterator[HttpRules]:
    """Give what asks the rules; engines are found on a server of our own."""
    made = HttpRules(Engines(client), 5)
    yield made
    made._http.close()


def showing() -> Answering:
    """Show a game as the rules do."""
    view = {"players": ["ana"], "table": {"seats": SEATS}}
    return answering(b"200 OK", orjson.dumps(view))


def test_the_newest_engine_is_asked_at_its_inside_address(client: Client, rules: HttpRules) -> None:
    with receiving(showing()) as inner:
        announce_in(
            client,
            engine(2, inside=f"{inner.url}/rules/v1"),
            engine(1, inside=NOWHERE, address=NOWHERE),
        )
        found = rules.game(GAME, ROME, None)
    assert found.players == ("ana",)
    (asked,) = inner.requests
    assert asked.line.startswith(f"GET /rules/v1/editions/{ROME}/games/{GAME} ")


def test_an_engine_of_earlier_days_is_asked_at_its_address(
    client: Client, rules: HttpRules
) -> None:
    with receiving(showing()) as outer:
        announce_in(client, from_before(address=outer.url))
        assert rules.game(GAME, None, None).edition == ROME


def test_an_inside_address_where_nobody_answers_means_no_rules(
    client: Client, rules: HttpRules
) -> None:
    with receiving(showing()) as outer:
        announce_in(client, engine(inside=NOWHERE, address=outer.url))
        with pytest.raises(RulesUnavailableError, match="do not answer"):
            rules.game(GAME, ROME, None)
        assert outer.requests == []
