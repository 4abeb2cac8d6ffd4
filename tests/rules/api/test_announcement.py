"""What an engine says about itself."""

from pathlib import Path
from typing import Any

import orjson

from services.contracts.messages import Engine
from tests.engines import INSIDE
from tests.rules.api.client import ROME, Api
from tests.support import EDITIONS


def test_an_engine_says_what_it_serves_and_for_how_many(api: Api) -> None:
    found = {engine["edition"]: engine["players"] for engine in api.service.announcement()}
    assert found == {name: [*entry.edition.players] for name, entry in EDITIONS.items()}


def test_an_announcement_has_all_members_of_the_contract(tmp_path: Path) -> None:
    (engine,) = Api(tmp_path, editions=(ROME,)).service.announcement()
    assert {*engine} == {*Engine.__annotations__}
    assert (engine["edition"], engine["address"]) == (ROME, "http://127.0.0.1:8080/rules/v1")
    assert (engine["inside"], engine["upstream"]) == (engine["address"], None)


def test_an_engine_says_where_the_platform_and_a_gateway_reach_it(tmp_path: Path) -> None:
    settings: Any = {"inside": INSIDE, "upstream": "http://rules-gob-rome-1:8080"}
    (engine,) = Api(tmp_path, editions=(ROME,), **settings).service.announcement()
    assert {name: engine.get(name) for name in settings} == settings


def test_an_engine_says_what_the_list_of_editions_shows_of_it(api: Api) -> None:
    cards = [engine.get("card") for engine in api.service.announcement()]
    listed: Any = api.get("/rules/v1/editions").json
    assert cards == listed["items"]


def test_an_engine_says_the_same_each_time_so_it_is_listed_once(api: Api) -> None:
    assert orjson.dumps(api.service.announcement()) == orjson.dumps(api.service.announcement())
