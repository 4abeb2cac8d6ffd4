"""How hooks of Schemathesis put something real into requests, and note every answer."""

import re
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol, TypeAlias

import httpx
import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import TestPhase

from tests.contract.stage import ANSWERS, STAGE, Stage, Troupe

REAL: Final = 0.75
"""How many of the requests get something real."""
ALWAYS: Final = (TestPhase.EXAMPLES, TestPhase.STATEFUL)
"""Where all of them do: the contract's own examples, and sequences, which end with a refusal."""

Case: TypeAlias = schemathesis.Case[Any]


class Directing(Protocol):
    """Changes requests, and learns from answers."""

    def direct(self, case: Case) -> None:
        """Put something real into a request, or leave it as it is."""

    def note(self, case: Case, answer: schemathesis.Response) -> None:
        """Remember what an answer says."""


def on_stage() -> tuple[Stage, Troupe]:
    """Give the games that were prepared, and those who play them."""
    stage = Stage.read(Path(STAGE))
    return stage, Troupe(httpx.Client(base_url=stage.url), stage.tokens)


def register(director: Directing) -> None:
    """Let Schemathesis be directed."""
    answers = Path(ANSWERS).open("a", encoding="utf-8", buffering=1)  # noqa: SIM115

    @schemathesis.hook
    def before_call(_: object, case: Case, __: object) -> None:
        director.direct(case)

    @schemathesis.hook
    def after_call(_: object, case: Case, answer: schemathesis.Response) -> None:
        director.note(case, answer)
        answers.write(f"{case.method.upper()} {case.path} {answer.status_code}\n")


def chance_of(case: Case) -> Random | None:
    """Give the chance of a request, the same every time; None if it is left as it is."""
    chance = Random(f"{case.method} {case.path} {case!r}")  # noqa: S311
    return chance if chance.random() < REAL or is_in(case, *ALWAYS) else None


def fits(pattern: str, text: object, longest: int = 1000) -> bool:
    """Say whether a text is one that the schema wants."""
    return isinstance(text, str) and len(text) <= longest and bool(re.fullmatch(pattern, text))


def body_fits(case: Case) -> bool:
    """Say whether a body is such as the schema wants; one that is wrong on purpose stays so."""
    part = case.meta.components.get(ParameterLocation.BODY) if case.meta else None
    return part is not None and part.mode.is_positive


def is_in(case: Case, *phases: TestPhase) -> bool:
    """Say whether a request belongs to one of some phases."""
    return case.meta is not None and case.meta.phase.name in phases
