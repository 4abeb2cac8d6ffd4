"""A small platform for quick tests: the real rules in memory, a lobby of canned answers."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import pytest
from structlog.testing import capture_logs

from clients.cli.__main__ import main
from tests.rules.api.client import Api

URL: Final = "http://platform.test"
TABLE: Final = "T" * 22
BEARER: Final = "itx_ana"
Answer = Callable[[httpx.Request], httpx.Response]
PLAYER: Final = {
    "id": "ana",
    "name": "Ana",
    "kind": "person",
    "level": None,
    "created_at": "2026-01-01T12:00:00Z",
}
TOKEN: Final = {
    "id": "0123456789abcdef",
    "label": "registration",
    "scopes": ["play"],
    "created_at": "2026-01-01T12:00:00Z",
    "expires_at": "2027-01-01T12:00:00Z",
    "last_used_at": None,
    "revoked_at": None,
}


class Ran(NamedTuple):
    """What came of a command."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """What was written for programs."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """What was written for programs, line by line."""
        return [json.loads(line) for line in self.out.splitlines()]


class Stage:
    """Who answers, and what was asked."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.api, self.folder, self.capture = Api(folder / "keys"), folder, capture
        self.asked: list[httpx.Request] = []
        self.answers: dict[tuple[str, str], Answer] = {}
        self.environment = {
            "INTERCHANGE_URL": URL,
            "INTERCHANGE_TOKEN": BEARER,
            "XDG_CONFIG_HOME": str(folder),
        }
        self.say("GET", "/lobby/v1/me", {"player": PLAYER, "token": TOKEN})
        self.answers["POST", "/lobby/v1/game-tokens"] = self._sign

    def say(self, method: str, path: str, body: Any, status: int = 200) -> None:
        """Decide what is answered to a request."""
        self.answers[method, path] = lambda _: httpx.Response(status, json=body)

    def seat(self, game: str) -> None:
        """Put Ana and Ben at a table whose game is played at a path."""
        seats = [
            {"player": each, "kind": "person", "name": each.title()} for each in ("ana", "ben")
        ]
        edition, id_ = game.split("/")[4], game.split("/")[6]
        playing = {"id": id_, "edition": edition, "address": f"{URL}{game}"}
        table = {"id": TABLE, "seats": seats, "status": "playing", "playing": playing}
        self.say("GET", f"/lobby/v1/tables/{TABLE}", table)

    def view(self, game: str) -> Any:
        """Look at a game."""
        return self.api.get(game).json

    def run(self, *arguments: str, typed: str = "") -> Ran:
        """Run a command; somebody types."""
        patch = pytest.MonkeyPatch()
        patch.setattr("sys.stdin", io.StringIO(typed))
        patch.setattr("time.sleep", lambda _: None)
        self.capture.readouterr()
        try:
            code = main(list(arguments), httpx.MockTransport(self._answer), self.environment)
        finally:
            patch.undo()
        return Ran(code, *self.capture.readouterr())

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        path = request.url.path
        known = self.answers.get((request.method, path))
        if known:
            return known(request)
        if path.startswith("/rules/"):
            return self._rules(request)
        problem = {"title": "There is no such thing", "status": 404, "code": "not_found"}
        return httpx.Response(404, json=problem | {"detail": path, "type": "", "request_id": "r"})

    def _rules(self, request: httpx.Request) -> httpx.Response:
        """Let the real rules answer; Ben plays at random whenever he may."""
        answer = self._pass(request)
        path, _, what = request.url.path.rpartition("/")
        if what in {"moves", "resignation"} and answer.status_code == 201:
            self._ben(path)
        return answer

    def _pass(self, request: httpx.Request) -> httpx.Response:
        target = request.url.raw_path.decode()
        headers = {name: value for name, value in request.headers.items() if name != "host"}
        given: dict[str, Any] = {"data": request.content} if request.content else {}
        with capture_logs():  # they would stand among what the command writes
            answer = self.api.call(request.method, target, headers=headers, **given)
        return httpx.Response(answer.status_code, headers=dict(answer.headers), content=answer.data)

    def _ben(self, game: str) -> None:
        with capture_logs():
            while 1 in self.view(game)["to_play"]:
                self.api.move(game, "ben")

    def _sign(self, _: httpx.Request) -> httpx.Response:
        token = {"token": self.api.token("ana"), "player": "ana"}
        return httpx.Response(201, json=token | {"expires_at": "2099-01-01T12:00:00Z"})
