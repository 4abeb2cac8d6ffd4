"""What an engine says about itself."""

from pathlib import Path

from services.contracts.messages import Engine
from tests.rules.api.client import ROME, Api
from tests.support import EDITIONS


def test_an_engine_says_what_it_serves_and_for_how_many(api: Api) -> None:
    found = {engine["edition"]: engine["players"] for engine in api.service.announcement()}
    assert found == {name: [*entry.edition.players] for name, entry in EDITIONS.items()}


def test_an_announcement_has_all_members_of_the_contract(tmp_path: Path) -> None:
    (engine,) = Api(tmp_path, editions=(ROME,)).service.announcement()
    assert {*engine} == {*Engine.__annotations__}
    assert (engine["edition"], engine["address"]) == (ROME, "http://127.0.0.1:8080/rules/v1")
