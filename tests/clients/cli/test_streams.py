"""Following a game: nothing is missed and nothing told twice, whatever becomes of connections."""

import json
from collections.abc import Iterator

import httpx
import pytest

from clients.cli.api import Conversation, Platform
from clients.cli.errors import ProblemError, UnreachableError

URL = "http://platform.test"
GAME = f"{URL}/rules/v1/editions/gob-rome/games/{'g' * 22}"


def event(number: int) -> bytes:
    body = json.dumps({"number": number, "event": {"type": "branch_taken"}})
    return f"id: {number}\nevent: branch_taken\ndata: {body}\n\n".encode()


def end(reason: str) -> bytes:
    return f'event: end\ndata: {{"reason": "{reason}", "next": 0}}\n\n'.encode()


class Broken(httpx.SyncByteStream):
    """Some events, and then the connection is lost."""

    def __init__(self, *parts: bytes) -> None:
        self.parts = parts

    def __iter__(self) -> Iterator[bytes]:
        yield from self.parts
        raise httpx.ReadError("lost")


class Server:
    """Gives one stream after the other."""

    def __init__(self, *streams: bytes | httpx.SyncByteStream | Exception | httpx.Response) -> None:
        self.streams = list(streams)
        self.asked: list[str | None] = []
        self.slept: list[float] = []
        self.told: list[str] = []
        http = httpx.Client(transport=httpx.MockTransport(self._answer))
        self.platform = Platform(Conversation(http, URL, None))
        self.platform.conversation.sleep = self.slept.append

    def _answer(self, request: httpx.Request) -> httpx.Response:
        assert request.headers["Accept"] == "text/event-stream"
        self.asked.append(request.headers.get("Last-Event-ID"))
        given = self.streams.pop(0) if len(self.streams) > 1 else self.streams[0]
        if isinstance(given, Exception):
            raise given
        if isinstance(given, httpx.Response):
            return given
        headers = {"Content-Type": "text/event-stream"}
        if isinstance(given, bytes):
            return httpx.Response(200, headers=headers, content=given)
        return httpx.Response(200, headers=headers, stream=given)

    def follow(self, after: int = 0) -> list[int]:
        """Follow the game to its end; give the numbers of the events."""
        events = self.platform.follow_game(GAME, after, self.told.append)
        return [entry["number"] for entry in events]


def problem(status: int, code: str) -> httpx.Response:
    return httpx.Response(status, json={"title": "No", "status": status, "code": code})


def test_a_stream_is_read_to_the_end_of_the_game() -> None:
    server = Server(b"retry: 1000\n\n" + event(1) + b": alive\n\n" + event(2) + end("finished"))
    assert server.follow() == [1, 2]
    assert server.asked == [None]


def test_a_stream_that_ends_by_itself_is_resumed_after_the_last_event() -> None:
    server = Server(event(1) + event(2) + end("wait"), event(3) + end("finished"))
    assert server.follow() == [1, 2, 3]
    assert server.asked == [None, "2"]
    assert server.told == []


def test_a_lost_connection_is_resumed_with_last_event_id() -> None:
    lost = Broken(event(5), event(6))
    refused = httpx.ConnectError("refused")
    server = Server(lost, refused, refused, event(7) + end("finished"))
    assert server.follow(after=4) == [5, 6, 7]
    assert server.asked == ["4", "6", "6", "6"]
    assert server.told == ["The connection is lost; going on as soon as it is back."]
    assert server.slept == [0.2, 0.5, 1.0]


def test_a_platform_in_trouble_is_waited_for() -> None:
    server = Server(problem(503, "store_unavailable"), event(1) + end("finished"))
    assert server.follow() == [1]


def test_an_old_token_is_tried_again_once() -> None:
    server = Server(problem(401, "expired_token"), event(1) + end("finished"))
    assert server.follow() == [1]
    refusing = Server(problem(401, "invalid_token"))
    with pytest.raises(ProblemError):
        refusing.follow()
    assert len(refusing.asked) == 2


def test_a_game_that_is_not_there_is_not_waited_for() -> None:
    server = Server(problem(404, "unknown_game"))
    with pytest.raises(ProblemError):
        server.follow()
    assert server.asked == [None]


def test_a_connection_that_never_comes_back_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(httpx.ConnectError("refused"))
    clock = iter(range(0, 1000, 20))
    monkeypatch.setattr("clients.cli.api.streams.time.monotonic", lambda: float(next(clock)))
    with pytest.raises(UnreachableError, match="There is no platform"):
        server.follow()
    assert len(server.asked) == 4
