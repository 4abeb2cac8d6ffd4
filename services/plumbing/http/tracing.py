"""A span for every request, part of the trace that its client names (`traceparent`).

It ends when the answer begins, as the time in the metrics does: a stream goes on for minutes, and
what it sends belongs to the requests that made it happen. Probes have none. A span has the route
and the ids of edition and game if they look like some, not the path: anything may stand there.
"""

import re
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, g, request

from services.contracts.ids import EDITION, GAME
from services.plumbing import tracing
from services.plumbing.http.observing import PROBES

if TYPE_CHECKING:
    from opentelemetry.trace import Span

METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
OTHER: Final = "_OTHER"
IDS: Final = {"edition": re.compile(EDITION), "game": re.compile(GAME)}


def register_tracing(app: Flask, service: str) -> None:
    """Make spans of requests, if traces are on; before all else that watches requests."""
    spans = tracing.the_spans(service)
    if spans is None:
        return

    def begin() -> None:
        if request.blueprint != PROBES:
            g.traced = ExitStack()
            g.span = g.traced.enter_context(spans.served(_name(), _parent(), _about()))

    app.before_request(begin)
    app.after_request(_answered)
    app.teardown_request(_end)


def _answered(response: Response) -> Response:
    span: Span | None = g.get("span")
    if span is not None:
        span.set_attribute("http.response.status_code", response.status_code)
        span.set_attribute("interchange.request_id", g.request_id)
        if response.status_code >= 500:
            tracing.failed(span, str(response.status_code))
    return response


def _end(_: BaseException | None) -> None:
    traced: ExitStack | None = g.pop("traced", None)
    if traced is not None:
        traced.close()


def _parent() -> dict[str, str]:
    """Give what the client says of its own trace."""
    found = ((name, request.headers.get(name)) for name in (tracing.PARENT, tracing.STATE))
    return {name: value for name, value in found if value}


def _name() -> str:
    """Name the operation; what leads nowhere is called by its method alone."""
    operation = (request.endpoint or "").rpartition(".")[2]
    return operation or _method()


def _method() -> str:
    return request.method if request.method in METHODS else OTHER


def _about() -> dict[str, str | int]:
    about: dict[str, str | int] = {
        "http.request.method": _method(),
        "url.scheme": request.scheme,
    }
    if request.url_rule is not None:
        about["http.route"] = request.url_rule.rule
    for name, pattern in IDS.items():
        value = (request.view_args or {}).get(name, "")
        if pattern.fullmatch(value):
            about[f"interchange.{name}"] = value
    return about
