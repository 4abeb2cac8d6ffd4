"""Servers that let everybody do only what is theirs, for tests."""

import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pytest
from redis import Redis

from deploy.embedded import Embedded, running_server
from deploy.secrets import main
from services.plumbing.connections import connect

SERVERS: Final = ("valkey", "redis-server")
WITHOUT: Final = "there is no redis-server on the path (Debian: apt-get install redis-server)"


class Guarded:
    """A server with its secrets."""

    def __init__(self, server: Embedded, secrets: Path) -> None:
        self.server = server
        self.secrets = secrets
        self.clients: list[Any] = []
        self.operator = self.client("operator")

    def url(self, user: str) -> str:
        """Give the address for a user, as it is in the user's file."""
        return (self.secrets / f"{user}.url").read_text(encoding="utf-8").strip()

    def client(self, user: str) -> Any:
        """Connect as a user."""
        self.clients.append(connect(self.url(user)))
        return self.clients[-1]

    def change(self, *arguments: str) -> None:
        """Change passwords as an operator does: what the command prints is given to the server."""
        with redirect_stdout(StringIO()) as printed:
            assert main([str(self.secrets), *arguments]) == 0
        for command in printed.getvalue().splitlines():
            self.operator.execute_command(*command.split())

    def refusals(self) -> list[str]:
        """Say what anybody was refused, the latest first."""
        return [
            f"{each['username']}: {each['reason']} {each['object']} ({each['context']})"
            for each in self.operator.acl_log()
        ]


@contextmanager
def guarded(folder: Path, program: str) -> Iterator[Guarded]:
    """Run a server for a while, as a deployment would."""
    if program != "valkey" and shutil.which(program) is None:
        pytest.skip(WITHOUT)
    port, secrets = free_port(), folder / "secrets"
    assert main([str(secrets), "--redis", f"127.0.0.1:{port}"]) == 0
    with running_server(
        folder / "server",
        port=port,
        fsync="no",
        more={"aclfile": str(secrets / "users.acl"), "acllog-max-len": "1000"},
        program=None if program == "valkey" else program,
    ) as server:
        found = Guarded(server, secrets)
        found.operator.acl_log_reset()  # who waited for the server has said its name in vain
        try:
            yield found
        finally:
            for client in found.clients:
                client.connection_pool.disconnect()


def free_port() -> int:
    """Give a port that nobody listens on now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def nobody(guard: Guarded) -> Any:
    """Connect without saying who it is."""
    return Redis(host="127.0.0.1", port=guard.server.port or 0)
