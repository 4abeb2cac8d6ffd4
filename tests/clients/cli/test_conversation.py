"""Requests: which token goes where, what is sent again, and what people are told."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

import httpx
import pytest

from clients.cli.api import Conversation, Platform
from clients.cli.errors import CommandError, Exit, LoginNeededError, ProblemError, UnreachableError

URL = "http://platform.test"
PERSON = "itx_ana"
GAME = f"{URL}/rules/v1/editions/gob-rome/games/{'g' * 22}"
ELSEWHERE = GAME.replace(URL, "http://engine.test")
Answer = Callable[[httpx.Request], httpx.Response]


class Server:
    """Signs tokens, and answers the rest as told."""

    def __init__(self, answer: Answer, token: str | None = PERSON, seconds: float = 600) -> None:
        self.answer, self.seconds = answer, seconds
        self.asked: list[httpx.Request] = []
        self.signed = 0
        http = httpx.Client(transport=httpx.MockTransport(self._answer))
        self.platform = Platform(Conversation(http, URL, token))
        self.slept: list[float] = []
        self.platform.conversation.sleep = self.slept.append

    def _answer(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/lobby/v1/game-tokens":
            self.signed += 1
            until = datetime.fromtimestamp(time.time() + self.seconds, UTC).isoformat()
            body = {"token": f"signed-{self.signed}", "player": "ana", "expires_at": until}
            return httpx.Response(201, json=body)
        self.asked.append(request)
        return self.answer(request)

    @property
    def tokens(self) -> list[str | None]:
        """What the requests came with."""
        return [request.headers.get("Authorization") for request in self.asked]


def fine(_: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={"fine": True})


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    body = {"title": "No", "detail": "not so", "status": status, "code": code, "request_id": "r-1"}
    return httpx.Response(status, json=body, headers=headers)


def in_turn(*answers: httpx.Response | Exception) -> Answer:
    """Answer with one after the other."""
    left = list(answers)

    def answer(_: httpx.Request) -> httpx.Response:
        given = left.pop(0)
        if isinstance(given, Exception):
            raise given
        return given

    return answer


def test_the_lobby_gets_the_token_of_the_person_and_the_rules_a_signed_one() -> None:
    server = Server(fine)
    server.platform.lobby.get_me()
    server.platform.rules.get_game(GAME)
    server.platform.scoring.get_statistics("gob-rome")
    assert server.tokens == ["Bearer itx_ana", "Bearer signed-1", "Bearer signed-1"]


def test_somebody_without_a_token_looks_on_without_one() -> None:
    server = Server(fine, token=None)
    server.platform.rules.get_game(GAME)
    assert (server.tokens, server.signed) == ([None], 0)


def test_a_signed_token_is_renewed_before_it_expires() -> None:
    server = Server(fine, seconds=20)
    server.platform.rules.get_game(GAME)
    server.platform.rules.get_game(GAME)
    assert server.tokens == ["Bearer signed-1", "Bearer signed-2"]


def test_a_signed_token_that_is_refused_is_renewed_once() -> None:
    server = Server(in_turn(problem(401, "expired_token"), fine(httpx.Request("GET", URL))))
    assert server.platform.rules.get_game(GAME) == {"fine": True}
    assert server.tokens == ["Bearer signed-1", "Bearer signed-2"]
    refusing = Server(lambda _: problem(401, "invalid_token"))
    with pytest.raises(ProblemError):
        refusing.platform.rules.get_game(GAME)
    assert len(refusing.asked) == 2


def test_no_token_goes_to_an_address_that_the_lobby_has_not_named() -> None:
    server = Server(fine)
    server.platform.rules.get_game(ELSEWHERE)
    assert server.tokens == [None]


def test_a_token_goes_where_the_lobby_says_that_the_game_is_played() -> None:
    table = {"id": "t", "playing": {"address": ELSEWHERE}}
    server = Server(lambda _: httpx.Response(200, json=table))
    server.platform.lobby.get_table("t")
    server.platform.rules.get_game(ELSEWHERE)
    assert server.tokens == ["Bearer itx_ana", "Bearer signed-1"]


def test_a_request_that_was_lost_is_sent_again_with_the_same_key() -> None:
    fine_one = httpx.Response(201, json={})
    server = Server(in_turn(httpx.ReadError("gone"), fine_one))
    server.platform.lobby.open_table({"game": "gob-rome"})
    keys = [request.headers["Idempotency-Key"] for request in server.asked]
    assert len(keys) == 2
    assert keys[0] == keys[1]


def test_a_request_without_a_key_is_not_sent_again() -> None:
    server = Server(in_turn(httpx.ReadError("gone"), httpx.Response(200, json={})))
    with pytest.raises(UnreachableError):
        server.platform.scoring.score_sheets({})
    assert len(server.asked) == 1


def test_a_platform_that_is_away_for_a_moment_is_waited_for_in_the_middle_of_a_game() -> None:
    refused = [httpx.ConnectError("refused")] * 4
    server = Server(in_turn(*refused, httpx.Response(200, json={"fine": True})))
    server.platform.conversation.patient = True
    assert server.platform.lobby.get_me() == {"fine": True}
    assert server.slept == [0.0, 0.3, 0.6, pytest.approx(0.9)]
    away = Server(in_turn(*refused * 10))
    away.platform.conversation.patient = True
    with pytest.raises(UnreachableError, match="There is no platform"):
        away.platform.lobby.get_me()
    assert 20 < sum(away.slept) < 40
    assert len(away.asked) == 14


def test_two_requests_have_two_keys() -> None:
    server = Server(fine)
    for _ in range(2):
        server.platform.lobby.open_table({"game": "gob-rome"})
    assert len({request.headers["Idempotency-Key"] for request in server.asked}) == 2


def test_who_asks_too_often_waits_as_long_as_told() -> None:
    limited = problem(429, "rate_limited", **{"Retry-After": "7"})
    server = Server(in_turn(limited, httpx.Response(200, json={})))
    server.platform.lobby.get_me()
    assert server.slept == [7]


def test_who_would_have_to_wait_long_is_told_so() -> None:
    server = Server(lambda _: problem(429, "rate_limited", **{"Retry-After": "3000"}))
    with pytest.raises(ProblemError) as caught:
        server.platform.lobby.get_me()
    assert (caught.value.exit, server.slept) == (Exit.UNAVAILABLE, [])
    assert caught.value.advice == "Go on in 3000 seconds."


@pytest.mark.parametrize(
    ("failure", "says"),
    [
        (httpx.ConnectError("refused"), "There is no platform at http://platform.test: refused"),
        (httpx.ReadTimeout("late"), "http://platform.test does not answer in time."),
        (httpx.ReadError("gone"), "The connection to http://platform.test was lost: gone"),
    ],
)
def test_a_server_that_is_not_there_gives_a_clear_sentence(failure: Exception, says: str) -> None:
    server = Server(in_turn(failure, failure, failure))
    with pytest.raises(UnreachableError) as caught:
        server.platform.lobby.get_me()
    assert caught.value.lines()[0] == says
    assert caught.value.advice


@pytest.mark.parametrize(
    ("answer", "exit_"),
    [
        (httpx.Response(200, text="<html>Welcome to nginx</html>"), Exit.UNAVAILABLE),
        (httpx.Response(200, json=[1]), Exit.UNAVAILABLE),
        (httpx.Response(502, text="Bad Gateway"), Exit.UNAVAILABLE),
        (httpx.Response(404, text="nothing here"), Exit.REFUSED),
        (httpx.Response(301, headers={"Location": "/"}), Exit.REFUSED),
    ],
)
def test_a_server_that_is_another_program_is_told_apart(
    answer: httpx.Response, exit_: Exit
) -> None:
    server = Server(lambda _: answer)
    with pytest.raises(CommandError, match="not as Interchange does") as caught:
        server.platform.lobby.get_me()
    assert caught.value.exit == exit_


@pytest.mark.parametrize("typed", ["a/b", "a?b", "a#b", "a b", "\x1b[0m", "ä"])
def test_what_people_type_stays_one_part_of_the_path(typed: str) -> None:
    server = Server(fine)
    server.platform.lobby.get_table(typed)
    assert server.asked[0].url.path == f"/lobby/v1/tables/{typed}"
    assert server.asked[0].url.raw_path.count(b"/") == 4
    assert not server.asked[0].url.query


def test_an_address_that_is_none_is_refused_with_a_sentence() -> None:
    with pytest.raises(CommandError, match="is not an address") as caught:
        Server(fine).platform.rules.get_game(f"{URL}/a\x1b")
    assert caught.value.exit == Exit.USAGE


def test_who_needs_a_token_and_has_none_is_told_before_anything_is_asked() -> None:
    server = Server(fine, token=None)
    with pytest.raises(LoginNeededError, match="Nobody is logged in"):
        server.platform.conversation.need_token()
    assert server.asked == []
