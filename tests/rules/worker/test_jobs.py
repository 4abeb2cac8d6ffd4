"""Jobs: each may run twice, at the same time as well, and does its work once."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from threading import Barrier

import pytest

from services.plumbing.connections import Client, StoreError
from services.plumbing.outbox import Waiting
from services.plumbing.queues import RqOutside
from services.rules.app.errors import UnknownGameError, VersionNotServedError
from services.rules.store.redis import RedisGames
from services.rules.worker import jobs
from services.rules.worker.jobs import work_at
from services.rules.worker.queues import ADDRESSES
from tests.rules.app.bench import to_play
from tests.rules.worker.workshop import (
    FAR,
    PARIS,
    ROME,
    clock_entries,
    clock_queue,
    desk_of,
    expired,
    finished,
    finished_job,
    lossy_bench,
    of_other_rules,
    real_bench,
    scheduled,
    scoring,
)

AT_ONCE = 4
"""How many try the same thing at the same time."""
both_ways = pytest.mark.parametrize("word", ["resign", "play"])


def all_at_once(do: Callable[[], object]) -> None:
    """Let several threads do the same, as well as they can at the same moment."""
    barrier = Barrier(AT_ONCE)

    def run(_: int) -> None:
        barrier.wait()
        do()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        assert [*pool.map(run, range(AT_ONCE))] == [None] * AT_ONCE


class KilledBeforeTakingOut(RedisGames):
    """A store of somebody who dies when a message has left and is still in the outbox."""

    def sent(self, edition: str, messages: Sequence[Waiting]) -> None:
        """Die."""
        raise SystemExit(f"{edition}: {len(messages)}")


@both_ways
def test_a_turn_that_is_expired_twice_ends_once(client: Client, word: str) -> None:
    at = real_bench(client)
    work_at(desk_of(at, client))
    place = expired(at, word, PARIS)
    jobs.expire(*place)
    log, stored = at.log(place), at.table(place).stored
    jobs.expire(*place)
    assert clock_entries(at, place)
    assert (at.log(place), at.table(place).stored) == (log, stored)


@pytest.mark.slow
@both_ways
def test_a_turn_that_several_expire_at_the_same_time_ends_once(client: Client, word: str) -> None:
    at = real_bench(client)
    work_at(desk_of(at, client))
    for _ in range(5):
        place = expired(at, word, PARIS)
        seats = to_play(at.table(place))
        all_at_once(partial(jobs.expire, *place))
        assert at.table(place).stored.version == len(seats)
        numbers = [entry["number"] for entry in at.log(place)]
        assert numbers == [*range(1, len(numbers) + 1)]


def test_a_game_that_several_end_at_the_same_time_sends_one_message(client: Client) -> None:
    at = real_bench(client)
    work_at(desk_of(at, client))
    places = [expired(at, "resign") for _ in range(5)]
    for place in places:
        all_at_once(partial(jobs.expire, *place))
    assert len(at.games.outbox(ROME, FAR)) == len(places)
    all_at_once(lambda: jobs.relay(ROME))
    assert sorted(job.id for job in scoring(client)) == sorted(map(finished_job, places))
    assert at.games.outbox(ROME, FAR) == []


@pytest.mark.slow
def test_messages_that_are_relayed_again_and_again_arrive_once(client: Client) -> None:
    at = lossy_bench(client)
    work_at(desk_of(at, client))
    places = [finished(at) for _ in range(30)]
    all_at_once(lambda: jobs.relay(ROME))
    assert jobs.relay(ROME) == 0
    assert sorted(job.id for job in scoring(client)) == sorted(map(finished_job, places))
    assert at.games.outbox(ROME, FAR) == []


def test_messages_that_were_written_just_now_are_relayed(client: Client) -> None:
    at = lossy_bench(client)
    work_at(desk_of(at, client))
    finished(at, PARIS)
    assert jobs.relay(ROME) == 0
    assert jobs.relay(PARIS) == 1


def test_a_relay_that_dies_before_taking_out_sends_again_under_the_same_id(
    client: Client,
) -> None:
    at = lossy_bench(client)
    place = finished(at)
    dying = replace(at.rules, games=KilledBeforeTakingOut(client))
    work_at(desk_of(at._replace(rules=dying), client))
    with pytest.raises(SystemExit):
        jobs.relay(ROME)
    assert [job.id for job in scoring(client)] == [finished_job(place)]
    assert len(at.games.outbox(ROME, FAR)) == 1
    work_at(desk_of(at, client))
    assert jobs.relay(ROME) == 1
    assert [job.id for job in scoring(client)] == [finished_job(place)]
    assert at.games.outbox(ROME, FAR) == []


def test_a_message_that_cannot_leave_stays(client: Client) -> None:
    at = lossy_bench(client)
    finished(at)
    desk = desk_of(at, client)
    desk.outside = Closed(client, ADDRESSES)
    work_at(desk)
    with pytest.raises(StoreError):
        jobs.relay(ROME)
    assert len(at.games.outbox(ROME, FAR)) == 1


class Closed(RqOutside):
    """An outside that takes nothing."""

    def send(self, message: bytes, trace: str = "") -> None:
        """Refuse."""
        del trace
        raise StoreError(f"{len(message)} bytes too many")


def test_the_end_of_a_turn_asks_for_that_of_the_next_one(client: Client) -> None:
    at = real_bench(client)
    work_at(desk_of(at, client))
    place = expired(at, "play")
    client.delete(clock_queue(client).scheduled_job_registry.key)
    jobs.expire(*place)
    deadline = at.table(place).stored.deadline
    assert deadline is not None
    assert deadline > at.rules.milliseconds() - 1_000
    assert scheduled(client) == [f"rules_gob-rome_1_1-expire-{place.game}-{deadline}"]


def test_a_turn_that_has_time_is_looked_at_again_when_it_is_up(client: Client) -> None:
    at = real_bench(client)
    work_at(desk_of(at, client))
    place = expired(at, "play", seconds=-60)
    deadline = at.table(place).stored.deadline
    client.delete(clock_queue(client).scheduled_job_registry.key)
    jobs.expire(*place)
    assert scheduled(client) == [f"rules_gob-rome_1_1-expire-{place.game}-{deadline}"]
    assert clock_entries(at, place) == []


def test_a_game_that_is_over_is_not_looked_at_again(client: Client) -> None:
    at = real_bench(client)
    work_at(desk_of(at, client))
    place = expired(at, "resign")
    client.delete(clock_queue(client).scheduled_job_registry.key)
    jobs.expire(*place)
    assert to_play(at.table(place)) == ()
    jobs.expire(*place)
    assert scheduled(client) == []


def test_a_job_for_a_game_that_is_gone_fails_and_says_so(client: Client) -> None:
    work_at(desk_of(real_bench(client), client))
    with pytest.raises(UnknownGameError, match=f"there is no game '{'a' * 22}' of gob-rome"):
        jobs.expire(ROME, "a" * 22)


def test_a_job_for_a_game_of_other_rules_fails_and_says_so(client: Client) -> None:
    at = real_bench(client)
    work_at(desk_of(at, client))
    place = of_other_rules(client, expired(at, "resign"))
    with pytest.raises(VersionNotServedError, match="gob-rome version 0, engine 1, which is not"):
        jobs.expire(*place)
    assert clock_entries(at, place) == []
