"""Refusals: each is a problem document that the contract knows, with the code that fits."""

from collections.abc import Mapping
from typing import Final

import httpx

from clients.kit.notes import REFUSALS, Json, Notes
from clients.kit.site import Site

PROBLEM: Final = "application/problem+json"
MEMBERS: Final = ("type", "title", "status", "detail", "code")


class Refusals:
    """Holds refusals against the contract of the service."""

    def __init__(self, site: Site, notes: Notes) -> None:
        contract = site.contract()
        self._notes = notes
        self._codes = _codes(contract)
        self._statuses: Mapping[str, set[str]] = {
            operation["operationId"]: {*operation["responses"]}
            for path in contract["paths"].values()
            for operation in path.values()
            if isinstance(operation, dict) and "operationId" in operation
        }

    def refused(
        self, operation: str, what: str, answer: httpx.Response, expected: Mapping[int, str]
    ) -> None:
        """See that a request was refused as it should be: with one of these statuses and codes."""
        notes, status = self._notes, answer.status_code
        if not notes.see(
            REFUSALS,
            f"{what} is answered {status}, expected {' or '.join(map(str, expected))}",
            fine=status in expected,
        ):
            return
        known = str(status) in self._statuses.get(operation, ())
        notes.see(REFUSALS, f"{what}: {operation} does not document {status}", fine=known)
        kind = answer.headers.get("Content-Type", "").partition(";")[0]
        if notes.same(REFUSALS, f"{what}: the kind of the answer", kind, PROBLEM):
            self._document(what, answer.json(), status, expected[status])

    def _document(self, what: str, problem: Json, status: int, code: str) -> None:
        notes = self._notes
        missing = [name for name in MEMBERS if name not in problem]
        notes.same(REFUSALS, f"{what}: members that are missing", missing, [])
        notes.same(REFUSALS, f"{what}: the status within", problem.get("status"), status)
        notes.same(REFUSALS, f"{what}: the code", problem.get("code"), code)
        if self._codes:
            known = problem.get("code") in self._codes
            notes.see(REFUSALS, f"{what}: nobody documents {problem.get('code')!r}", fine=known)


def _codes(contract: Json) -> set[str]:
    schemas = contract.get("components", {}).get("schemas", {})
    return {*schemas.get("Problem", {}).get("properties", {}).get("code", {}).get("enum", ())}
