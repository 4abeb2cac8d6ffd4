"""The containers of docker-compose.yml under podman: started, scaled, stopped, looked at."""

import json
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from deploy.rehearsal.images import BASE
from deploy.rehearsal.shell import run
from deploy.settings import ROOT

FILES: Final = ("docker-compose.yml", "docker-compose.versions.yml")
PROJECT: Final = "interchange-rehearsal"
SETTINGS: Final = """
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[containers]
default_ulimits = ["nofile=20000:20000", "nproc=1000:1000"]
log_driver = "k8s-file"
"""
"""For machines without systemd, which podman expects."""
SECOND: Final = ("rules-gob-rome-2", "rules-gob-rome-2-worker")
"""What docker-compose.versions.yml adds; it is started later."""


class Containers:
    """The platform in containers, with a folder for what it is given."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.secrets = folder / "secrets"
        self.gateway = folder / "nginx"
        (folder / "containers.conf").write_text(SETTINGS, encoding="utf-8")
        shutil.copytree(ROOT / "deploy" / "nginx", self.gateway)
        self.environment = {
            **os.environ,
            "CONTAINERS_CONF": str(folder / "containers.conf"),
            "SECRETS": str(self.secrets),
            "GATEWAY": str(self.gateway),
            "PORT": str(port),
            "PUBLIC": self.url,
            "REDIS_IMAGE": BASE,
            "NGINX_IMAGE": BASE,
            "WORKERS": "1",
            "LOBBY_LIMIT": "100000 per minute",
            "LOBBY_REGISTRATIONS": "100000 per minute",
        }

    def compose(self, *arguments: str, seconds: float = 300.0) -> str:
        """Run a command of compose."""
        files = [part for name in FILES for part in ("--file", name)]
        program = [sys.executable, "-m", "podman_compose", "--in-pod=false", "-p", PROJECT]
        return run([*program, *files, *arguments], self.environment, seconds=seconds)

    def podman(self, *arguments: str, seconds: float = 120.0) -> str:
        """Run a command of podman."""
        return run(["podman", *arguments], self.environment, seconds=seconds)

    def up(self, *services: str, scale: int = 1) -> None:
        """Start services; those that run are left alone."""
        more = [part for name in services if scale > 1 for part in ("--scale", f"{name}={scale}")]
        self.compose("up", "--detach", "--no-build", "--no-recreate", *more, *services)

    def clear(self) -> None:
        """Remove all containers and data, also those of a rehearsal that was killed.

        Compose alone would forget the scaled ones.
        """
        mine = f"label=com.docker.compose.project={PROJECT}"
        if names := self.podman("ps", "--all", "--quiet", "--filter", mine).split():
            options = ("--force", "--depend", "--ignore", "--time", "40")
            self.podman("rm", *options, *names, seconds=300.0)
        self.compose("down", "--volumes")

    def services(self) -> list[str]:
        """Name the services of docker-compose.yml."""
        names = self.compose("config", "--services").split()
        return [name for name in names if name not in SECOND]

    def of(self, service: str) -> list[str]:
        """Name the running containers of a service."""
        label = f"label=com.docker.compose.service={service}"
        mine = f"label=com.docker.compose.project={PROJECT}"
        return self.podman(
            "ps", "--filter", label, "--filter", mine, "--format", "{{.Names}}"
        ).split()

    def each(self, verb: str, names: Sequence[str], *more: str) -> None:
        """Do something with containers: stop, start, restart, kill."""
        self.podman(verb, *more, *names)

    def inspect(self, name: str) -> dict[str, Any]:
        """Give everything that podman knows of a container."""
        found: dict[str, Any] = json.loads(self.podman("inspect", name))[0]
        return found

    def execute(self, name: str, *command: str) -> str:
        """Run a command in a container."""
        return self.podman("exec", name, *command)

    def logs(self, name: str) -> str:
        """Give what a container has written to its standard output."""
        return self.podman("logs", name)
