"""A finished game is taken: scored, rated, counted and announced, once."""

from typing import Any

import orjson
import pytest

from services.plumbing.connections import StoreError
from services.scoring.app.derive import ratings_of
from services.scoring.app.errors import BusyError
from services.scoring.app.take_result import ATTEMPTS, Taken, take_result
from services.scoring.core.game import score_game
from services.scoring.core.rating import NEWCOMER, Rating
from tests.scoring.app.bench import (
    FAR,
    PARIS,
    ROME,
    TABLES,
    Bench,
    Dying,
    Interrupted,
    finished,
    over,
    with_grannies,
)
from tests.scoring.app.recount import assert_right
from tests.support import EDITIONS


def ratings(at: Bench, player: str, edition: str = ROME) -> dict[str, Rating]:
    record = at.results.read(edition, [player]).records.get(player)
    return {} if record is None else ratings_of(record)


def everything(at: Bench) -> str:
    return repr(vars(at.results))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_of_every_edition_is_scored_and_announced(at: Bench, edition: str) -> None:
    players = [f"p{seat}" for seat in range(EDITIONS[edition].edition.players[-1])]
    message = finished(edition, players)
    assert at.take(message) == Taken("scored", message["id"], 1)
    result = score_game(TABLES[edition], message["outcome"]["seats"])
    [waiting] = at.results.outbox(edition, FAR)
    assert orjson.loads(waiting.message) == {
        "type": "game_scored.1",
        "id": f"game_scored-1-{message['game']}",
        "request_id": "request",
        "at": "2026-03-01T12:00:00.123Z",
        "game": message["game"],
        "edition": edition,
        "players": players,
        "ranks": [seat.rank for seat in result.seats],
        "totals": [seat.total for seat in result.seats],
        "standings": [seat.standing for seat in result.seats],
        "winners": list(result.winners),
    }
    assert at.jobs.relayed == [edition]
    [stored] = at.stored(edition)
    assert (stored.message, stored.result) == (message, result.to_json())
    assert_right(at.results, edition, [stored])


def test_a_message_that_comes_again_changes_nothing(at: Bench) -> None:
    message = finished()
    at.take(message)
    before = everything(at)
    assert at.take(message) == Taken("repeated", message["id"])
    assert at.take({**message, "id": "another-id"}) == Taken("repeated", "another-id")
    assert everything(at) == before


def test_every_number_is_that_of_a_count_by_hand(at: Bench) -> None:
    tables = [("ana", "bo"), ("bo", "bot.x"), ("bot.x", "bot.y"), ("cy", "ana", "bo")]
    for number in range(24):
        leaving = [(number % 2, 9)] if number % 5 == 4 else []
        message = finished(ROME, tables[number % 4], f"game {number}", leaving=leaving)
        assert at.take(message).outcome == "scored"
    stored = at.stored(ROME)
    assert "resigned" in [seat for result in stored for seat in result.column("standing")]
    assert_right(at.results, ROME, stored)


def test_who_wins_gains_and_who_loses_loses(at: Bench) -> None:
    at.take(with_grannies(("ana", "bo"), (5, 2), name="1"))
    ana, bo = ratings(at, "ana")["all"], ratings(at, "bo")["all"]
    assert ana.mu > NEWCOMER.mu > bo.mu
    assert (ana.games, ana.wins, bo.games, bo.wins) == (1, 1, 1, 0)


def test_a_shared_victory_is_a_victory_of_both(at: Bench) -> None:
    at.take(with_grannies(("ana", "bo"), (4, 4), name="1"))
    assert [ratings(at, player)["all"].wins for player in ("ana", "bo")] == [1, 1]


@pytest.mark.parametrize(
    ("players", "pools"),
    [
        (("ana", "bo"), {"people", "all"}),
        (("bot.x", "bot.y"), {"bots", "all"}),
        (("ana", "bot.y"), {"all"}),
        (("ana", "bottle"), {"people", "all"}),
    ],
)
def test_a_game_counts_in_its_pools(at: Bench, players: tuple[str, str], pools: set[str]) -> None:
    at.take(with_grannies(players, (5, 2), name="1"))
    assert [{*ratings(at, player)} for player in players] == [pools, pools]


def test_a_forfeit_counts_in_the_standings_and_in_no_rating(at: Bench) -> None:
    message = with_grannies(("ana", "bo", "cy"), (5, "resigned", 2), name="1")
    at.take(message)
    assert ratings(at, "bo") == {}
    assert [ratings(at, player)["all"].games for player in ("ana", "cy")] == [1, 1]
    assert at.stored(ROME)[0].column("rank") == [1, 3, 2]
    assert at.results.counters(ROME)["3:standing:resigned"] == 1


def test_nobody_is_rated_who_is_left_alone(at: Bench) -> None:
    assert at.take(with_grannies(("ana", "bo"), (5, "resigned"), name="1")).outcome == "scored"
    assert (ratings(at, "ana"), ratings(at, "bo")) == ({}, {})
    assert at.results.history(ROME, "ana", None, 1).length == 0
    assert at.results.counters(ROME)["2:seat:0:wins"] == 1


def test_those_who_were_eliminated_are_equals_behind_the_others(at: Bench) -> None:
    at.take(with_grannies(("ana", "bo", "cy"), ("eliminated", 1, "eliminated"), name="1"))
    ana, bo, cy = (ratings(at, player)["all"] for player in ("ana", "bo", "cy"))
    assert bo.mu > ana.mu == pytest.approx(cy.mu)


@pytest.mark.parametrize("after", [False, True])
def test_a_worker_that_dies_around_its_write_counts_once(at: Bench, *, after: bool) -> None:
    message = finished()
    for _ in range(3):
        with pytest.raises(StoreError):
            take_result(over(at, Dying(at.results, after=after)), message)
        assert len(at.stored(ROME)) == after
    assert at.take(message).outcome == ("repeated" if after else "scored")
    assert at.results.counters(ROME)["2:games"] == 1
    assert len(at.results.outbox(ROME, FAR)) == 1
    assert_right(at.results, ROME, at.stored(ROME))


def test_a_result_of_the_same_players_that_comes_first_is_rated_first(at: Bench) -> None:
    others = [with_grannies(("bo", "ana"), (3, number), name=f"{number}") for number in range(4)]

    def come_first() -> None:
        if others:
            at.take(others.pop())

    message = with_grannies(("ana", "bo"), (5, 2), name="last")
    taken = take_result(over(at, Interrupted(at.results, come_first)), message)
    assert taken == Taken("scored", message["id"], 5)
    assert_right(at.results, ROME, at.stored(ROME))


def test_a_worker_that_never_gets_through_says_so_and_has_written_nothing(at: Bench) -> None:
    others: list[Any] = []

    def come_first() -> None:
        others.append(1)
        at.take(with_grannies(("bo", "ana"), (3, 1), name=f"{len(others)}"))

    with pytest.raises(BusyError):
        take_result(over(at, Interrupted(at.results, come_first)), finished())
    assert len(others) == len(at.stored(ROME)) == ATTEMPTS


def test_editions_are_rated_apart(at: Bench) -> None:
    at.take(finished(ROME))
    at.take(finished(PARIS))
    assert ratings(at, "ana", ROME)["all"].games == ratings(at, "ana", PARIS)["all"].games == 1
