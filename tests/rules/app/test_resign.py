"""Leaving a game: in turn, out of turn, and while others move."""

from random import Random
from typing import Any

import orjson
import pytest

from services.plumbing.callers import Caller, Request
from services.plumbing.errors import (
    KeyReusedError,
    MissingScopeError,
    NotSeatedError,
    TokenNeededError,
)
from services.rules.app.errors import StaleVersionError
from services.rules.app.resign import ATTEMPTS, resign
from services.rules.app.rules import CREATE
from services.rules.core.errors import GameOverError, MoveError
from services.rules.store.ports import Place
from tests.rules.app.bench import (
    NOBODY,
    ONCE,
    STRANGER,
    Bench,
    documents,
    everything,
    player,
    to_play,
)
from tests.rules.games import every_edition, standings
from tests.support import EDITIONS

KEYED = Request("request", "key", "body")


def begun(at: Bench, name: str = "gob-paris", moves: int = 10) -> Place:
    """Begin a game of as many as there may be."""
    place = at.create(name, EDITIONS[name].edition.players[-1])
    at.play(place, Random(2), moves)  # noqa: S311
    return place


def standing(at: Bench, place: Place, seat: int) -> str:
    table = at.table(place)
    return standings(table.family, table.edition, table.state)[seat]


def leave(at: Bench, place: Place, seat: int, request: Request = ONCE) -> Any:
    return orjson.loads(resign(at.rules, player(seat), place, request))


@every_edition
@pytest.mark.parametrize("last", [False, True])
def test_a_seat_leaves_in_turn_or_out_of_turn(at: Bench, name: str, *, last: bool) -> None:
    place = begun(at, name)
    current = to_play(at.table(place))[0]
    seats = [seat for seat in range(len(at.table(place).players)) if seat != current]
    seat = seats[-1] if last else current
    answer = leave(at, place, seat)
    assert standing(at, place, seat) == "resigned"
    assert seat not in to_play(at.table(place))
    assert answer["version"] == at.table(place).stored.version == 11
    assert answer["events"][0]["event"] == {"type": "player_resigned", "seat": seat}
    assert answer["events"][0]["by"] == "player"


def test_who_has_left_cannot_leave_again(at: Bench) -> None:
    place = begun(at)
    leave(at, place, 1)
    before = everything(at.games)
    with pytest.raises(MoveError):
        leave(at, place, 1)
    assert everything(at.games) == before


def test_nobody_leaves_a_game_that_is_over(at: Bench) -> None:
    place = begun(at, moves=10_000)
    with pytest.raises(GameOverError):
        leave(at, place, 0)


def test_a_game_that_all_have_left_is_over_and_sends_its_sheets(at: Bench) -> None:
    place = begun(at, "otu-paris")
    answers = [leave(at, place, seat) for seat in to_play(at.table(place))]
    while to_play(at.table(place)):
        answers.append(leave(at, place, to_play(at.table(place))[0]))
    assert answers[-1]["finished"]
    assert len(at.games.outbox("otu-paris", 10**14)) == 1
    assert at.jobs.relayed == ["otu-paris"]


@pytest.mark.parametrize(
    ("caller", "error"),
    [
        (NOBODY, TokenNeededError),
        (STRANGER, NotSeatedError),
        (Caller("p0", frozenset({CREATE})), MissingScopeError),
    ],
)
def test_only_those_who_may_play_leave(at: Bench, caller: Caller, error: type[Exception]) -> None:
    place = begun(at)
    before = everything(at.games)
    with pytest.raises(error):
        resign(at.rules, caller, place, ONCE)
    assert everything(at.games) == before


def test_a_seat_leaves_also_while_others_move(at: Bench) -> None:
    place, moves = begun(at, moves=0), [1, 2, 3]

    def move() -> None:
        if moves:
            seat = moves.pop()
            at.move(place, seat, documents(at.table(place), seat)[0])

    answer = orjson.loads(resign(at.interrupted(move), player(0), place, ONCE))
    assert moves == []
    assert answer["version"] == at.table(place).stored.version == 4
    assert [each["version"] for each in at.log(place) if each["version"]][:4] == [1, 2, 3, 4]


def test_somebody_who_never_gets_through_is_told(at: Bench) -> None:
    place, chance, tries = begun(at, "otu-paris"), Random(1), []  # noqa: S311

    def move() -> None:
        tries.append(1)
        at.play(place, chance, 1)

    with pytest.raises(StaleVersionError):
        resign(at.interrupted(move), player(3), place, ONCE)
    assert len(tries) == ATTEMPTS


def test_the_same_request_gives_the_first_answer(at: Bench) -> None:
    place = begun(at)
    first = leave(at, place, 1, KEYED)
    at.play(place, Random(1), 2)  # noqa: S311
    before = everything(at.games)
    assert leave(at, place, 1, KEYED) == first
    assert everything(at.games) == before
    with pytest.raises(KeyReusedError):
        leave(at, place, 1, KEYED._replace(fingerprint="other body"))
