"""The health check of containers."""

import os
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from deploy.alive import LONGEST, main
from deploy.settings import ROOT


class Api(BaseHTTPRequestHandler):
    """Is ready at one address only."""

    def do_GET(self) -> None:
        """Answer."""
        self.send_response(200 if self.path == "/rules/readyz" else 503)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@pytest.mark.parametrize(("path", "code"), [("/rules/readyz", 0), ("/lobby/readyz", 1)])
def test_an_api_is_well_if_it_answers_200(
    path: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with HTTPServer(("127.0.0.1", 0), Api) as server:
        thread = Thread(target=server.handle_request)
        thread.start()
        assert main([path], {"BIND": f"0.0.0.0:{server.server_port}"}) == code
        thread.join()
    assert capsys.readouterr().err == ("" if code == 0 else f"{path} is answered with 503\n")


def test_an_api_that_does_not_answer_is_not_well(capsys: pytest.CaptureFixture[str]) -> None:
    with HTTPServer(("127.0.0.1", 0), Api) as server:
        port = server.server_port
    assert main(["/rules/readyz"], {"BIND": f"127.0.0.1:{port}"}) == 1
    assert "/rules/readyz is not answered: ConnectionRefusedError" in capsys.readouterr().err


@pytest.mark.parametrize(("age", "code"), [(0.0, 0), (LONGEST - 5, 0), (LONGEST + 5, 1)])
def test_a_worker_is_well_if_it_was_seen_a_moment_ago(
    tmp_path: Path, age: float, code: int
) -> None:
    sign = tmp_path / "alive"
    sign.touch()
    os.utime(sign, (time.time() - age,) * 2)
    assert main([], {"WORKER_ALIVE": str(sign)}) == code


def test_a_worker_that_was_never_seen_is_not_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([], {"WORKER_ALIVE": str(tmp_path / "alive")}) == 1
    assert main([], {}) == 1
    never, unset = capsys.readouterr().err.splitlines()
    assert never.endswith("alive: No such file or directory")
    assert unset.startswith("WORKER_ALIVE is not set")


def test_it_needs_nothing_but_python() -> None:
    command = [sys.executable, "-I", "-S", "deploy/alive.py"]
    done = subprocess.run(command, cwd=ROOT, env={}, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr.split()[0]) == (1, b"WORKER_ALIVE")
