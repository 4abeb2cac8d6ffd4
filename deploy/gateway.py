"""All services of the platform as one WSGI application, for one process on one port.

`/rules/…` goes to the rules service and so on; beside them there are an index, `/healthz` and
`/readyz` for all of them together, and `/metrics`. In containers each service runs alone behind a
proxy, and none of this is used.
"""

import importlib
import json
import logging
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from services.contracts.errors import Code

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

SERVICES: Final = {
    "lobby": "services.lobby.api:create_app",
    "rules": "services.rules.api:create_app",
    "scoring": "services.scoring.api:create_app",
}
"""The first part of a path, and the factory of the application that answers below it."""
EXTENSION: Final = "interchange"
"""Under this name an application keeps what has to be started and stopped with its process."""
CHECKS: Final = ("/healthz", "/readyz")

logger = logging.getLogger(__name__)


class Lifecycle(Protocol):
    """What an application does when its process is ready, and when it is told to end."""

    def start(self) -> None:
        """Begin what goes on beside the requests."""

    def stop(self) -> None:
        """Let streams end; requests go on until they are answered."""


class Asked(NamedTuple):
    """What a service answered."""

    status: int
    kind: list[tuple[str, str]]
    """The header that says what the body is."""
    body: bytes


class Together:
    """The lifecycles of several applications as one."""

    def __init__(self, applications: Iterable[object]) -> None:
        found = [lifecycle_of(application) for application in applications]
        self.parts = [part for part in found if part is not None]

    def start(self) -> None:
        """Start the parts in order."""
        for part in self.parts:
            part.start()

    def stop(self) -> None:
        """Stop the parts, the last one first."""
        for part in reversed(self.parts):
            part.stop()


class Gateway:
    """Sends each request to the service that its path names."""

    def __init__(self, services: Mapping[str, "WSGIApplication"]) -> None:
        self.services = services
        self.extensions = {EXTENSION: Together(services.values())}

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request."""
        path = str(environ.get("PATH_INFO", ""))
        _, _, rest = path.partition("/")
        service = self.services.get(rest.partition("/")[0])
        if service is not None and path.startswith("/"):
            return service(environ, start_response)
        if path == "/metrics" and self.services:
            return self._metrics(environ, start_response)
        status, body = self._own(path, environ)
        return _answer(environ, start_response, status, body)

    def _own(self, path: str, environ: "WSGIEnvironment") -> tuple[str, dict[str, Any]]:
        """Answer what belongs to no service."""
        if path != "/" and path not in CHECKS:
            return _problem("404 Not Found", Code.NOT_FOUND, "There is nothing at this address.")
        if environ.get("REQUEST_METHOD") not in {"GET", "HEAD"}:
            detail = "This address can only be read."
            return _problem("405 Method Not Allowed", Code.METHOD_NOT_ALLOWED, detail)
        if path == "/":
            return "200 OK", self._index()
        found = {name: self._asks(name, path, environ) for name in self.services}
        well = all(status == 200 for status in found.values())
        status = "200 OK" if well else "503 Service Unavailable"
        return status, {"status": "ok" if well else "unavailable", "services": found}

    def _index(self) -> dict[str, Any]:
        links = {"docs": "docs", "openapi": "openapi.json", "ready": "readyz"}
        return {
            "name": "Interchange",
            "services": {
                name: {word: f"/{name}/{page}" for word, page in links.items()}
                for name in self.services
            },
        }

    def _asks(self, name: str, path: str, environ: "WSGIEnvironment") -> int:
        """Ask a service whether it is well; give the status of its answer."""
        try:
            return _asked(self.services[name], _inner(environ, f"/{name}{path}")).status
        except Exception:
            logger.exception("%s could not be asked for %s", name, path)
            return 500

    def _metrics(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Ask every service for its own numbers; they are answered one after the other."""
        told = [
            _asked(service, _inner(environ, f"/{name}/metrics"))
            for name, service in self.services.items()
        ]
        body = b"".join(answer.body for answer in told)
        start_response("200 OK", [*told[0].kind, ("Content-Length", str(len(body)))])
        return [body]


def create_app(services: Mapping[str, str] = SERVICES) -> Gateway:
    """Make the applications of all services, and the gateway in front of them."""
    return Gateway({name: _factory(place)() for name, place in services.items()})


def lifecycle_of(application: object) -> Lifecycle | None:
    """Find what an application wants started and stopped, if anything."""
    extensions = getattr(application, "extensions", {})
    found: Lifecycle | None = extensions.get(EXTENSION)
    return found if hasattr(found, "start") and hasattr(found, "stop") else None


def _factory(place: str) -> Callable[[], "WSGIApplication"]:
    module, _, name = place.partition(":")
    factory: Callable[[], WSGIApplication] = getattr(importlib.import_module(module), name)
    return factory


def _inner(environ: "WSGIEnvironment", path: str) -> "WSGIEnvironment":
    """Make a bare GET of a path out of another request."""
    kept = ("SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL", "HTTP_HOST", "REMOTE_ADDR")
    inner = {name: value for name, value in environ.items() if name.startswith("wsgi.")}
    inner |= {name: environ[name] for name in kept if name in environ}
    return inner | {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "wsgi.input": BytesIO(),
    }


def _asked(application: "WSGIApplication", environ: "WSGIEnvironment") -> Asked:
    """Send a request to an application and give its answer."""
    begun: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(
        status: str, headers: list[tuple[str, str]], *_: object
    ) -> Callable[[bytes], object]:
        begun.append((status, headers))
        return lambda _: None

    body = application(environ, start_response)
    try:
        whole = b"".join(body)
    finally:
        close = getattr(body, "close", None)
        if close:
            close()
    status, headers = begun[-1]
    kind = [header for header in headers if header[0].lower() == "content-type"]
    return Asked(int(status.split()[0]), kind, whole)


def _problem(status: str, code: Code, detail: str) -> tuple[str, dict[str, Any]]:
    number, _, title = status.partition(" ")
    return status, {
        "type": "about:blank",
        "title": title,
        "status": int(number),
        "detail": detail,
        "code": code,
    }


def _answer(
    environ: "WSGIEnvironment",
    start_response: "StartResponse",
    status: str,
    body: Mapping[str, Any],
) -> Iterable[bytes]:
    """Send a JSON document."""
    data = json.dumps(body, separators=(",", ":")).encode()
    kind = "application/problem+json" if "code" in body else "application/json"
    headers = [("Content-Type", kind), ("Content-Length", str(len(data)))]
    if status.startswith("405"):
        headers.append(("Allow", "GET, HEAD"))
    start_response(status, headers)
    return [] if environ.get("REQUEST_METHOD") == "HEAD" else [data]
