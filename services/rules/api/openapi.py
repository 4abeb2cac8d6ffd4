"""The contract of the rules."""

from typing import Final

from flask import Flask

from services.plumbing.http.openapi import About, ContractApi, Examples
from services.plumbing.http.schemas.fields import one_of_to_properties
from services.rules.api.examples import make_examples
from services.rules.api.problems import PAGE
from services.rules.api.schemas.unions import EditionField

ABOUT: Final = About(
    title="Interchange rules",
    version="1.0.0",
    description="""\
Play *Get on Board* and *On the Underground* over HTTP.

* Create a game, look at it, list the legal moves, play one of them, follow the events.
* Errors are `application/problem+json` (RFC 9457) with a stable `code`; a broken rule is named.
* A POST with an `Idempotency-Key` may be sent again: it gets the first answer.
* Bodies are JSON of at most 64 KiB. Members that are not described here are refused (422), and so
  are members that are there twice (400).
* Lists are paged: `items`, and `next` to be given as `after`.
* Times are RFC 3339 in UTC.
""",
    page=PAGE,
)


class RulesApi(ContractApi):
    """Collects the operations of the rules."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app, ABOUT)
        one_of_to_properties(self.ma_plugin.converter, EditionField())

    def examples(self) -> Examples:
        """Play a game, and show it."""
        return make_examples()
