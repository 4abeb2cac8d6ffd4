"""A small platform for `deploy.local`: a service with a counter in Redis, and a worker that waits.

`python -m tests.deploy.fake_platform` is `make up` with it.
"""

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import redis

from deploy.gateway import Gateway
from deploy.local import Plan, main
from deploy.processes import Patience

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment


class FakeService:
    """Answers `/fake/…`; its lifecycle leaves marks in Redis."""

    def __init__(self) -> None:
        self.redis = redis.Redis.from_url(os.environ["REDIS_URL"], decode_responses=True)
        self.ending = threading.Event()
        self.extensions = {"interchange": self}

    def start(self) -> None:
        """Be started with the process."""
        self.redis.incr("starts")

    def stop(self) -> None:
        """Let the streams end."""
        self.ending.set()
        self.redis.incr("stops")

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request."""
        page = environ["PATH_INFO"].removeprefix("/fake/")
        answers = {
            "readyz": self._well,
            "healthz": self._well,
            "count": self._count,
            "environment": self._environment,
            "stream": self._stream,
            "slow": self._slow,
            "marks": self._marks,
        }
        found = page in answers
        start_response("200 OK" if found else "404 Not Found", [("Content-Type", "text/plain")])
        return answers[page]() if found else [repr(page).encode()]

    def _well(self) -> Iterable[bytes]:
        return [str(self.redis.ping()).encode()]

    def _count(self) -> Iterable[bytes]:
        return [str(self.redis.incr("count")).encode()]

    def _environment(self) -> Iterable[bytes]:
        return [json.dumps({**os.environ, "pid": os.getpid(), "ppid": os.getppid()}).encode()]

    def _marks(self) -> Iterable[bytes]:
        found = {name: int(self.redis.get(name) or 0) for name in ("starts", "stops")}
        return [json.dumps(found).encode()]

    def _stream(self) -> Iterable[bytes]:
        yield b"hello\n"
        self.ending.wait(60)
        yield b"bye\n"

    def _slow(self) -> Iterable[bytes]:
        time.sleep(1.5)
        return [b"done"]


def create_app() -> Gateway:
    """Make the gateway that gunicorn loads."""
    if "FAKE_APP_FAILS" in os.environ:
        raise RuntimeError("this application does not load")
    return Gateway({"fake": FakeService()})


def work() -> None:
    """Wait for the end, as a worker without jobs does."""
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    print("waiting for jobs")
    while not ended.wait(0.05):
        pass
    print("no more jobs")


def no_keys(folder: Path) -> Path:
    """Stand in for the key pair."""
    return folder / "keys.json"


PLAN = Plan(
    app="tests.deploy.fake_platform:create_app()",
    workers={"worker": ("-m", "tests.deploy.fake_platform", "work")},
    make_keys=no_keys,
    patience=Patience(pauses=(0.1,), deaths=4),
)

if __name__ == "__main__":
    if sys.argv[1:] == ["work"]:
        work()
    else:
        sys.exit(main(plan=PLAN))
