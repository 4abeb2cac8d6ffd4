"""Clients that are generated from the contracts, and callers who know a service only by them."""

import os
import re
import subprocess
import sys
from datetime import datetime
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from tests.contract.published import FOLDER

TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")


class Package(NamedTuple):
    """A generated client."""

    name: str
    printed: str
    """What the generator had to say."""

    @property
    def models(self) -> Any:
        """The generated models."""
        return import_module(f"{self.name}.models")

    def caller(self, url: str, token: str) -> "Caller":
        """Give somebody a client."""
        make = import_module(self.name).AuthenticatedClient
        return Caller(self, make(base_url=url, token=token))


class Caller(NamedTuple):
    """Somebody who knows the service only through the generated client."""

    package: Package
    client: Any

    def ask(self, operation: str, *place: str | int, **more: Any) -> Any:
        """Call an operation; the client has to understand all that comes back."""
        answer = self.answer(operation, *place, **more)
        if not hasattr(answer.parsed, "payload"):  # a picture
            assert timed(answer.parsed.to_dict()) == timed(orjson.loads(answer.content))
        return answer.parsed

    def answer(self, operation: str, *place: str | int, **more: Any) -> Any:
        """Call an operation; give the answer with its status and headers."""
        module = import_module(f"{self.package.name}.api.{operation}")
        return module.sync_detailed(*place, client=self.client, **more)


def generate(service: str, folder: Path) -> Package:
    """Generate a client of a service in a folder."""
    name = f"{service}_client"
    tools = str(Path(sys.executable).parent)  # it formats with ruff
    finished = subprocess.run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"),
            *("--path", FOLDER / f"{service}.json", "--output-path", folder / name),
        ],
        check=False,
        env={**os.environ, "PATH": os.pathsep.join([tools, os.environ["PATH"]])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert finished.returncode == 0, finished.stdout
    invalidate_caches()
    return Package(name, finished.stdout)


def timed(document: Any) -> Any:
    """Read the times in a document, of which there are several spellings."""
    if isinstance(document, dict):
        return {name: timed(part) for name, part in document.items()}
    if isinstance(document, list):
        return [timed(part) for part in document]
    is_time = isinstance(document, str) and TIME.match(document)
    return datetime.fromisoformat(document) if is_time else document
