"""The platform as it is deployed, for a while: Valkey, gunicorn and workers, with tokens."""

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import orjson

from deploy import child
from deploy.embedded import Embedded, Fsync, running_server
from deploy.keys import issue_token
from deploy.local import EDITIONS, address, bind
from deploy.settings import ROOT
from services.lobby.keys import ensure_keys

BRIEF: Final = {
    f"{name}_{what}_SECONDS": "1" for name in ("RULES", "LOBBY") for what in ("POLL", "STREAM")
}
"""Whoever waits for events waits for a moment only."""
WAIT: Final = 180
FAILURES: Final = ("internal_error", "store_unavailable")
WORKERS: Final = {
    **{
        name: (sys.executable, "-m", f"services.{name}.worker")
        for name in ("rules", "scoring", "lobby")
    },
    "webhooks": (sys.executable, "-m", "services.lobby.worker", "webhooks"),
    "bots": (sys.executable, "-m", "clients.bots.worker"),
}
WEB: Final = (
    *(sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py"),
    *("--log-level", "warning", "deploy.gateway:create_app()"),
)


@dataclass
class Running:
    """The platform, and what it writes down."""

    url: str
    folder: Path
    store: Embedded
    environment: dict[str, str]
    listener: int | None
    """The open file of the port, which processes inherit."""
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    own: dict[str, dict[str, str]] = field(default_factory=dict)
    """Settings of single processes, by name."""

    def token(self, player: str) -> str:
        """Give a token of a player."""
        return issue_token(self.folder / "keys", player)

    def start(self, name: str, command: tuple[str, ...], root: Path = ROOT) -> None:
        """Start a process of the platform."""
        with (self.folder / "log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                child.command(command),
                cwd=root,
                env={**self.environment, **self.own.get(name, {})},
                stdout=log,
                stderr=log,
                pass_fds=() if self.listener is None else (self.listener,),
            )

    def kill(self, name: str) -> None:
        """End a process as a power cut would (SIGKILL)."""
        self.processes[name].kill()
        self.processes.pop(name).wait()

    def end(self, name: str) -> None:
        """Ask a process to end, and wait for it."""
        self.processes[name].terminate()
        self.processes.pop(name).wait(WAIT)

    def stop(self) -> None:
        """Ask the processes to end."""
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            try:
                process.wait(WAIT)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def wait_until_ready(self) -> None:
        """Wait until requests are answered."""
        until = time.monotonic() + WAIT
        while not self._is_ready():
            assert time.monotonic() < until, self.log()
            time.sleep(0.05)

    def failures(self) -> list[str]:
        """Give the lines in which the platform says that it has failed."""
        return [line for line in self.log().splitlines() if _is_failure(line)]

    def log(self) -> str:
        """Give everything that was written down so far."""
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def _is_ready(self) -> bool:
        connection = http.client.HTTPConnection(self.url.removeprefix("http://"), timeout=1)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


@contextmanager
def running_service(
    folder: Path,
    *,
    root: Path = ROOT,
    fsync: Fsync = "no",
    workers: Iterable[str] = WORKERS,
    **settings: str,
) -> Iterator[Running]:
    """Run the platform of a project until the end of a block; settings go to its environment.

    Whoever needs only some of the workers says so: each takes a core for a second to start.
    """
    with ExitStack() as stack:
        listener = bind("127.0.0.1", 0)
        stack.callback(listener.close)
        url = address("127.0.0.1", listener)
        store = stack.enter_context(running_server(folder / "valkey", fsync=fsync))
        environment = {
            **os.environ,
            "REDIS_URL": store.url,
            "QUEUES_URL": store.url,
            "RULES_KEYS": str(ensure_keys(folder / "keys")),
            "RULES_ADDRESS": f"{url}/rules/v1",
            "SCORING_ADDRESS": f"{url}/scoring/v1",
            "LOBBY_KEYS": str(folder / "keys"),
            "BOTS_EDITIONS": ",".join(EDITIONS),
            "BOTS_SEARCH_MS": "20",
            "LOBBY_LIMIT": "1000000 per minute",
            "LOBBY_REGISTRATIONS": "1000000 per minute",
            "BIND": f"fd://{listener.fileno()}",
            "PYTHONPATH": str(root),
            **settings,
        }
        service = Running(url, folder, store, environment, listener.fileno())
        stack.callback(service.stop)
        for name in workers:
            service.start(name, WORKERS[name], root)
        service.start("web", WEB, root)
        service.wait_until_ready()
        yield service


def _is_failure(line: str) -> bool:
    """Tell whether a line is about a failure of our own; other lines may be no JSON."""
    try:
        entry = orjson.loads(line[max(line.find("{"), 0) :])
    except orjson.JSONDecodeError:
        return "Traceback" in line
    return entry.get("event") in FAILURES or entry.get("status", 0) >= 500
