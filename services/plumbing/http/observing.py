"""Every request gets an id, a line in the log when it is answered, and a place in the numbers."""

import re
from time import perf_counter
from typing import Final

import structlog
from flask import Flask, Request, Response, g, request

from services.contracts.ids import REQUEST
from services.plumbing.callers import new_secret
from services.plumbing.http.service import the_plumbing

HEADER: Final = "X-Request-Id"
PROBES: Final = "operations"
"""Those who ask all the time whether we are well are not worth a line each."""
PATTERN: Final = re.compile(REQUEST)
LOG: Final = structlog.get_logger()


def register_observing(app: Flask) -> None:
    """Watch every request."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    wanted = request.headers.get(HEADER, "")
    id_ = wanted if PATTERN.fullmatch(wanted) else new_secret()
    g.request_id, g.begun = id_, perf_counter()
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=id_)


def _end(response: Response) -> Response:
    # Every look through Flask's proxy costs as much as the look itself.
    asked: Request = request._get_current_object()  # type: ignore[attr-defined] # noqa: SLF001
    seconds = perf_counter() - g.begun
    response.headers[HEADER] = g.request_id
    operation = (asked.endpoint or "none").rpartition(".")[2]
    the_plumbing().metrics.answered(operation, response.status_code, seconds)
    if asked.blueprint != PROBES or response.status_code >= 400:
        LOG.info(
            "request",
            method=asked.method,
            path=asked.path[:200],
            status=response.status_code,
            milliseconds=round(seconds * 1000, 2),
        )
    return response
