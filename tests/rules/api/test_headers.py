"""What stands in the headers of answers: tags, ids of requests, and what else may be done."""

import re
from typing import Any

import pytest

from tests.rules.api.client import GAMES, ROME, Api

TAGGED = ("/rules/v1/editions", f"/rules/v1/editions/{ROME}", "{game}", "{game}/board.svg")


@pytest.mark.parametrize("path", TAGGED)
def test_whoever_knows_the_tag_is_told_that_nothing_has_changed(api: Api, path: str) -> None:
    path = path.format(game=api.create())
    tag = api.get(path).headers["ETag"]
    for known in (tag, f'"another", {tag}', f"W/{tag}", "*"):
        answer = api.get(path, headers={"If-None-Match": known})
        assert (answer.status_code, answer.data) == (304, b"")
        assert answer.headers["ETag"] == tag
    assert api.get(path, headers={"If-None-Match": '"another"'}).status_code == 200


@pytest.mark.parametrize("path", ["{game}", "{game}/board.svg"])
def test_the_tag_is_another_for_every_viewer(api: Api, path: str) -> None:
    path = path.format(game=api.create())
    tags = [api.get(path, who).headers["ETag"] for who in ("ana", "ben", "eva", None)]
    assert len(set(tags)) == 3
    assert tags[2] == tags[3]
    answer = api.get(path, "ana", headers={"If-None-Match": tags[1]})
    assert answer.status_code == 200


@pytest.mark.parametrize("path", ["{game}", "{game}/board.svg"])
def test_the_tag_is_another_after_a_move(api: Api, path: str) -> None:
    game = api.create()
    path = path.format(game=game)
    tag = api.get(path).headers["ETag"]
    api.move(game, "ana")
    assert api.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_a_picture_and_a_view_have_tags_of_their_own(api: Api) -> None:
    game = api.create()
    tag = api.get(game).headers["ETag"]
    assert api.get(f"{game}/board.svg", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("path", ["/rules/v1/editions", "/rules/healthz", "/nothing"])
def test_the_id_of_a_request_comes_back(api: Api, path: str) -> None:
    answer = api.get(path, headers={"X-Request-Id": "my.Request~1_2-3"})
    assert answer.headers["X-Request-Id"] == "my.Request~1_2-3"


@pytest.mark.parametrize("given", [None, "", "a b", "é", "x" * 65, "a/b"])
def test_a_request_without_a_good_id_gets_one(api: Api, given: str | None) -> None:
    headers = {} if given is None else {"X-Request-Id": given}
    found = {api.get("/nothing", headers=headers).headers["X-Request-Id"] for _ in range(3)}
    assert len(found) == 3
    assert all(re.fullmatch("[A-Za-z0-9_-]{22}", each) for each in found)


def test_the_id_of_a_request_stands_in_its_problem(api: Api) -> None:
    problem: Any = api.get("/nothing", headers={"X-Request-Id": "seen"}).json
    assert problem["request_id"] == "seen"


def test_whoever_is_unknown_is_told_how_to_say_who_they_are(api: Api) -> None:
    game = api.create()
    for headers in ({}, {"Authorization": "Basic x"}, {"Authorization": "Bearer x.y.z"}):
        answer = api.get(f"{game}/legal-moves", headers=headers)
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "BREW"])
def test_a_wrong_method_is_told_which_ones_there_are(api: Api, method: str) -> None:
    answer = api.call(method, GAMES.format(ROME), "ana")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]


def test_answers_are_of_the_kind_they_say(api: Api) -> None:
    game = api.create()
    assert api.get(game).headers["Content-Type"] == "application/json"
    assert api.get(f"{game}/record").headers["Content-Type"] == "application/problem+json"
    assert api.get(f"{game}/board.svg").headers["Content-Type"].startswith("image/svg+xml")
