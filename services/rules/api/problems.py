"""Which error of the rules has which status; a broken rule is named."""

from typing import Final

from flask import Flask, Response, request
from werkzeug.exceptions import UnprocessableEntity

from services.plumbing.connections import StoreError
from services.plumbing.errors import ServiceError
from services.plumbing.http.problems import (
    Statuses,
    http_problem,
    our_mistake,
    problem,
    register_problems,
    status_of,
)
from services.rules.api.service import the_service
from services.rules.app import errors as service
from services.rules.app.tables import open_table
from services.rules.core import errors as rules
from services.rules.store.ports import Place

PAGE: Final = "/rules/docs"
STATUSES: Final[Statuses] = {
    rules.UnknownEditionError: 404,
    rules.SeatsError: 409,
    rules.MoveError: 409,
    service.EditionNotServedError: 404,
    service.VersionNotServedError: 404,
    service.UnknownGameError: 404,
    service.StaleVersionError: 409,
    service.GameNotFinishedError: 409,
}
TO_UPSTREAM: Final = "@upstream"
"""The location of a gateway that sends the same request to where `X-Interchange-Upstream` says."""


def register_rules_problems(app: Flask) -> None:
    """Answer every error with a problem document."""
    register_problems(app, PAGE, STATUSES)
    app.register_error_handler(rules.RulesError, _broken_rule)
    app.register_error_handler(service.VersionNotServedError, _of_another_version)
    app.register_error_handler(UnprocessableEntity, _does_not_fit)


def _broken_rule(error: rules.RulesError) -> Response:
    status = status_of(error)
    if status == 500:
        return our_mistake(error)
    more = {"rule": error.rule} if error.rule else {}
    return problem(status, error.code, error.detail, **more)


def _of_another_version(error: service.VersionNotServedError) -> Response:
    """Refuse it, and name to a gateway the engine that will not."""
    answer = problem(status_of(error), error.code, error.detail)
    upstream = the_service().upstream_of(error.edition, error.version)
    if upstream is not None:
        answer.headers["X-Accel-Redirect"] = TO_UPSTREAM
        answer.headers["X-Interchange-Upstream"] = upstream
    return answer


def _does_not_fit(error: UnprocessableEntity) -> Response:
    """Let the version that plays a game say what fits: its moves may have had another form."""
    place = request.view_args or {}
    if the_service().config.upstream is not None and "game" in place:
        try:
            open_table(the_service().rules, Place(place["edition"], place["game"]))
        except service.VersionNotServedError as other:
            return _of_another_version(other)
        except (ServiceError, rules.RulesError, StoreError):
            pass  # it does not fit here either
    return http_problem(error)
