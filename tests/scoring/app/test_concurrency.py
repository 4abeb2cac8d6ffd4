"""Many workers at once on a real server: every number is that of the results in their order."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import orjson
import pytest

from deploy.embedded import Embedded
from services.scoring.app.rebuild import rebuild
from services.scoring.app.take_result import take_result
from services.scoring.store.redis import RedisResults
from tests.scoring.app.bench import FAR, PARIS, ROME, Bench, bench, finished
from tests.scoring.app.recount import assert_right, numbers_in, recount
from tests.servers import connected

THREADS = 8
MESSAGES = 200
PLAYERS = ("ana", "bo", "cy", "di", "bot.x", "bot.y")


def shuffled_messages() -> list[Any]:
    """Make messages of two editions, some of them delivered two or three times."""
    chance = Random(7)  # noqa: S311
    messages = [
        finished(
            (ROME, PARIS)[number % 2],
            chance.sample(PLAYERS, chance.choice([2, 3])),
            f"seed {number % 6}",
            name=f"game {number}",
            leaving=[(0, 5)] if number % 10 == 9 else [],
        )
        for number in range(MESSAGES)
    ]
    delivered = messages + chance.sample(messages, 60) + chance.sample(messages, 30)
    chance.shuffle(delivered)
    return delivered


@pytest.fixture
def shared(own_server: Embedded) -> Bench:
    return bench(RedisResults(connected(own_server)))


@pytest.mark.slow
def test_eight_workers_come_to_the_numbers_of_one(shared: Bench) -> None:
    delivered = shuffled_messages()
    with ThreadPoolExecutor(THREADS) as pool:
        taken = [*pool.map(lambda message: take_result(shared.scoring, message), delivered)]
    assert Counter(each.outcome for each in taken) == {"scored": MESSAGES, "repeated": 90}
    for edition in (ROME, PARIS):
        stored = shared.stored(edition)
        assert len(stored) == MESSAGES // 2
        assert_right(shared.results, edition, stored)


@pytest.mark.slow
def test_a_rebuild_while_workers_take_messages_loses_none_and_doubles_none(shared: Bench) -> None:
    delivered, rebuilt = shuffled_messages(), list[int]()

    def work(at: int) -> None:
        if at % 40 == 20:
            rebuilt.append(rebuild(shared.scoring, ROME))
        take_result(shared.scoring, delivered[at])

    with ThreadPoolExecutor(THREADS) as pool:
        [*pool.map(work, range(len(delivered)))]
    assert len(rebuilt) == 7
    for edition in (ROME, PARIS):
        assert len(shared.stored(edition)) == MESSAGES // 2
        assert_right(shared.results, edition, shared.stored(edition))
    before = numbers_in(shared.results, ROME, {*PLAYERS})
    assert rebuild(shared.scoring, ROME) == MESSAGES // 2
    assert numbers_in(shared.results, ROME, {*PLAYERS}) == before == recount(shared.stored(ROME))


@pytest.mark.slow
def test_every_result_is_announced_once(shared: Bench) -> None:
    delivered = [message for message in shuffled_messages() if message["edition"] == ROME]
    with ThreadPoolExecutor(THREADS) as pool:
        [*pool.map(lambda message: take_result(shared.scoring, message), delivered)]
    waiting = shared.results.outbox(ROME, FAR)
    announced = [orjson.loads(each.message)["game"] for each in waiting]
    assert announced == [result.message["game"] for result in shared.stored(ROME)]
