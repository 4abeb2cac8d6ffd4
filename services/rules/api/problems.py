"""Which error of the rules has which status; a broken rule is named."""

from typing import Final

from flask import Flask, Response

from services.plumbing.http.problems import (
    Statuses,
    our_mistake,
    problem,
    register_problems,
    status_of,
)
from services.rules.app import errors as service
from services.rules.core import errors as rules

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


def register_rules_problems(app: Flask) -> None:
    """Answer every error with a problem document."""
    register_problems(app, PAGE, STATUSES)
    app.register_error_handler(rules.RulesError, _broken_rule)


def _broken_rule(error: rules.RulesError) -> Response:
    status = status_of(error)
    if status == 500:
        return our_mistake(error)
    more = {"rule": error.rule} if error.rule else {}
    return problem(status, error.code, error.detail, **more)
