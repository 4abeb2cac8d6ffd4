"""The contract of the lobby."""

from typing import Final

from flask import Flask

from services.contracts.errors import Code
from services.lobby.api.examples import make_examples
from services.lobby.api.problems import PAGE
from services.plumbing.http.openapi import About, ContractApi, Examples

ABOUT: Final = About(
    title="Interchange lobby",
    version="1.0.0",
    description="""\
People, tables, matchmaking, tournaments and webhooks.

* Register, and keep the bearer token (`itx_…`): it is shown once. The lobby is asked with it; rules
  and scoring are asked with a short-lived token that the lobby signs (`/game-tokens`).
* Errors are `application/problem+json` (RFC 9457) with a stable `code`.
* Bodies are JSON of at most 64 KiB. Members that are not described here are refused (422), and so
  are members that are there twice (400).
* A POST with an `Idempotency-Key` may be sent again: it is done once.
* Lists are paged: `items`, and `next` to be given as `after`.
* Limits are told in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`; beyond them 429
  says with `Retry-After` when to go on.
* Times are RFC 3339 in UTC.
""",
    page=PAGE,
    refusals={
        401: (Code.TOKEN_NEEDED, "send the token that you got when you registered"),
        403: (Code.MISSING_SCOPE, "the token does not have the scope 'organise'"),
        404: (Code.UNKNOWN_TABLE, "there is no table 'Zm9yLWV4YW1wbGUtb25seQ'"),
        409: (Code.TABLE_FULL, "all 3 seats are taken"),
        422: (Code.INVALID_REQUEST, "json.game: Missing data for required field."),
        503: (Code.ENGINE_UNAVAILABLE, "nobody serves gob-rome now; the table waits"),
    },
)


class LobbyApi(ContractApi):
    """Collects the operations of the lobby."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app, ABOUT)

    def examples(self) -> Examples:
        """Let some people meet, and show what follows."""
        return make_examples()
