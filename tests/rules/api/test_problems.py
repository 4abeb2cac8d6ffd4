"""Every way to be refused, each with its code, and always as a problem document."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from werkzeug.test import TestResponse

from services.contracts.errors import Code
from services.plumbing.connections import StoreError
from services.plumbing.http import problems
from services.rules.api.problems import STATUSES
from services.rules.store.memory import MemoryGames
from services.rules.store.ports import Place, Stored
from tests.rules.api.client import GAMES, ROME, Api
from tests.support import EDITIONS

Refusal = Callable[[Api], TestResponse]
DEPARTURE: Final = {"type": "choose_departure", "ticket": 4}
NOWHERE: Final = f"{GAMES.format(ROME)}/Zm9yLWV4YW1wbGUtb25seQ"
HOMES: Final = ("services.rules.", "services.plumbing.")
OF_HTTP: Final = (*problems.HTTP_CODES.values(), Code.INTERNAL_ERROR, Code.STORE_UNAVAILABLE)
ELSEWHERE: Final = {
    Code.RATE_LIMITED: "only the lobby counts requests",
    Code.MALFORMED_MOVE: "the schema lets no such move through; see the next test and tests/rules",
}
"""Codes that no request reaches, and why."""


class NoGames(MemoryGames):
    """A store that is away."""

    def read(self, place: Place, key: str | None = None) -> Stored | None:
        """Fail."""
        raise StoreError(f"no {place} {key}")


class BrokenGames(MemoryGames):
    """A store with a mistake in it."""

    def read(self, place: Place, key: str | None = None) -> Stored | None:
        """Fail."""
        raise ZeroDivisionError(f"{place} {key}")


def create(api: Api, player: str | None = "host", **more: Any) -> TestResponse:
    """Try to create a game."""
    body = {"seats": ["ana", "ben"]}
    return api.post(GAMES.format(ROME), player, **{"json": body, **more})


def move(api: Api, player: str, game: str, version: int = 0, **changes: Any) -> TestResponse:
    """Try to make a move."""
    body = {"expected_version": version, "move": {**DEPARTURE, **changes}}
    return api.post(f"{game}/moves", player, json=body)


def an_unserved_version(api: Api) -> TestResponse:
    game = api.create()
    assert isinstance(api.games, MemoryGames)
    (place, found), *_ = api.games._games.items()
    settled = found.settled._replace(edition_version=found.settled.edition_version + 1)
    api.games._games[place] = found._replace(settled=settled)
    return api.get(game)


def a_reused_key(api: Api) -> TestResponse:
    headers = {"Idempotency-Key": "once"}
    create(api, headers=headers)
    return create(api, headers=headers, json={"seats": ["ben", "ana"]})


def a_stale_move(api: Api) -> TestResponse:
    game = api.create()
    api.move(game, "ana")
    return move(api, "ben", game)


def a_move_out_of_turn(api: Api) -> TestResponse:
    game = api.create()
    body = api.body(game, "ana")
    api.move(game, "ana")
    return api.post(f"{game}/moves", "ana", json={**body, "expected_version": 1})


def an_illegal_move(api: Api) -> TestResponse:
    game = api.create()
    own = {option["move"]["ticket"] for option in api.moves(game, "ana")["moves"]}
    return move(api, "ana", game, ticket=min({*range(1, 13)} - own))


def a_move_after_the_end(api: Api) -> TestResponse:
    game = api.create()
    api.end(game)
    return api.post(f"{game}/resignation", "ana")


REFUSALS: Final[dict[Code, tuple[int, Refusal]]] = {
    Code.MALFORMED_REQUEST: (
        400,
        lambda api: create(api, json=None, data=b"{", content_type="application/json"),
    ),
    Code.INVALID_REQUEST: (422, lambda api: create(api, json={})),
    Code.UNSUPPORTED_MEDIA_TYPE: (415, lambda api: create(api, json=None, data=b"{}")),
    Code.BODY_TOO_LARGE: (413, lambda api: create(api, json={"seats": ["a" * 65536]})),
    Code.METHOD_NOT_ALLOWED: (405, lambda api: api.call("PUT", GAMES.format(ROME))),
    Code.TOKEN_NEEDED: (401, lambda api: create(api, None)),
    Code.INVALID_TOKEN: (
        401,
        lambda api: create(api, headers={"Authorization": "Bearer a.b.c"}),
    ),
    Code.EXPIRED_TOKEN: (
        401,
        lambda api: create(api, headers={"Authorization": f"Bearer {api.token('host', hours=-1)}"}),
    ),
    Code.MISSING_SCOPE: (
        403,
        lambda api: create(
            api, headers={"Authorization": f"Bearer {api.token('host', scopes='play')}"}
        ),
    ),
    Code.NOT_SEATED: (403, lambda api: move(api, "eva", api.create())),
    Code.NOT_FOUND: (404, lambda api: api.get("/rules/v1/nothing")),
    Code.UNKNOWN_EDITION: (404, lambda api: api.get("/rules/v1/editions/gob-atlantis")),
    Code.EDITION_NOT_SERVED: (404, lambda api: api.get("/rules/v1/editions/otu-paris")),
    Code.VERSION_NOT_SERVED: (404, an_unserved_version),
    Code.UNKNOWN_GAME: (404, lambda api: api.get(NOWHERE)),
    Code.WRONG_NUMBER_OF_PLAYERS: (409, lambda api: create(api, json={"seats": ["ana"]})),
    Code.STALE_VERSION: (409, a_stale_move),
    Code.KEY_REUSED: (409, a_reused_key),
    Code.ILLEGAL_MOVE: (409, an_illegal_move),
    Code.NOT_YOUR_TURN: (409, a_move_out_of_turn),
    Code.GAME_OVER: (409, a_move_after_the_end),
    Code.GAME_NOT_FINISHED: (409, lambda api: api.get(f"{api.create()}/record")),
    Code.INTERNAL_ERROR: (500, lambda api: api.get(NOWHERE)),
    Code.STORE_UNAVAILABLE: (503, lambda api: api.get(NOWHERE)),
}
STORES: Final = {Code.INTERNAL_ERROR: BrokenGames, Code.STORE_UNAVAILABLE: NoGames}


def api_for(code: Code, folder: Path) -> Api:
    """Serve some editions, with a store in which something can go wrong."""
    editions = tuple(name for name in EDITIONS if name != "otu-paris")
    return Api(folder, games=STORES.get(code, MemoryGames)(), editions=editions)


def codes_of_the_rules() -> list[Code]:
    """List the codes of all errors that have a status here; those of other services have none."""
    kinds = [*problems.STATUSES, *STATUSES]
    kinds += [each for kind in kinds for each in kind.__subclasses__()]
    own = {getattr(kind, "code", "") for kind in kinds if kind.__module__.startswith(HOMES)}
    return [code for code in Code if code in own or code in OF_HTTP]


def test_every_refusal_that_is_tried_is_one_of_the_rules() -> None:
    assert {*codes_of_the_rules()} == {*REFUSALS, *ELSEWHERE}


@pytest.mark.slow
@pytest.mark.parametrize("code", [code for code in codes_of_the_rules() if code not in ELSEWHERE])
def test_every_code_is_reached_with_its_status(tmp_path: Path, code: Code) -> None:
    status, refusal = REFUSALS[code]
    answer = refusal(api_for(code, tmp_path))
    problem: Any = answer.json
    assert answer.mimetype == "application/problem+json"
    assert problem["code"] == code
    assert answer.status_code == problem["status"] == status
    assert problem["type"] == f"/rules/docs#{code}"
    assert problem["title"]
    assert problem["detail"]
    assert problem["request_id"] == answer.headers["X-Request-Id"]


@pytest.mark.slow
def test_what_is_no_move_of_the_family_is_refused(api: Api) -> None:
    game = api.create()
    body = {"expected_version": 0, "move": {"type": "take_branch"}}
    answer = api.post(f"{game}/moves", "ana", json=body)
    assert (answer.status_code, answer.json["code"]) == (409, "malformed_move")  # type: ignore[index]


def test_a_broken_rule_is_named(api: Api) -> None:
    problem: Any = an_illegal_move(api).json
    assert problem["rule"].startswith("GOB-")


def test_a_stale_move_is_told_the_version(api: Api) -> None:
    problem: Any = a_stale_move(api).json
    assert problem["version"] == 1


def test_without_a_store_one_is_asked_to_come_back(tmp_path: Path) -> None:
    answer = Api(tmp_path, games=NoGames()).get(NOWHERE)
    assert answer.headers["Retry-After"] == "1"


def test_our_mistakes_tell_nothing_about_the_code(tmp_path: Path) -> None:
    answer = Api(tmp_path, games=BrokenGames()).get(NOWHERE)
    assert "ZeroDivision" not in answer.text
    assert "Place" not in answer.text


@pytest.mark.slow
@pytest.mark.parametrize("player", [None, "eva"])
@pytest.mark.parametrize("part", ["", "/events", "/board.svg", "/record", "/legal-moves"])
def test_a_private_game_is_shown_to_its_players_alone(
    api: Api, player: str | None, part: str
) -> None:
    game = api.create(public=False)
    assert api.get(game, "ana").status_code == 200
    assert api.get(game + part, player).status_code == (401 if player is None else 403)


@pytest.mark.parametrize("what", ["legal-moves", "moves", "resignation"])
def test_without_the_scope_to_play_nobody_plays(api: Api, what: str) -> None:
    game = api.create()
    headers = {"Authorization": f"Bearer {api.token('ana', scopes='create')}"}
    before = api.everything()
    body = {"expected_version": 0, "move": DEPARTURE}
    if what == "legal-moves":
        answer = api.get(f"{game}/{what}", headers=headers)
    else:
        answer = api.post(f"{game}/{what}", headers=headers, json=body)
    assert (answer.status_code, answer.json["code"]) == (403, "missing_scope")  # type: ignore[index]
    assert api.everything() == before


def test_those_who_do_not_play_may_not_act(api: Api) -> None:
    game = api.create()
    for player, status in (("eva", 403), (None, 401)):
        assert api.get(f"{game}/legal-moves", player).status_code == status
        assert api.post(f"{game}/resignation", player).status_code == status
