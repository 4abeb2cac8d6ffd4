"""`make up`: the whole platform on one port of this machine, with a server embedded for its data.

This process only looks after others: the embedded server, gunicorn with the gateway, and a worker
for the queues. It binds the port itself and hands it on, so a port that is taken is known before
anything is started, and requests wait while gunicorn is started again.
"""

import argparse
import errno
import http.client
import os
import shutil
import socket
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from deploy.embedded import Embedded, ServerError
from deploy.folder import FolderError, held, make_private
from deploy.gateway import SERVICES
from deploy.processes import GaveUp, Patience, Program, StopAsked, Supervisor
from deploy.settings import (
    ROOT,
    SettingError,
    Settings,
    check_server,
    read_settings,
    shown,
    without,
)
from services.lobby.keys import ensure_keys
from services.plumbing.config import FILE

READY: Final = "/readyz"
EDITIONS: Final = (
    *("gob-london", "gob-new-york", "gob-paris", "gob-rome"),
    *("otu-new-york", "otu-paris"),
)
"""Where bots play."""
WAIT: Final = 180.0
"""Seconds until all services have to be ready."""
BETWEEN_LINES: Final = 10.0
WILDCARDS: Final = ("0.0.0.0", "::")  # noqa: S104 - recognised, not used
HELP: Final = """\
Runs Interchange on this machine until Ctrl-C. The environment may say:

  PORT       the port (8080); 0 takes any that is free
  HOST       the address to listen on (127.0.0.1: only this machine)
  DATA       the folder with the games, the keys and the logs (.data of the project)
  WORKERS    processes that answer requests (one a core, at most 4)
  REDIS_URL  a Redis or Valkey server to use instead of the embedded one, such as
             redis://localhost:6379/0 or unix:///path/to/socket?db=0
  QUEUES_URL    the same for the queues (the server of REDIS_URL)
  RULES_KEYS    a JWKS file with the public keys that tokens are signed with, or its http(s)
                address (keys made for you)
  RULES_ADDRESS the address that is announced to others (the one that is printed)

Each may be in a file instead: REDIS_URL_FILE=/run/secrets/redis-url.
"""


class PortError(Exception):
    """The port cannot be used; the message says why."""


@dataclass(frozen=True)
class Plan:
    """What is run; tests have their own."""

    app: str = "deploy.gateway:create_app()"
    workers: Mapping[str, Sequence[str]] = field(
        default_factory=lambda: {
            **{name: ("-m", f"services.{name}.worker") for name in ("rules", "scoring", "lobby")},
            "webhooks": ("-m", "services.lobby.worker", "webhooks"),
            "bots": ("-m", "clients.bots.worker"),
        }
    )
    """Names and what Python is to run for them."""
    make_keys: Callable[[Path], Path] = ensure_keys
    patience: Patience = field(default_factory=Patience)


