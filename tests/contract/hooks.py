"""Loaded by Schemathesis: real games in the place of invented ones, and a note of every answer.

What is invented fits the schema but leads nowhere: nobody guesses the id of a game. So many
requests get real ids, seats and moves where theirs fit; whatever was meant to be wrong stays so.
"""

from collections.abc import Container
from random import Random
from typing import Any, Final

import schemathesis
from schemathesis.generation.meta import TestPhase

from services.contracts.ids import EDITION, GAME, LONGEST_EDITION, LONGEST_PLAYER, PLAYER
from services.plumbing.http.schemas.events import LONGEST_WAIT
from tests.contract.directing import Case, body_fits, chance_of, fits, is_in, on_stage, register
from tests.contract.stage import OTHERS, Place, Stage, Troupe
from tests.contract.stage import PLAYER as ME

LEGALLY: Final = 0.6
"""How many of the moves become legal ones; the rest are invented, but on the right version."""
TRYING: Final = 0.5
"""How many of the moves are only tried."""
AT_ONCE: Final = 0.9
"""How many of those who would wait for events do not: all a run would do is wait."""
GAMES: Final = "/rules/v1/editions/{edition}/games"
MOVES: Final = f"{GAMES}/{{game}}/moves"
LEGAL: Final = f"{GAMES}/{{game}}/legal-moves"
RECORD: Final = f"{GAMES}/{{game}}/record"
RESIGNATION: Final = f"{GAMES}/{{game}}/resignation"
CHANGES: Final = {("POST", MOVES, 201), ("POST", RESIGNATION, 201)}
"""After these answers a game is not what it was."""


class Director:
    """Knows the games, and which moves the player could make."""

    def __init__(self, stage: Stage, troupe: Troupe) -> None:
        self._stage = stage
        self._troupe = troupe
        self._known = {game for _, game in stage.everything}
        self._legal = dict(stage.legal)

    def direct(self, case: Case) -> None:
        """Put something real into a request, or leave it as it is; in the same way every time."""
        chance = chance_of(case)
        if chance is None:
            return
        self._choose_place(case, chance)
        if _would_wait(case.query.get("wait")) and chance.random() < AT_ONCE:
            case.query = {**case.query, "wait": 0}
        if isinstance(case.body, dict) and (changes := self._changes(case, case.body, chance)):
            case.body = {**case.body, **changes}

    def note(self, case: Case, answer: schemathesis.Response) -> None:
        """Remember what an answer says about games and moves."""
        what = case.method.upper(), case.path, answer.status_code
        if what == ("POST", GAMES, 201):
            self._known.add(answer.json()["id"])
        elif what == ("GET", LEGAL, 200) and answer.json()["moves"]:
            self._legal[case.path_parameters["game"]] = answer.json()
        elif what in CHANGES:
            self._legal.pop(case.path_parameters["game"], None)
            if case.path == MOVES:
                self._go_on([case.path_parameters[name] for name in ("edition", "game")])

    def _go_on(self, place: Place) -> None:
        """Let the others play, if it is one of our games, until it is the player's turn again."""
        legal = self._troupe.play_on(place) if place in self._stage.running else None
        if legal is not None:
            self._legal[place[1]] = legal

    def _choose_place(self, case: Case, chance: Random) -> None:
        given = case.path_parameters
        if not fits(EDITION, given.get("edition"), LONGEST_EDITION):
            return
        if "game" not in given:
            if given["edition"] not in self._stage.editions:
                chosen = chance.choice(list(self._stage.editions))
                case.path_parameters = {**given, "edition": chosen}
        elif fits(GAME, given["game"]) and given["game"] not in self._fitting(case.path):
            edition, game = chance.choice(self._places(case.path))
            case.path_parameters = {**given, "edition": edition, "game": game}

    def _fitting(self, path: str) -> Container[str]:
        """Give the games that may stay where they are."""
        return self._legal if path == MOVES else self._known

    def _places(self, path: str) -> list[Place]:
        """Give the games that an operation may have: leaving must not spoil the others."""
        stage = self._stage
        waiting = [place for place in stage.running if place[1] in self._legal]
        special = {RESIGNATION: stage.leaving, MOVES: waiting or stage.running, RECORD: stage.over}
        return special.get(path, stage.everything)

    def _changes(self, case: Case, body: dict[str, Any], chance: Random) -> dict[str, Any]:
        """Choose what to put into a body."""
        if case.path == GAMES and _may_be_seated(body.get("seats")):
            edition = case.path_parameters["edition"]
            return {"seats": self._seats(edition, body["seats"], chance)}
        if case.path == MOVES and _may_be_moved(case, body):
            return self._move(case.path_parameters["game"], chance)
        return {}

    def _seats(self, edition: str, invented: list[str], chance: Random) -> list[str]:
        """Seat the player among those invented, as many as the edition is for."""
        numbers = self._stage.editions.get(edition, [2])
        invited = [name for name in dict.fromkeys([*invented, *OTHERS]) if name != ME]
        seats = invited[: chance.choice(numbers) - 1]
        seats.insert(chance.randint(0, len(seats)), ME)
        return seats

    def _move(self, game: str, chance: Random) -> dict[str, Any]:
        """Choose a legal move, if any is known, or name the right version for an invented one."""
        legal = self._legal.get(game)
        if legal is None:
            return {}
        change: dict[str, Any] = {"expected_version": legal["version"]}
        if chance.random() < LEGALLY:
            change["move"] = chance.choice(legal["moves"])["move"]
        if chance.random() < TRYING:
            change["dry_run"] = True
        return change


def _would_wait(seconds: object) -> bool:
    return type(seconds) is int and 1 <= seconds <= LONGEST_WAIT


def _may_be_seated(seats: object) -> bool:
    """Say whether the seats are such as the schema wants."""
    return (
        isinstance(seats, list)
        and 1 <= len(seats) <= 5
        and all(fits(PLAYER, seat, LONGEST_PLAYER) for seat in seats)
        and len(set(seats)) == len(seats)
    )


def _may_be_moved(case: Case, body: dict[str, Any]) -> bool:
    """Say whether the move fits; one from a link was mixed with an invented one."""
    if is_in(case, TestPhase.STATEFUL):
        return isinstance(body.get("move"), dict)
    return body_fits(case)


register(Director(*on_stage()))
