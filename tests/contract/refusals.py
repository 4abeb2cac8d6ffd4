"""Which codes a service can answer with, and what every problem document has to say."""

from typing import Any, Final

from werkzeug.test import TestResponse

from services.contracts.errors import Code
from services.plumbing.http.problems import HTTP_CODES, PROBLEM, STATUSES, Statuses

FAILURES: Final = (Code.INTERNAL_ERROR, Code.STORE_UNAVAILABLE)


def codes_of(service: str, statuses: Statuses) -> set[Code]:
    """List the codes of all errors that have a status in a service; others' errors have none."""
    homes = (f"services.{service}.", "services.plumbing.")
    kinds = [*STATUSES, *statuses]
    kinds += [each for kind in kinds for each in kind.__subclasses__()]
    own = {getattr(kind, "code", "") for kind in kinds if kind.__module__.startswith(homes)}
    return {code for code in Code if code in own} | {*HTTP_CODES.values(), *FAILURES}


def assert_refused(answer: TestResponse, service: str, code: Code, status: int) -> None:
    """Read an answer as a problem document with all its members."""
    problem: Any = answer.json
    assert answer.mimetype == PROBLEM
    assert problem["code"] == code
    assert answer.status_code == problem["status"] == status
    assert problem["type"] == f"/{service}/docs#{code}"
    assert problem["title"]
    assert problem["detail"]
    assert problem["request_id"] == answer.headers["X-Request-Id"]
