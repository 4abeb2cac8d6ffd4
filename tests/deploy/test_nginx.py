"""The gateway of containers: a real nginx with the real settings, in front of small services."""

import json
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic
from typing import Any, Final

import httpx
import pytest

from deploy import child
from deploy.settings import ROOT
from services.rules.editions import FOLDER
from tests.deploy.names import NameServer
from tests.servers import wait_until

NGINX: Final = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
EDITIONS: Final = sorted(path.stem for path in FOLDER.glob("*.yaml"))
SERVICES: Final = ("rules", "lobby", "scoring", *(f"rules-{name}" for name in EDITIONS))
OLDER: Final = "rules-gob-rome-1"
GAME: Final = "/rules/v1/editions/gob-rome/games/x"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="nginx is not on the path (Debian: nginx-light)"),
]


class Service(BaseHTTPRequestHandler):
    """Says who it is and what it was asked for."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer."""
        server: Any = self.server
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path.endswith("/older") and server.name != OLDER:
            self._send(
                404,
                b"{}",
                {"X-Accel-Redirect": "@upstream", "X-Interchange-Upstream": f"http://{OLDER}:8080"},
            )
        elif self.path.endswith("/stream"):
            self._stream(server.go_on)
        elif self.path.endswith("/readyz") and not server.ready:
            self._send(503, b"{}")
        else:
            told = {"service": server.name, "method": self.command, "path": self.path}
            heard = {name.lower(): value for name, value in self.headers.items()}
            self._send(200, json.dumps({**told, "body": body.decode(), "headers": heard}).encode())

    do_POST = do_GET  # noqa: N815 - as http.server calls it

    def log_message(self, *_: object) -> None:
        """Write nothing."""

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, go_on: Event) -> None:
        """Send one event, and the next when somebody says so."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("X-Accel-Buffering", "no")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"id: 1\n\n")
        self.wfile.flush()
        go_on.wait(20)
        self.wfile.write(b"id: 2\n\n")


class Platform:
    """Small services, a name server that knows them, and nginx in front."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.stack = stack
        self.servers: dict[str, Any] = {}
        self.names = stack.enter_context(NameServer({}))
        self._chance = Random()  # noqa: S311 - tests that run side by side need other addresses
        for name in (*SERVICES, OLDER):
            self.names.names[name] = [self.serve(name)]
        self._start(folder)

    def serve(self, name: str) -> str:
        """Start a service on an address of its own; give the address."""
        address = "127.{}.{}.{}".format(*(self._chance.randrange(1, 255) for _ in range(3)))
        server: Any = ThreadingHTTPServer((address, 8080), Service)
        server.name, server.ready, server.go_on = name, True, Event()
        server.daemon_threads = True
        self.servers[name] = server
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        self.stack.callback(server.server_close)
        self.stack.callback(server.shutdown)
        return address

    def get(self, path: str, method: str = "GET", **more: Any) -> httpx.Response:
        """Ask the gateway."""
        return self.http.request(method, path, **more)

    def asked(self, path: str, method: str = "GET", **more: Any) -> dict[str, Any]:
        """Ask the gateway; give what a service says it was asked for."""
        answer = self.get(path, method, **more)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def _start(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        files = folder / "nginx"
        shutil.copytree(ROOT / "deploy" / "nginx", files)
        settings = (files / "nginx.conf").read_text(encoding="utf-8")
        assert "listen 8080 " in settings
        settings = settings.replace("listen 8080 ", f"listen 127.0.0.1:{port} ")
        (files / "nginx.conf").write_text(settings, encoding="utf-8")
        self.environment = {
            "PATH": f"{os.environ['PATH']}:/usr/sbin",
            "TMPDIR": str(folder),
            "RESOLVER": self.names.address,
        }
        self.script = ["sh", str(files / "start.sh")]
        self.files = files
        log = self.stack.enter_context((folder / "log").open("wb"))
        process = subprocess.Popen(
            child.command(self.script), env=self.environment, stdout=log, stderr=log
        )
        self.stack.callback(process.wait, 20)
        self.stack.callback(process.terminate)
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20, trust_env=False)
        self.stack.callback(self.http.close)
        wait_until(self._is_up, 20)

    def _is_up(self) -> bool:
        try:
            return self.get("/healthz").status_code == 200
        except httpx.TransportError:
            return False


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    with ExitStack() as stack:
        yield Platform(tmp_path_factory.mktemp("gateway"), stack)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_about_a_city_goes_to_its_own_engine(platform: Platform, edition: str) -> None:
    for rest in ("", "/games", "/games/x/moves?after=1&limit=2"):
        path = f"/rules/v1/editions/{edition}{rest}"
        told = platform.asked(path)
        assert (told["service"], told["path"]) == (f"rules-{edition}", path)


@pytest.mark.parametrize(
    ("path", "service"),
    [
        ("/rules/v1/editions", "rules"),
        ("/rules/v1/editions/?x=1", "rules"),
        ("/rules/v1/editions/gob-atlantis", "rules"),
        ("/rules/v1/editions/GOB-ROME", "rules"),
        ("/rules/openapi.json", "rules"),
        ("/lobby/v1/tables/a%2Fb", "lobby"),
        ("/scoring/docs", "scoring"),
    ],
)
def test_everything_else_goes_to_the_service_that_its_path_names(
    platform: Platform, path: str, service: str
) -> None:
    told = platform.asked(path)
    assert (told["service"], told["path"]) == (service, path)


