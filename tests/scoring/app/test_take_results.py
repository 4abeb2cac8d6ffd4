"""Many messages at once: each counts as if it had come alone, in its turn."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from deploy.embedded import Embedded
from services.scoring.app.dead import dead_messages
from services.scoring.app.take_result import take_results
from services.scoring.store.ports import Answer, Results, Taking
from services.scoring.store.redis import RedisResults
from tests.scoring.app.bench import FAR, PARIS, ROME, Bench, bench, finished, over
from tests.scoring.app.recount import assert_right
from tests.scoring.app.test_concurrency import MESSAGES, THREADS, shuffled_messages
from tests.servers import connected

BOTH = (ROME, PARIS)


@pytest.fixture(params=["memory", "redis"])
def at(request: pytest.FixtureRequest) -> Bench:
    """Give a bench on either store."""
    if request.param == "memory":
        return bench()
    client = connected(request.getfixturevalue("server"))
    client.flushall()
    return bench(RedisResults(client))


def games_of(at: Bench, edition: str) -> list[str]:
    return [result.message["game"] for result in at.stored(edition)]


class Overtaken:
    """Another store; something happens before many are taken at once."""

    def __init__(self, results: Results, before: Callable[[], object]) -> None:
        self._results = results
        self._before = before

    def __getattr__(self, name: str) -> Any:
        """Do all else as the other store does."""
        return getattr(self._results, name)

    def take_all(self, edition: str, takings: Sequence[Taking]) -> list[Answer]:
        """Let it happen, then take."""
        self._before()
        return self._results.take_all(edition, takings)


@pytest.mark.slow
def test_many_at_once_count_as_one_after_the_other(at: Bench) -> None:
    messages, alone = shuffled_messages(), bench()
    outcomes = [alone.take(message) for message in messages]
    assert take_results(at.scoring, messages) == outcomes
    for edition in BOTH:
        assert at.stored(edition) == alone.stored(edition)
        assert at.results.counters(edition) == alone.results.counters(edition)
        assert_right(at.results, edition, at.stored(edition))


@pytest.mark.slow
def test_the_same_players_in_every_game_are_rated_in_the_order_of_the_messages(at: Bench) -> None:
    messages = [finished(seed=f"{number}") for number in range(8)]
    assert [each.sequence for each in take_results(at.scoring, messages)] == [*range(1, 9)]
    assert games_of(at, ROME) == [message["game"] for message in messages]
    assert_right(at.results, ROME, at.stored(ROME))


def test_each_has_its_own_outcome_in_its_place(at: Bench) -> None:
    one, two = finished(name="one"), finished(PARIS, name="two")
    bad = {**finished(name="bad"), "players": ["ana", "ana"]}
    taken = take_results(at.scoring, [bad, one, None, two, one])
    assert [each.outcome for each in taken] == ["dead", "scored", "dead", "scored", "repeated"]
    assert [each.message for each in taken if each.outcome != "dead"] == [
        message["id"] for message in (one, two, one)
    ]
    assert len(dead_messages(at.scoring)["messages"]) == 2
    assert (len(at.stored(ROME)), len(at.stored(PARIS))) == (1, 1)


def test_each_edition_is_relayed_once_if_anything_is_new(at: Bench) -> None:
    messages = [finished(edition, name=f"{edition}{n}") for n in range(3) for edition in BOTH]
    take_results(at.scoring, messages)
    assert at.jobs.relayed == [*BOTH]
    assert [len(at.results.outbox(edition, FAR)) for edition in BOTH] == [3, 3]
    take_results(at.scoring, messages)
    take_results(at.scoring, [])
    assert at.jobs.relayed == [*BOTH]


def test_those_that_others_were_faster_than_are_taken_in_their_turn(at: Bench) -> None:
    first = finished(ROME, ("bo", "cy"), name="first")
    messages = [
        finished(ROME, players, name=f"{players}")
        for players in (("ana", "bo"), ("ana", "di"), ("eve", "flo"))
    ]
    store = Overtaken(at.results, lambda: at.take(first))
    taken = take_results(over(at, store), messages)
    assert [each.outcome for each in taken] == ["scored"] * 3
    assert sorted(games_of(at, ROME)) == sorted(each["game"] for each in (first, *messages))
    assert_right(at.results, ROME, at.stored(ROME))


@pytest.mark.slow
def test_many_workers_with_many_at_once_come_to_the_numbers_of_one(server: Embedded) -> None:
    connected(server).flushall()
    shared, delivered = bench(RedisResults(connected(server))), shuffled_messages()
    shares = [delivered[first : first + 25] for first in range(0, len(delivered), 25)]
    with ThreadPoolExecutor(THREADS) as pool:
        taken = [*pool.map(lambda share: take_results(shared.scoring, share), shares)]
    outcomes = Counter(each.outcome for share in taken for each in share)
    assert outcomes == {"scored": MESSAGES, "repeated": len(delivered) - MESSAGES}
    for edition in BOTH:
        assert len(shared.stored(edition)) == MESSAGES // 2
        assert_right(shared.results, edition, shared.stored(edition))
