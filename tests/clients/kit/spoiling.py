"""A rules service of its own in this process, in which one thing can be spoiled."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any, Final

from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.test import run_wsgi_app
from werkzeug.wrappers import Request, Response

from services.plumbing.http.service import EXTENSION
from services.rules.store.memory import MemoryGames
from tests.rules.api.client import Api, the_app

PROBLEM: Final = "application/problem+json"


@dataclass
class Told:
    """A request, and the answer that is to be spoiled."""

    request: Request
    status: int
    kind: str
    body: bytes

    @property
    def path(self) -> str:
        """Where it was asked."""
        return self.request.path

    @property
    def document(self) -> Any:
        """What was answered, as JSON."""
        return json.loads(self.body)

    def put(self, document: Any) -> None:
        """Answer something else."""
        self.body = json.dumps(document).encode()

    def ends(self, name: str, status: int = 200) -> bool:
        """Tell whether this is a good answer about something of a game."""
        return self.path.endswith(name) and self.status == status


Spoil = Callable[[Told], None]
Change = Callable[[Api, dict[str, Any]], None]
"""Changes a request before it is answered."""


def untouched(told: Told) -> None:
    """Spoil nothing."""
    del told


class Spoiled:
    """The service with one thing spoiled."""

    def __init__(self, api: Api, spoil: Spoil, change: Change | None) -> None:
        self._api, self._spoil, self._change = api, spoil, change
        self._app = the_app(api.service)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request."""
        if self._change is not None:
            self._change(self._api, environ)
        body, status, headers = run_wsgi_app(self._app, environ, buffered=True)
        told = Told(
            Request(environ),
            int(status[:3]),
            headers.get("Content-Type", "").partition(";")[0],
            b"".join(body),
        )
        self._spoil(told)
        answer = Response(told.body, told.status, content_type=told.kind)
        return answer(environ, start_response)


class Silent(WSGIRequestHandler):
    """Answers requests, and says nothing about it."""

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 (its own name)
        """Write nothing down."""


@contextmanager
def serving(
    folder: Path, spoil: Spoil = untouched, change: Change | None = None
) -> Iterator[tuple[str, Api]]:
    """Serve the rules for a while; give where, and what gives tokens."""
    api = Api(folder)
    app = the_app(api.service)
    app.extensions[EXTENSION] = api.service
    spoiled = Spoiled(api, spoil, change)
    server = make_server("127.0.0.1", 0, spoiled, threaded=True, request_handler=Silent)
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}", api
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def players_of(api: Api, path: str) -> tuple[str, ...]:
    """Name the players of the game in an address."""
    assert isinstance(api.games, MemoryGames)
    games = {place.game: stored for place, stored in api.games._games.items()}
    found = [part for part in path.split("/") if part in games]
    return games[found[0]].settled.players if found else ()
