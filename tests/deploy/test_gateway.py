"""The gateway: every path to its service, and a few answers of its own."""

import json
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from wsgiref.util import setup_testing_defaults

import pytest

from deploy.gateway import Gateway, create_app

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment


class Service:
    """Answers with what it was asked for."""

    def __init__(self, status: str = "200 OK", seen: list[str] | None = None) -> None:
        self.status = status
        self.seen = [] if seen is None else seen
        self.extensions: dict[str, object] = {"interchange": self}
        self.closed = False

    def start(self) -> None:
        """Begin."""
        self.seen.append(f"start {self.status}")

    def stop(self) -> None:
        """End."""
        self.seen.append(f"stop {self.status}")

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request."""
        if self.status == "raise":
            raise RuntimeError
        start_response(self.status, [("Content-Type", "text/plain")])
        body = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']} {environ['wsgi.input'].read()}"
        return Body(self, body.encode())


class Body(list[bytes]):
    """Notices that it was closed, as WSGI demands."""

    def __init__(self, service: Service, data: bytes) -> None:
        super().__init__([data])
        self.service = service

    def close(self) -> None:
        """Be closed."""
        self.service.closed = True


def ask(gateway: Gateway, path: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    environ: WSGIEnvironment = {"PATH_INFO": path, "REQUEST_METHOD": method}
    setup_testing_defaults(environ)
    answers: list[tuple[int, dict[str, str]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], *_: object) -> Any:
        answers.append((int(status[:3]), dict(headers)))

    body = b"".join(gateway(environ, start_response))
    return *answers[0], body


def create_fake() -> Service:
    return Service()


@pytest.mark.parametrize("path", ["/rules/v1/editions", "/rules/", "/rules", "/rules//x"])
def test_a_service_gets_its_paths_unchanged(path: str) -> None:
    status, _, body = ask(Gateway({"lobby": Service("500 No"), "rules": Service()}), path, "POST")
    assert (status, body) == (200, f"POST {path} b''".encode())


@pytest.mark.parametrize(
    "path", ["/rulesx", "/Rules/v1", "//rules/v1", "rules/v1", "*", "", "/x/rules", "/\xff\x00"]
)
def test_everything_else_is_not_found(path: str) -> None:
    status, _, body = ask(Gateway({"rules": Service()}), path)
    assert (status, json.loads(body)["code"]) == (404, "not_found")


def test_a_problem_has_its_media_type_and_all_its_fields() -> None:
    status, headers, body = ask(Gateway({}), "/nothing")
    assert (status, headers["Content-Type"]) == (404, "application/problem+json")
    assert json.loads(body) == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "There is nothing at this address.",
        "code": "not_found",
    }


def test_the_index_leads_to_the_documentation() -> None:
    status, headers, body = ask(Gateway({"rules": Service()}), "/")
    assert (status, headers["Content-Type"]) == (200, "application/json")
    assert json.loads(body)["services"]["rules"]["docs"] == "/rules/docs"


def test_own_pages_can_only_be_read() -> None:
    status, headers, body = ask(Gateway({}), "/", "POST")
    assert (status, headers["Allow"]) == (405, "GET, HEAD")
    assert json.loads(body)["code"] == "method_not_allowed"


def test_a_head_request_gets_the_headers_alone() -> None:
    _, headers, body = ask(Gateway({}), "/", "HEAD")
    assert body == b""
    assert int(headers["Content-Length"]) > 10


@pytest.mark.parametrize("page", ["/healthz", "/readyz"])
def test_the_platform_is_well_only_if_all_services_are(page: str) -> None:
    well, ill = Service(), Service("503 Service Unavailable")
    assert ask(Gateway({"rules": well}), page)[0] == 200
    status, _, body = ask(Gateway({"rules": well, "lobby": ill}), page)
    assert (status, json.loads(body)["services"]) == (503, {"rules": 200, "lobby": 503})
    assert well.closed
    assert ill.closed


def test_a_service_that_fails_when_asked_is_not_well(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert ask(Gateway({"rules": Service("raise")}), "/readyz")[0] == 503
    assert "rules could not be asked for /readyz" in caplog.text


def test_metrics_are_those_of_all_services() -> None:
    status, headers, body = ask(Gateway({"rules": Service(), "lobby": Service()}), "/metrics")
    assert body == b"GET /rules/metrics b''GET /lobby/metrics b''"
    assert (status, headers["Content-Type"]) == (200, "text/plain")
    assert headers["Content-Length"] == str(len(body))
    assert ask(Gateway({}), "/metrics")[0] == 404


def test_services_start_in_order_and_stop_the_other_way_round() -> None:
    seen: list[str] = []
    plain = Service()
    plain.extensions = {}
    gateway = Gateway({"rules": Service("1", seen), "x": plain, "lobby": Service("2", seen)})
    gateway.extensions["interchange"].start()
    gateway.extensions["interchange"].stop()
    assert seen == ["start 1", "start 2", "stop 2", "stop 1"]


def test_services_are_made_by_their_factories() -> None:
    gateway = create_app({"fake": f"{__name__}:create_fake"})
    assert ask(gateway, "/fake/x")[2] == b"GET /fake/x b''"
