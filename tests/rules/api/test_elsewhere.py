"""A game of another version: a gateway is told which engine plays it, and nobody else is."""

from pathlib import Path
from typing import Any, Final

import pytest
from werkzeug.test import TestResponse

from services.rules.store.memory import MemoryGames
from tests.engines import announce, engine, from_before
from tests.rules.api.client import ROME, STREAM, Api

HERE: Final = "http://rules-gob-rome-1:8080"
THERE: Final = "http://rules-gob-rome-2:8080"
BODY: Final = {"expected_version": 0, "move": {"type": "choose_departure", "ticket": 4}}
TOLD: Final = ("X-Accel-Redirect", "X-Interchange-Upstream")


@pytest.fixture
def api(tmp_path: Path) -> Api:
    """Give the API of an engine of version 1 behind a gateway."""
    return Api(tmp_path / "keys", editions=(ROME,), upstream=HERE)


def of_version(api: Api, version: int, game: str | None = None) -> str:
    """Let a game be one of another version; give its path."""
    game = game or api.create()
    assert isinstance(api.games, MemoryGames)
    for place, found in api.games._games.items():
        if game.endswith(place.game):
            settled = found.settled._replace(edition_version=version)
            api.games._games[place] = found._replace(settled=settled)
    return game


def told(answer: TestResponse) -> tuple[str | None, ...]:
    """Give what a gateway is told; the answer is a refusal for everybody else."""
    body: Any = answer.json
    assert (answer.status_code, body["code"]) == (404, "version_not_served")
    return tuple(answer.headers.get(name) for name in TOLD)


def test_a_gateway_is_told_where_the_version_of_a_game_is_served(api: Api) -> None:
    game = of_version(api, 2)
    announce(api.service.engines, engine(2, upstream=THERE), engine(3), engine(1, upstream=HERE))
    for answer in (
        api.get(game),
        api.get(f"{game}/board.svg"),
        api.get(f"{game}/record"),
        api.get(f"{game}/events"),
        api.get(f"{game}/events", headers=STREAM),
        api.get(f"{game}/legal-moves", "ana"),
        api.post(f"{game}/resignation", "ana"),
        api.post(f"{game}/moves", "ana", json=BODY),
    ):
        assert told(answer) == ("@upstream", THERE)


def test_a_creation_that_is_repeated_finds_its_game_at_the_version_that_made_it(api: Api) -> None:
    body, headers = {"seats": ["ana", "ben"]}, {"Idempotency-Key": "once"}
    path = f"/rules/v1/editions/{ROME}/games"
    game = api.post(path, "host", json=body, headers=headers).headers["Location"]
    of_version(api, 2, game)
    announce(api.service.engines, engine(2, upstream=THERE))
    assert told(api.post(path, "host", json=body, headers=headers)) == ("@upstream", THERE)


def test_a_move_that_only_its_own_version_knows_is_not_refused_here(api: Api) -> None:
    game, other = of_version(api, 2), api.create()
    announce(api.service.engines, engine(2, upstream=THERE))
    body = {"expected_version": 0, "move": {"type": "fly"}}
    assert told(api.post(f"{game}/moves", "ana", json=body)) == ("@upstream", THERE)
    for path in (other, f"{other[:-22]}{'x' * 22}"):
        refused = api.post(f"{path}/moves", "ana", json=body)
        assert refused.status_code == 422
        assert not {*TOLD} & {*refused.headers.keys()}


@pytest.mark.parametrize(
    "engines",
    [
        (),
        (engine(3, upstream=THERE),),
        (engine(2, edition="gob-paris", upstream=THERE),),
        (engine(2, engine_version=9, upstream=THERE),),
        (engine(2, upstream=None),),
        (from_before(2),),
        (engine(2, upstream=HERE),),
    ],
    ids=["nobody", "version", "edition", "engine", "no upstream", "earlier days", "this one"],
)
def test_without_such_an_engine_elsewhere_the_game_is_refused_as_ever(
    api: Api, engines: tuple[Any, ...]
) -> None:
    announce(api.service.engines, *engines)
    assert told(api.get(of_version(api, 2))) == (None, None)


def test_without_a_gateway_nobody_is_told_where_engines_are(tmp_path: Path) -> None:
    api = Api(tmp_path / "keys", editions=(ROME,))
    announce(api.service.engines, engine(2, upstream=THERE))
    answer = api.get(of_version(api, 2))
    assert told(answer) == (None, None)
    assert "rules-gob-rome" not in f"{answer.headers}{answer.text}"


def test_moves_of_other_versions_are_counted_apart(api: Api) -> None:
    game = of_version(api, 2)
    api.post(f"{game}/moves", "ana", json=BODY)
    counted = api.get("/rules/metrics").text
    assert f'rules_moves_total{{edition="{ROME}",result="elsewhere"}} 1.0' in counted
    assert 'result="refused"' not in counted