def main(arguments: Sequence[str] | None = None, plan: Plan | None = None) -> int:
    """Run the platform; 0 if somebody ended it, 1 if it could not go on."""
    parser = argparse.ArgumentParser(
        "make up", description=HELP, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args(arguments)
    try:
        Platform(read_settings(os.environ), plan or Plan()).run()
    except (SettingError, FolderError, PortError, ServerError, GaveUp) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


class Platform:
    """The platform as a set of processes."""

    def __init__(self, settings: Settings, plan: Plan) -> None:
        self.settings = settings
        self.plan = plan
        self.supervisor = Supervisor(sys.stdout.buffer, plan.patience)
        self.environment = dict(os.environ)
        self.url = ""

    def run(self) -> None:
        """Start everything, say how to use it, and look after it until the end."""
        folder = make_private(self.settings.data)
        with ExitStack() as stack:
            stack.enter_context(suppress(StopAsked))
            note = stack.enter_context(held(folder))
            listener = bind(self.settings.host, self.settings.port)
            stack.callback(listener.close)
            self.url = address(self.settings.host, listener)
            note(self.url)
            server = Embedded(folder / "valkey")
            stack.callback(server.clean)
            stack.callback(self.supervisor.say, "Interchange has ended.")
            stack.enter_context(self.supervisor)
            try:
                self._live(listener, server)
            finally:
                # Nobody should wait for an answer that will not come.
                listener.close()
                self.supervisor.say("Stopping; Ctrl-C once more hurries")

    def _live(self, listener: socket.socket, server: Embedded) -> None:
        self._set_environment(self.settings.data)
        self._provide_server(server)
        self._start_programs(listener)
        self._wait_until_ready(listener)
        self.supervisor.say(self._summary())
        self.supervisor.run()

    def _set_environment(self, folder: Path) -> None:
        """Say to the programs what they need to know, as far as nobody has said otherwise."""
        metrics = folder / "metrics"
        shutil.rmtree(metrics, ignore_errors=True)
        metrics.mkdir(mode=0o700)
        ours = {
            "RULES_ADDRESS": f"{self.url}/rules/v1",
            "SCORING_ADDRESS": f"{self.url}/scoring/v1",
            "LOBBY_KEYS": str(folder / "keys"),
            "BOTS_EDITIONS": ",".join(EDITIONS),
            "PROMETHEUS_MULTIPROC_DIR": str(metrics),
        }
        ours["RULES_KEYS"] = str(self.plan.make_keys(folder / "keys"))
        said = {name: value for name, value in self.environment.items() if value}
        path = [str(ROOT), *filter(None, [said.get("PYTHONPATH")])]
        fixed = {"PYTHONPATH": os.pathsep.join(path), "PYTHONUNBUFFERED": "1"}
        self.environment = without(ours, said) | said | fixed

    def _provide_server(self, server: Embedded) -> None:
        """Use the servers that were named, and embed one if there is none for the games."""
        for name, url in self.settings.servers.items():
            self.supervisor.say(f"Using {shown(url)} ({name})")
            check_server(name, url)
        if "REDIS_URL" not in self.settings.servers:
            self.environment["REDIS_URL"] = self._embed(server)

    def _embed(self, server: Embedded) -> str:
        self.supervisor.say("Starting the embedded server")
        command = server.prepare()
        self.supervisor.start(
            Program("server", command, self.environment, hurried=5.0, explain=server.failure)
        )
        self.supervisor.wait_until(lambda: server.is_ready(self.supervisor.say), every=0.02)
        return server.url

    def _start_programs(self, listener: socket.socket) -> None:
        """Start the workers and gunicorn, which therefore ends first."""
        for name, arguments in self.plan.workers.items():
            self.supervisor.say(f"Starting the worker of {name}")
            command = [sys.executable, *arguments]
            self.supervisor.start(Program(name, command, self.environment))
        self.supervisor.say(f"Starting {self.settings.workers} processes that answer requests")
        ours = {"BIND": f"fd://{listener.fileno()}", "WORKERS": str(self.settings.workers)}
        environment = self.environment | ours | {f"{name}{FILE}": "" for name in ours}
        config = str(ROOT / "deploy" / "gunicorn.conf.py")
        options = ["--config", config, "--log-level", "warning"]
        command = [sys.executable, "-m", "gunicorn", *options, self.plan.app]
        self.supervisor.start(
            Program("web", command, environment, descriptors=(listener.fileno(),))
        )

    def _wait_until_ready(self, listener: socket.socket) -> None:
        begun = said = time.monotonic()

        def ready() -> bool:
            nonlocal said
            answer = ask(listener, READY)
            now = time.monotonic()
            if now > begun + WAIT:
                raise GaveUp(f"{READY} was not ready within {WAIT:g} s; its last answer: {answer}")
            if answer != "200" and now > said + BETWEEN_LINES:
                self.supervisor.say(f"Waiting for {READY}; its last answer: {answer}")
                said = now
            return answer == "200"

        self.supervisor.wait_until(ready)

    def _summary(self) -> str:
        docs = ", ".join(f"{self.url}/{name}/docs" for name in SERVICES)
        lines = [
            f"Interchange is running at {self.url}",
            f"  documentation  {docs}",
            f"  data           {self.settings.data}",
            f'  register       curl {self.url}/lobby/v1/players --json \'{{"name": "Ana"}}\'',
            "  stop           Ctrl-C",
        ]
        return "\n".join(["", *lines, ""])


def bind(host: str, port: int) -> socket.socket:
    """Take the port."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(place)
            listener.listen(2048)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        raise PortError(_why_not(host, port, error)) from error
    return listener


def address(host: str, listener: socket.socket) -> str:
    """Give the URL under which this machine reaches a listener."""
    return "http://{}:{}".format(*_reached_at(host, listener))


def ask(listener: socket.socket, path: str) -> str:
    """Send a GET to whoever answers on a listener; give the status or what went wrong."""
    place, port = listener.getsockname()[:2]
    connection = http.client.HTTPConnection(_here(place), port, timeout=1.0)
    try:
        connection.request("GET", path)
        return str(connection.getresponse().status)
    except (OSError, http.client.HTTPException) as error:
        return f"{error}" or type(error).__name__
    finally:
        connection.close()


def _reached_at(host: str, listener: socket.socket) -> tuple[str, int]:
    name = _here(host)
    return f"[{name}]" if ":" in name else name, listener.getsockname()[1]


def _here(host: str) -> str:
    return "127.0.0.1" if host in WILDCARDS else host


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} of {host} is taken by another program; "
            f"choose another one, such as: make up PORT={port + 1}"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} needs more rights than you have; try: make up PORT=8080"
    return f"HOST={host} PORT={port} cannot be listened on: {error.strerror}"


if __name__ == "__main__":
    sys.exit(main())
