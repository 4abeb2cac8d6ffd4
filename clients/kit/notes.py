"""What the kit looks at, and what it finds wrong."""

from collections import Counter
from typing import Any, Final, NamedTuple, TypeAlias

Json: TypeAlias = Any
"""Whatever was answered: to be looked at, never to be trusted."""

SETUP: Final = "setup"
TURNS: Final = "turns"
LEGAL: Final = "legal moves"
REFUSALS: Final = "refusals"
SECRETS: Final = "secrets"
ENDING: Final = "ending"
EVENTS: Final = "events"
RECORD: Final = "record"
REPEATS: Final = "repeats"

CHECKS: Final = {
    SETUP: "a game begins at every number of players, and at no other",
    TURNS: "who is to move has a move, nobody else has one, and versions count",
    LEGAL: "listed moves are accepted, and trying one changes nothing",
    REFUSALS: "what cannot be done is refused with a documented problem",
    SECRETS: "nobody sees what is hidden from others, and what is shown is true",
    ENDING: "games played at random come to an end",
    EVENTS: "answers, pages, stream and record tell the same",
    RECORD: "the seed is the one promised, and deals and plays the same game again",
    REPEATS: "a request that comes again under its key is done once",
}
"""What is asked of an edition, in the order of the report."""
MOST: Final = 5
"""Findings of one kind that are told; the rest are counted."""


class Finding(NamedTuple):
    """Something that is not as it should be."""

    check: str
    detail: str


class Notes:
    """Counts what was looked at, and keeps what was wrong."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.findings: list[Finding] = []

    def see(self, check: str, detail: str, *, fine: bool) -> bool:
        """Note whether something is as it should be; `detail` says what is not."""
        self.seen[check] += 1
        if not fine:
            self.wrong[check] += 1
            if self.wrong[check] <= MOST:
                self.findings.append(Finding(check, detail))
        return fine

    def same(self, check: str, what: str, found: object, expected: object) -> bool:
        """Note whether two things are the same."""
        detail = f"{what}: {_short(found)}, expected {_short(expected)}"
        return self.see(check, detail, fine=found == expected)

    def table(self) -> list[str]:
        """Say in lines what passed, what did not, and what nobody could look at."""
        return [
            f"{self._word(check):<7} {check:<12} {self.seen[check]:>5} looked at   {about}"
            for check, about in CHECKS.items()
        ]

    def _word(self, check: str) -> str:
        if self.wrong[check]:
            return "FAILED"
        return "passed" if self.seen[check] else "missing"


def _short(value: object, most: int = 160) -> str:
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}…"