def test_a_service_hears_who_asked_and_how(platform: Platform) -> None:
    heard = platform.asked(
        "/lobby/v1/me",
        "POST",
        content=b"hello",
        headers={"X-Forwarded-For": "192.0.2.9", "X-Request-Id": "abc"},
    )
    assert (heard["method"], heard["body"]) == ("POST", "hello")
    headers = heard["headers"]
    assert headers["x-forwarded-for"] == "192.0.2.9, 127.0.0.1"
    assert headers["host"] == platform.http.base_url.netloc.decode()
    assert (headers["x-forwarded-proto"], headers["x-request-id"]) == ("http", "abc")


@pytest.mark.parametrize(("method", "body"), [("GET", ""), ("POST", '{"move": 1}')])
def test_a_game_of_an_older_version_is_sent_on_with_method_and_body(
    platform: Platform, method: str, body: str
) -> None:
    told = platform.asked(f"{GAME}/older", method, content=body)
    assert told["service"] == OLDER
    assert (told["method"], told["path"], told["body"]) == (method, f"{GAME}/older", body)


def test_streams_are_passed_on_as_they_come(platform: Platform) -> None:
    with platform.http.stream("GET", f"{GAME}/stream") as answer:
        events = answer.iter_raw()
        assert next(events) == b"id: 1\n\n"
        platform.servers["rules-gob-rome"].go_on.set()
        assert next(events) == b"id: 2\n\n"


def test_a_city_that_is_away_is_told_as_a_problem_and_the_others_do_not_notice(
    platform: Platform,
) -> None:
    away = platform.names.names.pop("rules-gob-paris")
    try:
        wait_until(lambda: platform.get("/rules/v1/editions/gob-paris").status_code == 503, 20)
        answer = platform.get("/rules/v1/editions/gob-paris/games/x")
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.headers["Retry-After"] == "1"
        assert (answer.json()["status"], answer.json()["code"]) == (503, "engine_unavailable")
        assert platform.asked(GAME)["service"] == "rules-gob-rome"
        assert platform.asked("/rules/v1/editions")["service"] == "rules"
    finally:
        platform.names.names["rules-gob-paris"] = away
    wait_until(lambda: platform.get("/rules/v1/editions/gob-paris").status_code == 200, 20)


def test_more_containers_of_a_city_are_found_and_one_that_is_gone_is_passed_over(
    platform: Platform,
) -> None:
    path, name = "/rules/v1/editions/otu-paris", "rules-otu-paris"
    alone = platform.names.names[name]
    gone = "127.0.0.254"  # nobody listens there
    platform.names.names[name] = [*alone, platform.serve("another"), gone]
    seen: set[str] = set()

    def all_seen() -> bool:
        seen.add(platform.asked(path)["service"])
        return seen == {name, "another"}

    wait_until(all_seen, 20)
    assert [platform.get(path).status_code for _ in range(12)] == [200] * 12
    platform.names.names[name] = alone


def test_it_is_ready_when_all_services_are(platform: Platform) -> None:
    assert platform.get("/readyz").json() == {"status": "ok"}
    for name in ("rules", "lobby", "scoring"):
        platform.servers[name].ready = False
        answer = platform.get("/readyz")
        platform.servers[name].ready = True
        assert (name, answer.status_code, answer.json()) == (name, 503, {"status": "unavailable"})


def test_its_own_addresses_are_those_of_make_up(platform: Platform) -> None:
    index = platform.get("/").json()
    assert index["services"]["rules"]["openapi"] == "/rules/openapi.json"
    assert platform.get("/healthz").json() == {"status": "ok"}
    for path, method, status, code in (
        ("/nothing", "GET", 404, "not_found"),
        ("/", "POST", 405, "method_not_allowed"),
        ("/healthz", "POST", 405, "method_not_allowed"),
    ):
        answer = platform.get(path, method)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_body_beyond_all_measure_is_refused_as_a_problem(platform: Platform) -> None:
    answer = platform.get("/lobby/v1/tables", "POST", content=b"x" * 2_000_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


def test_a_new_version_gets_the_new_games_after_a_reload(platform: Platform) -> None:
    platform.names.names["rules-gob-london-2"] = [platform.serve("rules-gob-london-2")]
    table = platform.files / "editions.map"
    before = table.read_text(encoding="utf-8")
    assert "rules-gob-london@" in before
    table.write_text(before.replace("rules-gob-london@", "rules-gob-london-2@"), encoding="utf-8")
    begun = monotonic()
    subprocess.run([*platform.script, "reload"], env=platform.environment, check=True, timeout=20)
    path = "/rules/v1/editions/gob-london"
    wait_until(lambda: platform.asked(path)["service"] == "rules-gob-london-2", 20)
    assert monotonic() - begun < 20
    table.write_text(before, encoding="utf-8")


def test_a_reload_of_nonsense_is_refused_and_changes_nothing(platform: Platform) -> None:
    table = platform.files / "editions.map"
    before = table.read_text(encoding="utf-8")
    table.write_text(f"{before}\ngob-rome;;\n", encoding="utf-8")
    done = subprocess.run(
        [*platform.script, "reload"],
        env=platform.environment,
        check=False,
        timeout=20,
        capture_output=True,
    )
    table.write_text(before, encoding="utf-8")
    assert done.returncode != 0
    assert b"editions.map" in done.stderr
    assert platform.asked(GAME)["service"] == "rules-gob-rome"
