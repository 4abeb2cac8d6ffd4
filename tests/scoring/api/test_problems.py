"""Every way to be refused by scoring, each with its code, and always as a problem document."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from werkzeug.test import TestResponse

from deploy.keys import issue_token
from services.contracts.errors import Code
from services.plumbing.connections import StoreError
from services.scoring.api.problems import STATUSES
from services.scoring.app.errors import RulesUnavailableError
from services.scoring.store.memory import MemoryResults
from tests.contract.refusals import assert_refused, codes_of
from tests.scoring.api.client import Api
from tests.scoring.app.bench import ROME, bench, finished, game_id, with_grannies

Refusal = Callable[[Api], TestResponse]
NOWHERE: Final = f"/games/{game_id('nowhere')}/score"
BOARD: Final = f"/leaderboards/{ROME}"
ELSEWHERE: Final = {
    Code.MISSING_SCOPE: "nothing here can be changed, so a token needs no scope",
    Code.KEY_REUSED: "nothing is created here, so no request has a key",
    Code.RATE_LIMITED: "only the lobby counts requests",
}
"""Codes that have a status but that no request reaches, and why."""


class NoResults(MemoryResults):
    """A store that is away."""

    def find(self, game: str) -> Any:
        """Fail."""
        raise StoreError(f"no {game}")


class BrokenResults(MemoryResults):
    """A store with a mistake in it."""

    def find(self, game: str) -> Any:
        """Fail."""
        raise ZeroDivisionError(game)


def post(api: Api, **more: Any) -> TestResponse:
    """Try to have sheets scored."""
    return api.call("POST", "/scores", **more)


def with_token(api: Api, path: str, token: str) -> TestResponse:
    """Ask with a token that may be any."""
    return api.get(path, headers={"Authorization": f"Bearer {token}"})


def an_impossible_sheet(api: Api) -> TestResponse:
    sheets = with_grannies(("ana", "bo"), (1, 99), name="impossible")["outcome"]["seats"]
    return post(api, json={"edition": ROME, "sheets": sheets})


def somebody_elses_game(api: Api, player: str | None) -> TestResponse:
    message = finished(name="private", public=False)
    api.at.take(message)
    return api.get(f"/games/{message['game']}/score", player)


def rules_that_do_not_answer(api: Api) -> TestResponse:
    api.rules.error = RulesUnavailableError("the rules of gob-rome do not answer")
    return api.get(NOWHERE)


REFUSALS: Final[dict[Code, tuple[int, Refusal]]] = {
    Code.MALFORMED_REQUEST: (
        400,
        lambda api: post(api, data=b"{", content_type="application/json"),
    ),
    Code.INVALID_REQUEST: (422, lambda api: post(api, json={})),
    Code.UNSUPPORTED_MEDIA_TYPE: (415, lambda api: post(api, data=b"{}")),
    Code.BODY_TOO_LARGE: (413, lambda api: post(api, json={"edition": "a" * 65536})),
    Code.METHOD_NOT_ALLOWED: (405, lambda api: api.call("PUT", "/scores")),
    Code.TOKEN_NEEDED: (401, lambda api: somebody_elses_game(api, None)),
    Code.INVALID_TOKEN: (401, lambda api: with_token(api, BOARD, "a.b.c")),
    Code.EXPIRED_TOKEN: (
        401,
        lambda api: with_token(api, BOARD, issue_token(api.folder, "ana", hours=-1)),
    ),
    Code.NOT_SEATED: (403, lambda api: somebody_elses_game(api, "eva")),
    Code.NOT_FOUND: (404, lambda api: api.get("/nothing")),
    Code.UNKNOWN_EDITION: (404, lambda api: api.get("/editions/gob-atlantis")),
    Code.UNKNOWN_GAME: (404, lambda api: api.get(NOWHERE)),
    Code.IMPOSSIBLE_SHEET: (409, an_impossible_sheet),
    Code.INTERNAL_ERROR: (500, lambda api: api.get(NOWHERE)),
    Code.RULES_UNAVAILABLE: (503, rules_that_do_not_answer),
    Code.STORE_UNAVAILABLE: (503, lambda api: api.get(NOWHERE)),
}
STORES: Final = {Code.INTERNAL_ERROR: BrokenResults, Code.STORE_UNAVAILABLE: NoResults}


def test_every_code_that_scoring_can_answer_with_is_tried() -> None:
    assert codes_of("scoring", STATUSES) == {*REFUSALS, *ELSEWHERE}


@pytest.mark.parametrize("code", REFUSALS)
def test_every_code_is_reached_with_its_status(tmp_path: Path, code: Code) -> None:
    status, refusal = REFUSALS[code]
    api = Api(tmp_path, bench(STORES.get(code, MemoryResults)()))
    assert_refused(refusal(api), "scoring", code, status)


@pytest.mark.parametrize("code", [Code.RULES_UNAVAILABLE, Code.STORE_UNAVAILABLE])
def test_whoever_is_refused_for_a_moment_is_asked_to_come_back(tmp_path: Path, code: Code) -> None:
    api = Api(tmp_path, bench(STORES.get(code, MemoryResults)()))
    assert REFUSALS[code][1](api).headers["Retry-After"] == "1"


def test_our_mistakes_tell_nothing_about_the_code(tmp_path: Path) -> None:
    answer = Api(tmp_path, bench(BrokenResults())).get(NOWHERE)
    assert "ZeroDivision" not in answer.text


@pytest.mark.parametrize(
    "member",
    [{"surprise": 1}, {"sheets": [{"seat": 0, "standing": "playing", "sheet": {}, "points": 9}]}],
)
def test_unknown_members_are_refused_wherever_they_are(api: Api, member: dict[str, Any]) -> None:
    body = {"edition": ROME, "sheets": finished()["outcome"]["seats"], **member}
    answer = post(api, json=body)
    assert_refused(answer, "scoring", Code.INVALID_REQUEST, 422)
    assert "Unknown field." in answer.text


@pytest.mark.parametrize("player", ["a%20b", "a%0A", "%00", "é", "a" * 65])
def test_what_can_be_no_players_id_is_not_found(api: Api, player: str) -> None:
    answer = api.get(f"/players/{player}/ratings")
    assert_refused(answer, "scoring", Code.NOT_FOUND, 404)


@pytest.mark.parametrize("path", [BOARD, f"{BOARD}?player=ana", NOWHERE])
def test_a_token_that_is_no_good_is_refused_even_where_none_is_needed(api: Api, path: str) -> None:
    assert_refused(with_token(api, path, "a.b.c"), "scoring", Code.INVALID_TOKEN, 401)
