"""Asking the platform: one request, its answer, and what is done when there is none."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Final, TypeAlias
from urllib.parse import quote, urlsplit
from uuid import uuid4

import httpx

from clients.cli.errors import LoginNeededError, ProblemError, SettingsError, UnreachableError

Json: TypeAlias = dict[str, Any]
Sign: TypeAlias = Callable[[], tuple[str, str]]
"""Gives a token for rules and scoring, and until when it is good."""
ATTEMPTS: Final = 3
PATIENT_ATTEMPTS: Final = 14
PAUSE, LONGEST_PAUSE = 0.3, 3.0
LONGEST_WAIT: Final = 20
"""Seconds that are waited when the platform asks for it; more is told instead."""
EARLY: Final = 30
"""So many seconds before its end a signed token is renewed."""
LOST: Final = (httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError)
"""The request was under way: with its key it can be sent again, and is done once."""


class Conversation:
    """The requests of one person at one platform."""

    def __init__(self, http: httpx.Client, url: str, token: str | None) -> None:
        self.http, self.url, self.token = http, url, token
        self._known = {_origin(url)}
        self._pass: tuple[str, float] | None = None
        self.sleep: Callable[[float], None] = time.sleep
        self.patient = False
        """Whether a platform that answered before is waited for, some half a minute."""

    def trust(self, address: str) -> None:
        """Remember an address that the lobby has named: signed tokens may be sent there."""
        self._known.add(_origin(address))

    def lobby(self, method: str, path: str, **request: Any) -> httpx.Response:  # noqa: ANN401 (httpx)
        """Ask the lobby, with the token of the person if there is one."""
        token = self.token
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self._read(self._send(method, f"{self.url}{path}", headers, **request))

    def game(self, method: str, address: str, **request: Any) -> httpx.Response:  # noqa: ANN401 (httpx)
        """Ask rules or scoring, with a signed token; renew it when it is refused."""
        address = address if "://" in address else f"{self.url}{address}"
        answer = self._send(method, address, self._signed(address), **request)
        if answer.status_code == HTTPStatus.UNAUTHORIZED and self._pass:
            self._pass = None
            answer = self._send(method, address, self._signed(address), **request)
        return self._read(answer)

    @contextmanager
    def stream(
        self, address: str, headers: Mapping[str, str], *, game: bool
    ) -> Iterator[httpx.Response]:
        """Open a stream of events; whoever reads it sees to its end."""
        address = address if "://" in address else f"{self.url}{address}"
        token = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        signed = self._signed(address) if game else token
        patience = httpx.Timeout(self.http.timeout.connect, read=30.0)
        with self.http.stream(
            "GET", address, headers={**headers, **signed}, timeout=patience
        ) as answer:
            if answer.status_code == HTTPStatus.UNAUTHORIZED:
                self._pass = None
            if answer.is_error:
                answer.read()
            yield self._read(answer)

    def need_token(self) -> None:
        """Refuse to go on without a token, before anything is asked."""
        if not self.token:
            raise LoginNeededError(
                f"Nobody is logged in at {self.url}.", "Log in with: interchange login"
            )

    def _signed(self, address: str) -> dict[str, str]:
        """Give the header for rules and scoring; none for strangers, and none for spectators."""
        if not self.token or _origin(address) not in self._known:
            return {}
        if self._pass is None or time.time() > self._pass[1] - EARLY:
            made = document(self.lobby("POST", "/lobby/v1/game-tokens", key=True))
            self._pass = made["token"], _moment(made["expires_at"])
        return {"Authorization": f"Bearer {self._pass[0]}"}

    def _send(  # noqa: PLR0913 (a request)
        self,
        method: str,
        address: str,
        headers: Mapping[str, str],
        *,
        key: bool = False,
        body: Json | None = None,
        query: Mapping[str, Any] | None = None,
        accept: str = "application/json",
    ) -> httpx.Response:
        """Send a request; one that was lost on its way, or came too early, is sent again."""
        sent = {**headers, "Accept": accept, **({"Idempotency-Key": uuid4().hex} if key else {})}
        params = {name: value for name, value in (query or {}).items() if value is not None}
        again = key or method in {"GET", "DELETE"}
        passing = (*LOST, httpx.ConnectError) if self.patient else LOST
        most = PATIENT_ATTEMPTS if self.patient else ATTEMPTS
        for attempt in range(1, most + 1):
            try:
                answer = self.http.request(method, address, headers=sent, json=body, params=params)
            except passing as error:
                if not again or attempt == most:
                    raise unreachable(address, error) from error
                self.sleep(min(PAUSE * (attempt - 1), LONGEST_PAUSE))
                continue
            except httpx.InvalidURL as error:
                raise SettingsError(f"{address} is not an address: {error}") from error
            except httpx.TransportError as error:
                raise unreachable(address, error) from error
            wait = _wait_of(answer)
            if wait is None or attempt == most:
                return answer
            self.sleep(wait)
        raise AssertionError("the last attempt is answered or raised")

    def _read(self, answer: httpx.Response) -> httpx.Response:
        if answer.is_error or answer.is_redirect:
            raise ProblemError(_problem(answer))
        return answer


def part(text: str) -> str:
    """Write a text as one part of a path, whatever people typed."""
    return quote(text, safe="")


def unreachable(address: str, error: Exception) -> UnreachableError:
    """Say in a sentence that nobody answers, and what may be the reason."""
    origin = _origin(address)
    if isinstance(error, httpx.TimeoutException):
        return UnreachableError(
            f"{origin} does not answer in time.", "Try again, or raise INTERCHANGE_TIMEOUT."
        )
    if isinstance(error, httpx.ConnectError):
        return UnreachableError(
            f"There is no platform at {origin}: {error}",
            "Start one with `make up`, or say where it is: --url or INTERCHANGE_URL.",
        )
    return UnreachableError(f"The connection to {origin} was lost: {error}", "Try again.")


def document(answer: httpx.Response) -> Json:
    """Read an answer; what is no JSON object is not from this platform."""
    try:
        found = answer.json()
    except ValueError:
        found = None
    if not isinstance(found, dict):
        text = f"{_origin(str(answer.url))} answers, but not as Interchange does."
        raise UnreachableError(text, "Is the address right? Say it with --url or INTERCHANGE_URL.")
    return found


def _problem(answer: httpx.Response) -> Json:
    """Read a problem document; whatever else answers is told by its status."""
    try:
        problem = answer.json()
    except ValueError:
        problem = None
    if not isinstance(problem, dict) or "title" not in problem:
        text = (
            f"{_origin(str(answer.url))} answers {answer.status_code}, and not as Interchange does"
        )
        return {"title": text, "status": answer.status_code}
    if answer.headers.get("Retry-After"):
        problem["retry_after"] = answer.headers["Retry-After"]
    return problem


def _wait_of(answer: httpx.Response) -> int | None:
    """Tell how long to wait before the same is asked again; None if there is no sense in it."""
    if answer.status_code != HTTPStatus.TOO_MANY_REQUESTS:
        return None
    told = answer.headers.get("Retry-After", "")
    return int(told) if told.isdecimal() and int(told) <= LONGEST_WAIT else None


def _moment(text: str) -> float:
    return datetime.fromisoformat(text).astimezone(UTC).timestamp()


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
