"""Everything is made anew from the results, and comes out the same."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from deploy.embedded import Embedded
from services.scoring.app.errors import UnknownEditionError
from services.scoring.app.rebuild import BATCH, Progress, rebuild, rebuild_all
from services.scoring.store.memory import MemoryResults
from services.scoring.store.redis import RedisResults
from tests.scoring.app.bench import PARIS, ROME, TABLES, Bench, Interrupted, bench, finished, over
from tests.scoring.app.recount import assert_right, numbers_in
from tests.servers import connected

PLAYERS = ("ana", "bo", "cy", "bot.x", "bot.y")


@pytest.fixture(params=["memory", "redis"])
def at(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """Give a bench with either store."""
    if request.param == "memory":
        yield bench(MemoryResults())
        return
    running: Embedded = request.getfixturevalue("own_server")
    yield bench(RedisResults(connected(running)))


def take(at: Bench, *numbers: int, edition: str = ROME) -> None:
    for number in numbers:
        players = [PLAYERS[number % 5], PLAYERS[(number * 2 + 1) % 5], "zoe"][: 2 + number % 2]
        players = [*dict.fromkeys([*players, "zoe"])]
        leaving = [(0, 4)] if number % 7 == 6 else []
        message = finished(
            edition, players, f"seed {number % 5}", name=f"{number}", leaving=leaving
        )
        assert at.take(message).outcome == "scored"


@pytest.mark.slow
def test_what_is_made_anew_is_the_same_to_the_last_bit(at: Bench) -> None:
    take(at, *range(30))
    before = numbers_in(at.results, ROME, {*PLAYERS, "zoe"})
    histories = [at.results.history(ROME, player, None, 99) for player in (*PLAYERS, "zoe")]
    assert before.counters
    assert rebuild(at.scoring, ROME) == 30
    assert numbers_in(at.results, ROME, {*PLAYERS, "zoe"}) == before
    assert [at.results.history(ROME, each, None, 99) for each in (*PLAYERS, "zoe")] == histories


@pytest.mark.slow
def test_numbers_that_got_wrong_are_right_again(at: Bench) -> None:
    take(at, *range(5))
    generation = at.results.begin(ROME)
    at.results.swap(ROME, generation, 5)  # a generation with nothing in it
    assert at.results.counters(ROME) == {}
    rebuild(at.scoring, ROME)
    assert_right(at.results, ROME, at.stored(ROME))
    take(at, *range(5, 9))
    assert_right(at.results, ROME, at.stored(ROME))


@pytest.mark.slow
def test_results_that_come_in_meanwhile_count(at: Bench) -> None:
    take(at, *range(5))
    coming = [5, 6, 7]

    def come_in() -> None:
        if coming:
            take(at, coming.pop(0))

    assert rebuild(over(at, Interrupted(at.results, come_in)), ROME) == 8
    assert coming == []
    assert len(at.stored(ROME)) == 8
    assert_right(at.results, ROME, at.stored(ROME))


@pytest.mark.slow
def test_a_rebuild_that_began_later_wins(at: Bench) -> None:
    take(at, *range(5))
    later: list[int] = []

    def overtake() -> None:
        if not later:
            later.append(rebuild(at.scoring, ROME))

    assert rebuild(over(at, Interrupted(at.results, overtake)), ROME) == 5
    assert later == [5]
    assert_right(at.results, ROME, at.stored(ROME))


@pytest.mark.slow
def test_a_rebuild_that_was_killed_does_no_harm(at: Bench) -> None:
    take(at, *range(5))

    def die() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rebuild(over(at, Interrupted(at.results, die)), ROME)
    assert_right(at.results, ROME, at.stored(ROME))
    rebuild(at.scoring, ROME)
    assert_right(at.results, ROME, at.stored(ROME))


@pytest.mark.slow
def test_progress_is_told_batch_by_batch(at: Bench) -> None:
    take(at, *range(BATCH + 1))
    told: list[Progress] = []
    rebuild(at.scoring, ROME, told.append)
    assert told == [
        Progress(ROME, BATCH, done=False),
        Progress(ROME, BATCH + 1, done=False),
        Progress(ROME, BATCH + 1, done=True),
    ]
    assert_right(at.results, ROME, at.stored(ROME))


@pytest.mark.slow
def test_all_editions_are_made_anew(at: Bench) -> None:
    take(at, 0, 1, 2)
    take(at, 0, 1, edition=PARIS)
    some = replace(at.scoring, tables={name: TABLES[name] for name in (ROME, PARIS, "gob-paris")})
    assert rebuild_all(some) == {ROME: 3, PARIS: 2, "gob-paris": 0}
    for edition in (ROME, PARIS):
        assert_right(at.results, edition, at.stored(edition))


@pytest.mark.slow
def test_an_edition_that_nobody_knows_is_refused(at: Bench) -> None:
    with pytest.raises(UnknownEditionError):
        rebuild(at.scoring, "gob-oz")
