"""How long a move took, as its player says: kept, shown, and no part of what makes a request."""

from typing import Any

import pytest

from tests.rules.api.client import STREAM, Api


def test_a_player_says_how_long_the_move_took(api: Api) -> None:
    game = api.create()
    body = {**api.body(game, "ana"), "thinking_ms": 1_234}
    played: Any = api.post(f"{game}/moves", "ana", json=body).json
    page: Any = api.get(f"{game}/events?limit=1000", "ben").json
    stream = api.get(f"{game}/events?wait=0", headers=STREAM).text
    assert played["events"][0]["thinking_ms"] == 1_234
    assert [each["thinking_ms"] for each in page["items"] if "thinking_ms" in each] == [1_234]
    assert stream.count('"thinking_ms":1234') == 1


@pytest.mark.slow
@pytest.mark.parametrize("thought", [-1, 86_400_001, 1.5, "7", True, None])
def test_a_time_that_nobody_can_have_thought_is_refused(api: Api, thought: object) -> None:
    game = api.create()
    body = {**api.body(game, "ana"), "thinking_ms": thought}
    assert api.post(f"{game}/moves", "ana", json=body).status_code == 422
    assert api.get(game).json["version"] == 0  # type: ignore[index]


def test_who_sends_a_move_again_may_have_thought_on(api: Api) -> None:
    game, key = api.create(), {"Idempotency-Key": "once"}
    body = api.body(game, "ana")
    answers = [
        api.post(f"{game}/moves", "ana", json={**body, **more}, headers=key)
        for more in ({"thinking_ms": 10}, {"thinking_ms": 99}, {})
    ]
    assert [answer.status_code for answer in answers] == [201, 201, 201]
    assert {answer.text for answer in answers} == {answers[0].text}
