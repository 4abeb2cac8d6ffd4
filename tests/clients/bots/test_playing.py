"""A bot plays its turn over HTTP: against rules of our own that answer as the real ones do."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
import pytest

from clients.bots.choosing import choose_at_random, levels
from clients.bots.playing import MOST_MOVES, TurnError, play_turn
from clients.bots.worker import jobs
from clients.bots.worker.__main__ import LONGEST_MS, thinking_time
from services.plumbing.config import ConfigError
from services.rules.core.chance import Seeded
from tests.support import EDITIONS

ADDRESS = "http://rules.example/v1/editions/gob-rome/games/g"
MESSAGE = {
    "game": "g",
    "player": "bot.greedy-1",
    "level": "greedy",
    "token": "secret",
    "address": ADDRESS,
}


class FakeRules:
    """A game of two, in which the bot has seat 0 and the other one moves when asked."""

    def __init__(self, name: str = "gob-rome") -> None:
        self.entry = EDITIONS[name]
        self.state: Any = self.entry.family.new_game(self.entry.edition, 2, Seeded("fake"))[0]
        self.version = 0
        self.moved_behind_its_back = False
        self.asked: list[str] = []
        self.sent: list[Any] = []

    def answer(self, request: httpx.Request) -> httpx.Response:
        """Answer as the rules service does."""
        assert request.headers["Authorization"] == "Bearer secret"
        path = request.url.path.removeprefix(httpx.URL(ADDRESS).path)
        self.asked.append(path)
        if path == "/moves":
            return self._move(request)
        if path == "/legal-moves":
            return httpx.Response(200, json={"version": self.version, "moves": self._moves()})
        if self.moved_behind_its_back:
            self.moved_behind_its_back = False
            self.other_moves()
        view = self.entry.family.view(self.entry.edition, self.state, 0)
        return httpx.Response(200, json={"version": self.version, "table": view})

    def other_moves(self) -> None:
        """Let the other seat make any move."""
        family, edition = self.entry.family, self.entry.edition
        moves = family.legal_moves(edition, self.state, 1).moves
        self.state = family.apply(edition, self.state, 1, moves[0])[0]
        self.version += 1

    def _moves(self) -> list[Any]:
        options = self.entry.family.legal_moves(self.entry.edition, self.state, 0)
        return [option.to_json() for option in options]

    def _move(self, request: httpx.Request) -> httpx.Response:
        body, family = json.loads(request.content), self.entry.family
        if body["expected_version"] != self.version:
            return httpx.Response(409, json={"code": "stale_version"})
        assert request.headers["Idempotency-Key"] == f"bot.greedy-1-{self.version}"
        move = family.move_from_json(body["move"])
        self.state = family.apply(self.entry.edition, self.state, 0, move)[0]
        self.version += 1
        self.sent.append(body)
        return httpx.Response(201, json={"version": self.version})


def client(answer: Callable[[httpx.Request], httpx.Response]) -> httpx.Client:
    return httpx.Client(transport=httpx.MockTransport(answer))


@pytest.mark.slow
@pytest.mark.parametrize("level", ["random", "greedy", "search"])
@pytest.mark.parametrize("name", ["gob-rome", "otu-paris"])
def test_a_bot_plays_until_it_is_the_others_turn(name: str, level: str) -> None:
    rules = FakeRules(name)
    with client(rules.answer) as http:
        made = play_turn(http, MESSAGE | {"level": level}, levels(search_ms=5))
    assert len(made) == rules.version == len(rules.sent) >= 1
    assert 0 not in rules.entry.family.to_play(rules.state)
    assert [thought.move for thought in made] == [body["move"] for body in rules.sent]
    assert [thought.milliseconds for thought in made] == [
        body["thinking_ms"] for body in rules.sent
    ]
    assert all(thought.milliseconds >= 0 for thought in made)


@pytest.mark.slow
def test_a_bot_thinks_again_when_others_moved_in_between() -> None:
    rules = FakeRules()
    rules.moved_behind_its_back = True
    with client(rules.answer) as http:
        play_turn(http, MESSAGE, levels())
    assert rules.asked[:5] == ["/legal-moves", "", "/legal-moves", "", "/moves"]
    assert rules.sent[0]["expected_version"] == 1


def test_a_move_that_comes_too_late_is_not_counted() -> None:
    rules = FakeRules()

    def slow(asked: Any) -> Any:
        if not rules.version:
            rules.other_moves()
        return choose_at_random(asked)

    with client(rules.answer) as http:
        made = play_turn(http, MESSAGE, {"greedy": slow})
    assert rules.asked.count("/moves") == len(made) + 1


@pytest.mark.parametrize("status", [404, 409])
def test_a_game_that_is_gone_is_left_alone(status: int) -> None:
    with client(lambda _: httpx.Response(status, json={})) as http:
        assert play_turn(http, MESSAGE, levels()) == []


def test_rules_in_trouble_are_told_of() -> None:
    with (
        client(lambda _: httpx.Response(503, text="later")) as http,
        pytest.raises(TurnError, match="503: later"),
    ):
        play_turn(http, MESSAGE, levels())


def test_a_bot_that_never_gets_done_gives_up() -> None:
    rules = FakeRules()

    def always_stale(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/moves"):
            return httpx.Response(409, json={"code": "stale_version"})
        return rules.answer(request)

    with client(always_stale) as http, pytest.raises(TurnError, match=f"{MOST_MOVES} moves"):
        play_turn(http, MESSAGE | {"level": "random"}, levels())


def test_a_job_plays_with_the_level_of_its_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_tools", [])
    rules, used = FakeRules(), []

    def note(asked: Any) -> Any:
        used.append(asked.view["seat"])
        return choose_at_random(asked._replace(chance=Random(0)))  # noqa: S311

    with client(rules.answer) as http:
        jobs.work_with(http, {"greedy": note})
        assert jobs.play(dict(MESSAGE)) == len(used) == 1


def test_the_time_to_think_can_be_set() -> None:
    assert thinking_time({}) == 200
    assert thinking_time({"BOTS_SEARCH_MS": "50"}) == 50


@pytest.mark.parametrize("text", ["0", "-1", "soon", "nan", str(LONGEST_MS + 1)])
def test_a_time_to_think_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=r"BOTS_SEARCH_MS is a number up to 1000"):
        thinking_time({"BOTS_SEARCH_MS": text})
