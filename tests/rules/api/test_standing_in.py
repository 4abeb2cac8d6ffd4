"""Seats that are left to others, over HTTP."""

from typing import Any

import pytest

from services.rules.app.verify_record import verify_record
from tests.rules.api.client import GAMES, ROME, STREAM, Api
from tests.support import EDITIONS

STAND_INS = ["bot.1", "bot.2"]


def play_on(api: Api, game: str) -> None:
    """Let whoever sits there play to the end."""
    while True:
        shown: Any = api.get(game).json
        if shown["finished"]:
            return
        sitting = [*shown["players"]]
        for each in shown["standing_in"]:
            sitting[each["seat"]] = each["player"]
        assert api.move(game, sitting[shown["to_play"][0]]).status_code == 201


@pytest.mark.slow
def test_a_seat_that_was_left_is_played_on_by_another(api: Api) -> None:
    game = api.create(players="ana ben", stand_ins=STAND_INS)
    left: Any = api.post(f"{game}/resignation", "ben").json
    assert (left["version"], left["finished"], left["to_play"]) == (1, False, [0, 1])
    assert left["events"][0]["event"] == {"type": "seat_handed_over", "seat": 1}
    assert api.get(f"{game}/legal-moves", "ben").status_code == 403
    assert api.moves(game, "bot.1")["seat"] == 1
    play_on(api, game)
    record: Any = api.get(f"{game}/record").json
    assert record["standing_in"] == [{"seat": 1, "player": "bot.1"}]
    assert record["outcome"]["seats"][1]["standing"] == "resigned"
    assert verify_record(EDITIONS, record) == record["outcome"]


def test_everybody_reads_that_a_seat_was_handed_over(api: Api) -> None:
    game = api.create(players="ana ben cem", stand_ins=STAND_INS)
    api.post(f"{game}/resignation", "cem")
    page: Any = api.get(f"{game}/events?limit=1000", "ana").json
    stream = api.get(f"{game}/events?wait=0", headers=STREAM).text
    assert page["items"][-1]["event"] == {"type": "seat_handed_over", "seat": 2}
    assert "event: seat_handed_over\n" in stream
    assert api.get(game).json["standing_in"] == [{"seat": 2, "player": "bot.1"}]  # type: ignore[index]


@pytest.mark.parametrize("stand_ins", [["a", "a"], ["a b"], [*"abcdef"], "bot.1", None, [7]])
def test_strange_stand_ins_are_refused(api: Api, stand_ins: object) -> None:
    body = {"seats": ["ana", "ben"], "stand_ins": stand_ins}
    assert api.post(GAMES.format(ROME), "host", json=body).status_code == 422
