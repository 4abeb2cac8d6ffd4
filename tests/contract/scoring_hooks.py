"""Loaded by Schemathesis: real editions, games, players and sheets for the contract of scoring."""

from random import Random
from typing import Any, Final

import schemathesis

from services.contracts.ids import EDITION, GAME, LONGEST_EDITION, LONGEST_PLAYER
from services.contracts.ids import PLAYER as ANYBODY
from tests.contract.directing import Case, body_fits, chance_of, fits, on_stage, register
from tests.contract.stage import Stage, Troupe

SCORES: Final = "/scoring/v1/scores"
SEAT: Final = ("seat", "standing", "sheet")
FORMS: Final = {
    "edition": (EDITION, LONGEST_EDITION),
    "game": (GAME, 22),
    "player": (ANYBODY, LONGEST_PLAYER),
}


class Director:
    """Knows who has played what."""

    def __init__(self, stage: Stage, troupe: Troupe) -> None:
        played = [edition for edition, _ in stage.played]  # there is more to see there
        self._known = {
            "edition": [*stage.editions, *played],
            "game": [game for _, game in stage.everything],
            "player": list(stage.tokens),
        }
        self._tables = [
            (place[0], troupe.look(place)["table"]["seats"])
            for place in [*stage.running, *stage.played]
        ]

    def direct(self, case: Case) -> None:
        """Put something real into a request, or leave it as it is; in the same way every time."""
        chance = chance_of(case)
        if chance is None:
            return
        case.path_parameters = self._real(case.path_parameters, chance)
        case.query = self._real(case.query, chance)
        if case.path == SCORES and body_fits(case):
            case.body = self._sheets(chance)

    def note(self, case: Case, answer: schemathesis.Response) -> None:
        """Learn nothing: whatever is asked of scoring, it stays the same."""

    def _real(self, given: dict[str, Any], chance: Random) -> dict[str, Any]:
        """Put what is known in the place of what fits but is invented."""
        invented = [
            name
            for name, (pattern, longest) in FORMS.items()
            if fits(pattern, given.get(name), longest) and given[name] not in self._known[name]
        ]
        return {**given, **{name: chance.choice(self._known[name]) for name in invented}}

    def _sheets(self, chance: Random) -> dict[str, Any]:
        edition, seats = chance.choice(self._tables)
        sheets = [{name: seat[name] for name in SEAT} for seat in seats]
        return {"edition": edition, "sheets": sheets}


register(Director(*on_stage()))
