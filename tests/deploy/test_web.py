"""gunicorn as it is set up here: strange requests do no harm, and an end is a gentle one."""

import http.client
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.running import LIMIT, Up, is_alive, up, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc")


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """Run a platform for the tests that do it no harm."""
    with up(tmp_path_factory.mktemp("web") / "data") as running:
        yield running


def send(platform: Up, request: bytes) -> bytes:
    """Send bytes and read the answer until the other side closes."""
    with socket.create_connection(platform.place, timeout=LIMIT) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while data := connection.recv(65536):
            answer += data
    return answer


def line(path: bytes, headers: bytes = b"", method: bytes = b"GET") -> bytes:
    return method + b" " + path + b" HTTP/1.1\r\nHost: x\r\n" + headers + b"\r\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (line(b"/fake/" + b"a" * 9000), 414),
        (line(b"/fake/x", b"X: " + b"a" * 9000 + b"\r\n"), 431),
        (line(b"/fake/x", b"".join(b"X-%d: 1\r\n" % number for number in range(200))), 431),
        (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400),
        (line(b"/fake/x", b"X Y: 1\r\n"), 400),
        (line(b"/fake/x", b"Content-Length: x\r\n", b"POST"), 400),
        (line(b"/fake/x", b"Transfer-Encoding: magic\r\n", b"POST"), 501),
        (line(b"/fake/%"), 404),
        (line(b"/fake/%ff%00%zz%e2%28"), 404),
        (line(b"/%2e%2e/fake/healthz"), 404),
        (line(b"*", method=b"OPTIONS"), 404),
        (line(b"http://elsewhere.test/fake/healthz"), 200),
        (line(b"/fake/healthz", b"SCRIPT_NAME: /fake\r\nPATH_INFO: /\r\n"), 200),
    ],
    ids=lambda value: value[:24] if isinstance(value, bytes) else None,
)
def test_strange_requests_are_answered_and_do_no_harm(
    platform: Up, raw: bytes, status: int
) -> None:
    before = json.loads(platform.get("/fake/environment"))["pid"]
    assert send(platform, raw).startswith(b"HTTP/1.1 %d " % status)
    assert json.loads(platform.get("/fake/environment"))["pid"] == before


@pytest.mark.slow
def test_as_many_files_may_be_open_as_the_machine_allows(platform: Up) -> None:
    limits = Path(f"/proc/{platform.member('gunicorn')}/limits").read_text(encoding="ascii")
    (found,) = (one.split() for one in limits.splitlines() if one.startswith("Max open files"))
    assert found[3] == found[4] or int(found[3]) >= 65536


@pytest.mark.slow
def test_the_application_is_started_with_its_worker_and_told_of_the_end(platform: Up) -> None:
    marks = json.loads(platform.get("/fake/marks"))
    os.kill(json.loads(platform.get("/fake/environment"))["pid"], signal.SIGTERM)
    wait_until(lambda: json.loads(platform.get("/fake/marks"))["starts"] > marks["starts"])
    now = json.loads(platform.get("/fake/marks"))
    assert now == {"starts": marks["starts"] + 1, "stops": marks["stops"] + 1}


@pytest.mark.slow
def test_workers_do_not_outlive_their_master(platform: Up) -> None:
    said = json.loads(platform.get("/fake/environment"))
    os.kill(said["ppid"], signal.SIGKILL)
    wait_until(lambda: not is_alive(said["pid"]))
    assert not is_alive(said["pid"])
    wait_until(lambda: "ok" in platform.get("/readyz"))


@pytest.mark.slow
def test_at_the_end_streams_and_requests_are_finished_and_idle_connections_closed(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with up(tmp_path_factory.mktemp("end") / "data") as running:
        idle, stream, slow = (
            http.client.HTTPConnection(*running.place, timeout=LIMIT) for _ in range(3)
        )
        idle.request("GET", "/healthz")
        idle.getresponse().read()
        stream.request("GET", "/fake/stream")
        streamed = stream.getresponse()
        assert streamed.readline() == b"hello\n"
        slow.request("GET", "/fake/slow")
        time.sleep(0.3)
        begun = time.monotonic()
        assert running.end() == 0
        assert time.monotonic() - begun < 6
        assert streamed.read() == b"bye\n"
        assert slow.getresponse().read() == b"done"
        for connection in (idle, stream, slow):
            connection.close()
