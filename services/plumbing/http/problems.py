"""Errors as problem documents (RFC 9457). A service says which of its errors has which status."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import orjson
import structlog
from flask import Flask, Response, current_app, g
from werkzeug.exceptions import HTTPException

from services.contracts.errors import Code
from services.plumbing import errors
from services.plumbing.connections import StoreError
from services.plumbing.types import JsonObject

PROBLEM: Final = "application/problem+json"
Statuses: TypeAlias = Mapping[type[Exception], int]
STATUSES: Final[Statuses] = {
    errors.TokenNeededError: 401,
    errors.InvalidTokenError: 401,
    errors.MissingScopeError: 403,
    errors.NotSeatedError: 403,
    errors.KeyReusedError: 409,
}
"""By the nearest class; whatever neither this nor the service knows is our own failure."""
PAGE: Final = "PROBLEMS_PAGE"
KNOWN: Final = "problems"

HTTP_CODES: Final = {
    400: Code.MALFORMED_REQUEST,
    404: Code.NOT_FOUND,
    405: Code.METHOD_NOT_ALLOWED,
    413: Code.BODY_TOO_LARGE,
    415: Code.UNSUPPORTED_MEDIA_TYPE,
    422: Code.INVALID_REQUEST,
    429: Code.RATE_LIMITED,
}

TITLES: Final = {
    400: "The request cannot be read",
    401: "Say who you are",
    403: "You may not do this",
    404: "There is no such thing",
    405: "This cannot be done here",
    409: "This cannot be done now",
    413: "The body is too large",
    415: "The body has to be JSON",
    422: "The request does not fit",
    429: "Too many requests",
    500: "Our mistake",
    503: "Try again in a moment",
}


def problem(status: int, code: str, detail: str, **more: Any) -> Response:  # noqa: ANN401
    """Answer with a problem document."""
    more["request_id"] = g.get("request_id", "")
    document = problem_document(current_app.config[PAGE], status, code, detail, **more)
    text = orjson.dumps(document, option=orjson.OPT_NON_STR_KEYS)  # places in lists are numbers
    response = Response(text, status, mimetype=PROBLEM)
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if status == 503:
        response.headers["Retry-After"] = "1"
    return response


def problem_document(
    page: str,
    status: int,
    code: str,
    detail: str,
    **more: Any,  # noqa: ANN401
) -> JsonObject:
    """Describe a problem as RFC 9457 has it; its type is explained on a page."""
    return {
        "type": f"{page}#{code}",
        "title": TITLES.get(status, "Something went wrong"),
        "status": status,
        "detail": detail,
        "code": code,
        **more,
    }


def register_problems(app: Flask, page: str, statuses: Statuses) -> None:
    """Answer every error with a problem document."""
    app.config[PAGE] = page
    app.extensions[KNOWN] = {**STATUSES, **statuses}
    handlers: dict[type[Exception], Callable[[Any], Response]] = {
        errors.ServiceError: _refused,
        StoreError: _no_store,
        HTTPException: http_problem,
        Exception: our_mistake,
    }
    for kind, handler in handlers.items():
        app.register_error_handler(kind, handler)


def status_of(error: Exception) -> int:
    """Give the status of an error's answer; 500 for one that nobody knows."""
    statuses: Statuses = current_app.extensions[KNOWN]
    return next((statuses[kind] for kind in type(error).__mro__ if kind in statuses), 500)


def http_problem(error: HTTPException) -> Response:
    """Answer what Flask and webargs refuse."""
    status = error.code or 500
    messages = getattr(error, "data", {}).get("messages")
    more = {"errors": messages} if messages else {}
    detail = _sentence(messages) if messages else str(error.description)
    answer = problem(status, HTTP_CODES.get(status, Code.INTERNAL_ERROR), detail, **more)
    for name, value in error.get_headers():
        if name == "Allow":
            answer.headers[name] = value
    return answer


def our_mistake(error: Exception) -> Response:
    """Write down what nobody has foreseen, and tell nothing about it."""
    structlog.get_logger().exception("internal_error", exc_info=error)
    return problem(500, Code.INTERNAL_ERROR, "this is our mistake; it has been written down")


def _refused(error: errors.ServiceError) -> Response:
    status = status_of(error)
    return our_mistake(error) if status == 500 else _told(status, error)


def _told(status: int, error: errors.ServiceError) -> Response:
    return problem(status, error.code, error.detail, **error.more())


def _no_store(error: StoreError) -> Response:
    structlog.get_logger().error("store_unavailable", error=str(error))
    detail = (
        "the store cannot be reached: repeat the request, with its Idempotency-Key if it had one"
    )
    return problem(503, Code.STORE_UNAVAILABLE, detail)


def _sentence(messages: dict[str, Any]) -> str:
    """Say in one sentence what the first thing is that does not fit."""
    place: list[str] = []
    found: Any = messages
    while isinstance(found, dict) and found:
        name, found = next(iter(found.items()))
        place.append(str(name))
    reason = found[0] if isinstance(found, list) and found else found
    return f"{'.'.join(place)}: {reason}"
