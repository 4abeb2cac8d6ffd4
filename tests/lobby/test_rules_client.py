"""The lobby asks the rules: where the platform reaches them, and players are told where they do."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import orjson
import pytest

from services.lobby.app.errors import EngineUnavailableError
from services.lobby.app.lobby import Wanted
from services.lobby.keys import Keys, ensure_keys
from services.lobby.rules_client import HttpRules
from services.plumbing.connections import Client
from services.plumbing.engines import Engines
from tests.engines import PUBLIC, ROME, announce_in, engine, from_before
from tests.lobby.receiver import Receiver, answering, receiving
from tests.servers import client, server

__all__ = ["client", "server"]

GAME: Final = "g" * 22
WANTED: Final = Wanted(ROME, ("ana", "ben"), public=True, clock=None, tell_turns=False)
MADE: Final = {"id": GAME, "players": ["ana", "ben"], "to_play": [0, 1], "deadline": None}


@pytest.fixture
def inner() -> Iterator[Receiver]:
    """Run what stands for the rules."""
    with receiving(answering(b"201 Created", orjson.dumps(MADE))) as running:
        yield running


@pytest.fixture
def rules(client: Client, tmp_path: Path) -> Iterator[HttpRules]:
    """Give what asks the rules; engines are found on a server of our own."""
    ensure_keys(tmp_path)
    made = HttpRules(Engines(client), Keys(tmp_path), 5)
    yield made
    made._http.close()


def test_games_are_created_inside_and_players_are_told_the_public_address(
    client: Client, rules: HttpRules, inner: Receiver
) -> None:
    announce_in(client, engine(inside=f"{inner.url}/rules/v1"))
    made = rules.create(WANTED, "table-1")
    (asked,) = inner.requests
    assert asked.line.startswith("POST /rules/v1/editions/gob-rome/games ")
    assert made.game.address == f"{PUBLIC}/editions/gob-rome/games/{GAME}"
    assert made.to_play == ("ana", "ben")


def test_the_newest_engine_is_asked_whoever_else_is_up(
    client: Client, rules: HttpRules, inner: Receiver
) -> None:
    """Version 10 is newer than 9, and of two engines of the same edition the later one counts."""
    nowhere: Any = {"inside": "http://127.0.0.1:1/rules/v1", "address": "http://old.example"}
    announce_in(
        client,
        engine(10, engine_version=2, inside=inner.url),
        engine(10, engine_version=1, process="older engine", **nowhere),
        engine(9, engine_version=7, process="older edition", **nowhere),
    )
    assert rules.create(WANTED, "table-1").game.address.startswith(PUBLIC)
    assert len(inner.requests) == 1


def test_an_engine_of_earlier_days_is_asked_where_it_tells_players_to_go(
    client: Client, rules: HttpRules, inner: Receiver
) -> None:
    announce_in(client, from_before(address=inner.url))
    assert rules.create(WANTED, "table-1").game.address.startswith(f"{inner.url}/editions/")
    assert len(inner.requests) == 1


def test_without_an_engine_the_table_waits(client: Client, rules: HttpRules) -> None:
    announce_in(client, engine(edition="gob-paris"))
    with pytest.raises(EngineUnavailableError, match="nobody serves gob-rome now"):
        rules.create(WANTED, "table-1")
