"""The contract of scoring."""

from typing import Final

from flask import Flask

from services.contracts.errors import Code
from services.plumbing.http.openapi import About, ContractApi, Examples
from services.scoring.api.examples import make_examples
from services.scoring.api.problems import PAGE

ABOUT: Final = About(
    title="Interchange scoring",
    version="1.0.0",
    description="""\
What sheets are worth, who won, and who is how strong.

* Sheets can be scored by themselves; games when they are over, or provisionally before.
* A player has a rating for every edition and pool (people, bots, all), with its uncertainty.
* Errors are `application/problem+json` (RFC 9457) with a stable `code`.
* Bodies are JSON of at most 64 KiB. Members that are not described here are refused (422), and so
  are members that are there twice (400).
* Lists are paged: `items`, and `next` to be given as `after`.
* Times are RFC 3339 in UTC.
""",
    page=PAGE,
    refusals={
        409: (Code.IMPOSSIBLE_SHEET, "seats[1].sheet.turns: 99 is more than there can be"),
    },
)


class ScoringApi(ContractApi):
    """Collects the operations of scoring."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app, ABOUT)

    def examples(self) -> Examples:
        """Take some results, and show what follows."""
        return make_examples()
