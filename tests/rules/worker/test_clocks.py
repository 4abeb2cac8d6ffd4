"""Clocks for real: nobody calls, and games end turn after turn, with a worker of their own."""

from datetime import datetime
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from services.plumbing.connections import Client
from services.rules.app.expire_turn import expire_turn
from services.rules.store.ports import Clock, Place
from tests.rules.app.bench import MINUTE, ONCE, Bench, bench, to_play
from tests.rules.games import standings
from tests.rules.worker.processes import PROMISED, Start
from tests.rules.worker.workshop import (
    SECOND,
    clock_entries,
    failures,
    finished_job,
    message,
    real_bench,
    scoring,
)
from tests.servers import wait_until
from tests.support import EDITIONS

SEED = 2
SHORTEST = Clock(5, "resign")
"""The shortest clock that can be asked for over HTTP."""


@cache
def moves_to_play(name: str) -> int:
    """Say after how many moves of a game two expired turns or more are left to be played."""
    at, turns = bench(), 0
    at.play(place := at.create(name, fewest(name)), Random(SEED))  # noqa: S311
    moves = at.table(place).stored.version
    while turns < 2:
        moves -= 1
        turns = turns_left(name, moves)
    return moves


def turns_left(name: str, moves: int) -> int:
    at, turns = bench(), 0
    place = at.create(name, fewest(name), clock=MINUTE._replace(on_expiry="play"))
    at.play(place, Random(SEED), moves)  # noqa: S311
    while to_play(at.table(place)):
        at.time.turn(MINUTE.seconds)
        expire_turn(at.rules, place, ONCE)
        turns += 1
    return turns


def fewest(name: str) -> int:
    return EDITIONS[name].edition.players[0]


def moments(at: Bench, place: Place) -> list[float]:
    """Say when a game was created, and when each of its turns was ended by the clock."""
    created = at.table(place).stored.settled.created_at
    times = {entry["at"]: None for entry in clock_entries(at, place)}
    return [datetime.fromisoformat(time).timestamp() for time in (created, *times)]


def are_over(at: Bench, places: list[Place]) -> bool:
    return not any(to_play(at.table(place)) for place in places)


@pytest.mark.slow
def test_games_of_every_edition_end_by_the_clock_alone(client: Client, start: Start) -> None:
    at = real_bench(client)
    played = [at.create(name, fewest(name), clock=SECOND["play"]) for name in EDITIONS]
    for place in played:  # nobody looks at the clock yet
        at.play(place, Random(SEED), moves_to_play(place.edition))  # noqa: S311
    worker = start()
    left = [at.create(name, fewest(name), clock=SECOND["resign"]) for name in EDITIONS]
    last = at.create("gob-rome", 2, clock=SHORTEST)
    places = [*played, *left, last]
    wait_until(lambda: are_over(at, places) and len(scoring(client)) == len(places), 90)
    for place in played:
        assert_played(at, place)
    for place in (*left, last):
        assert_left(at, place)
    assert_told(at, client, places)
    assert [failures(client, name) for name in EDITIONS] == [{}] * len(EDITIONS)
    assert {line["level"] for line in worker.lines()} <= {"info"}


def assert_played(at: Bench, place: Place) -> None:
    """See that moves were made for the seats, turn after turn."""
    table = at.table(place)
    assert "resigned" not in standings(table.family, table.edition, table.state)
    _, *turns = moments(at, place)
    assert len(turns) >= 2
    assert_in_time(turns, 1)


def assert_left(at: Bench, place: Place) -> None:
    """See that the seats resigned: all at once who choose at once, else turn after turn."""
    table = at.table(place)
    assert {*standings(table.family, table.edition, table.state)} == {"resigned"}
    clock = table.stored.settled.clock
    assert clock is not None
    turns = moments(at, place)
    assert len(turns) == 1 + (2 if place.edition.startswith("otu") else 1)
    assert_in_time(turns, clock.seconds)


def assert_in_time(turns: list[float], seconds: int) -> None:
    """See that no turn was cut short, and that none was forgotten."""
    for begun, ended in pairwise(turns):
        assert seconds <= ended - begun < seconds + PROMISED


def assert_told(at: Bench, client: Client, places: list[Place]) -> None:
    """See that the final sheets of each game are on their way, once."""
    told = {job.id: message(job) for job in scoring(client)}
    assert set(told) == {finished_job(place) for place in places}
    for place in places:
        table, content = at.table(place), told[finished_job(place)]
        assert content["type"] == "game_finished.1"
        assert content["outcome"] == table.family.outcome(table.edition, table.state)
        assert at.games.outbox(place.edition, 10**14) == []
