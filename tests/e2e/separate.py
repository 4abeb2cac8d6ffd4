"""The platform as it is deployed: every service alone, with a user of its own on the server."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx

from tests.deploy.guarded import Guarded, free_port, guarded
from tests.servers import wait_until
from tests.service import WORKERS, Running

EDITION: Final = "gob-rome"
USERS: Final = {
    **dict.fromkeys(("rules", "rules-api"), f"rules-{EDITION}"),
    **dict.fromkeys(("lobby", "webhooks", "lobby-api"), "lobby"),
    **dict.fromkeys(("scoring", "scoring-api"), "scoring"),
    "bots": "bots",
}
"""As whom each process connects."""
START: Final = 240.0
"""Seconds for eight processes that start at once."""
APIS: Final = ("lobby", "rules", "scoring")


class Separate(Running):
    """The processes, the server, and its secrets."""

    guard: Guarded
    ports: dict[str, int]

    def begin(self, name: str) -> None:
        """Start a process."""
        api = name.removesuffix("-api")
        self.start(name, WORKERS[name] if name == api else _web(api))

    def again(self, name: str) -> None:
        """Start a process again."""
        self.end(name)
        self.begin(name)
        self.wait_for_apis()

    def address(self, api: str) -> str:
        """Give the address where an API begins."""
        return f"http://127.0.0.1:{self.ports[api]}/{api}"

    def wait_for_apis(self) -> None:
        """Wait until all APIs are ready."""
        wait_until(lambda: all(map(self._ready, APIS)), START)

    def settings(self, name: str) -> dict[str, str]:
        """Give what only one process is told."""
        api = name.removesuffix("-api")
        bind = {} if name == api else {"BIND": f"127.0.0.1:{self.ports[api]}", "WORKERS": "1"}
        return {"REDIS_URL_FILE": str(self.guard.secrets / f"{USERS[name]}.url"), **bind}

    def _ready(self, api: str) -> bool:
        try:
            return httpx.get(f"{self.address(api)}/readyz").status_code == 200
        except httpx.TransportError:
            return False


@contextmanager
def separate(folder: Path, program: str) -> Iterator[Separate]:
    """Run the platform for a while, with one edition."""
    with guarded(folder, program) as guard:
        ports = {api: free_port() for api in APIS}
        service = Separate(f"http://127.0.0.1:{ports['lobby']}", folder, guard.server, {}, None)
        service.guard, service.ports = guard, ports
        service.environment = _environment(service)
        service.own = {name: service.settings(name) for name in USERS}
        try:
            for name in USERS:
                service.begin(name)
            service.wait_for_apis()
            yield service
        finally:
            service.stop()


def _environment(service: Separate) -> dict[str, str]:
    """Give what all processes are told; nothing of it is secret."""
    own = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    return {
        **own,
        "RULES_EDITIONS": EDITION,
        "RULES_KEYS": f"{service.address('lobby')}/v1/keys",
        "RULES_ADDRESS": f"{service.address('rules')}/v1",
        "SCORING_ADDRESS": f"{service.address('scoring')}/v1",
        "LOBBY_KEYS": str(service.guard.secrets / "lobby-keys"),
        "LOBBY_PRIVATE_WEBHOOKS": "yes",
        "LOBBY_LIMIT": "1000000 per minute",
        "BOTS_EDITIONS": EDITION,
        "BOTS_SEARCH_MS": "20",
    }


def _web(api: str) -> tuple[str, ...]:
    return (
        *(sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py"),
        *("--log-level", "warning", f"services.{api}.api:create_app()"),
    )
