"""A contract as OpenAPI 3.1, made from the code."""

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from flask import Flask
from flask_smorest import Api

from services.contracts.errors import Code
from services.plumbing.http.problems import PROBLEM, TITLES, problem_document
from services.plumbing.http.schemas.document import DocumentPlugin
from services.plumbing.http.schemas.problem import Problem
from services.plumbing.types import JsonObject

REFUSALS: Final = {
    400: (Code.MALFORMED_REQUEST, "the member 'move' is there twice"),
    401: (Code.TOKEN_NEEDED, "only those who sit at the table may do this"),
    403: (Code.NOT_SEATED, "only those who sit at the table may do this"),
    404: (Code.UNKNOWN_GAME, "there is no game 'Zm9yLWV4YW1wbGUtb25seQ' of gob-rome"),
    409: (Code.STALE_VERSION, "the game is at version 8, not 7: look again"),
    413: (Code.BODY_TOO_LARGE, "The data value transmitted exceeds the capacity limit."),
    415: (Code.UNSUPPORTED_MEDIA_TYPE, "the body has to be JSON"),
    422: (Code.INVALID_REQUEST, "json.seats: Missing data for required field."),
    429: (Code.RATE_LIMITED, "600 per 1 minute"),
    500: (Code.INTERNAL_ERROR, "this is our mistake; it has been written down"),
    503: (Code.STORE_UNAVAILABLE, "the store cannot be reached"),
}
"""How each status may look."""
BEARER: Final = {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "JWT",
    "description": "Signed by the lobby (EdDSA). Scopes: `play` for your own seats, `create` for "
    "new games.",
}


Answers: TypeAlias = Mapping[tuple[str, int], Any]
"""By operation and status."""


class Examples(NamedTuple):
    """Requests by operation, and answers by operation and status."""

    requests: Mapping[str, Any]
    answers: Answers
    others: Mapping[tuple[str, str], str] = MappingProxyType({})
    """Answers that are no JSON, by operation and kind."""


class About(NamedTuple):
    """What a contract says about itself."""

    title: str
    version: str
    description: str
    page: str
    """Where problems are explained."""
    refusals: Mapping[int, tuple[Code, str]] = MappingProxyType({})
    """How statuses look here, where they look different from elsewhere."""


class ContractApi(Api):  # type: ignore[misc]
    """Collects the operations of the blueprints of a service."""

    ERROR_SCHEMA = Problem
    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask, about: About) -> None:
        self._page = about.page
        self._refusals = {**REFUSALS, **about.refusals}
        app.config.update(API_TITLE=about.title, API_VERSION=about.version)
        app.config.update(OPENAPI_VERSION="3.1.0")
        info = {"description": about.description}
        options = {"marshmallow_plugin": DocumentPlugin(), "info": info}
        super().__init__(app, spec_kwargs=options)
        self.spec.components.security_scheme("bearer", BEARER)

    def examples(self) -> Examples:
        """Give the examples; each service has its own."""
        raise NotImplementedError

    def document(self) -> JsonObject:
        """Give the whole contract."""
        whole: dict[str, Any] = self.spec.to_dict()
        examples = self.examples()
        for path in whole["paths"].values():
            for operation in path.values():
                if isinstance(operation, dict):
                    _illustrate(operation, examples)
        return whole

    def _register_responses(self) -> None:
        """Describe every error as the problem document it is."""
        for status in HTTPStatus:
            self.spec.components.response(status.name, self._response(status), lazy=True)

    def _register_error_handlers(self) -> None:
        """Leave errors to `problems.py`."""

    def _response(self, status: HTTPStatus) -> dict[str, Any]:
        if status < 400:
            return {"description": status.phrase}
        if status not in self._refusals:
            return {"description": status.phrase, "content": {PROBLEM: {"schema": Problem}}}
        code, detail = self._refusals[status]
        id_ = "kq3vY0nB2fUe4wJmR7tZ1g"
        example = problem_document(self._page, status, code, detail, request_id=id_)
        content = {PROBLEM: {"schema": Problem, "example": example}}
        return {"description": TITLES[status], "content": content}


def _illustrate(operation: dict[str, Any], examples: Examples) -> None:
    """Put the examples of an operation where they belong, and its answers in order."""
    name = operation["operationId"]
    for body in operation.get("requestBody", {}).get("content", {}).values():
        body["example"] = examples.requests[name]
    operation["responses"] = dict(sorted(operation["responses"].items()))
    for status, response in operation["responses"].items():
        for kind, content in response.get("content", {}).items():
            other = examples.others.get((name, kind))
            content["example"] = other or examples.answers[name, int(status)]
