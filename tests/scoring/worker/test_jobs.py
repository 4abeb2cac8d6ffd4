"""The jobs of scoring: each may run twice, at the same time as well, and does its work once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import pytest
from structlog.testing import capture_logs

from services.plumbing.connections import Client
from services.plumbing.queues import RqOutside
from services.scoring.app.dead import dead_messages
from services.scoring.worker import jobs
from services.scoring.worker.jobs import Desk, work_at
from services.scoring.worker.queues import ADDRESSES
from tests.scoring.app.bench import FAR, PARIS, ROME, Bench, finished
from tests.scoring.app.recount import assert_right
from tests.scoring.worker.workshop import (
    deliver,
    deliver_again,
    desk_of,
    failures,
    games_of,
    lossy_bench,
    named,
    real_bench,
    scored_id,
    told,
    waiting,
    work_off,
)

AT_ONCE = 6
BAD: list[Any] = [
    None,
    "tram",
    [1, 2],
    {},
    {"type": "game_finished.1"},
    {**finished(name="bad"), "edition": "gob-oz"},
    {**finished(name="bad"), "type": "game_finished.2"},
    {**finished(name="bad"), "players": ["ana", "ana"]},
    {**finished(name="bad"), "outcome": {"seats": []}},
    {**finished(name="bad"), "more": 1},
]


def at_desk(client: Client) -> Bench:
    """Let the jobs of this process work on a bench whose relays get lost."""
    at = lossy_bench(client)
    work_at(desk_of(at, client))
    return at


def test_a_message_is_taken_once_however_often_it_comes(client: Client) -> None:
    at, message = at_desk(client), finished(name="one")
    assert [jobs.take(message) for _ in range(3)] == ["scored", "repeated", "repeated"]
    assert games_of(at.stored(ROME)) == named("one")
    assert len(at.results.outbox(ROME, FAR)) == 1
    assert at.jobs.relayed == [ROME]
    assert_right(at.results, ROME, at.stored(ROME))


def test_a_message_is_taken_once_by_many_at_the_same_time(client: Client) -> None:
    at = at_desk(client)
    messages = [finished(name=name) for name in ("one", "two") for _ in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = [*pool.map(jobs.take, messages)]
    assert sorted(outcomes) == ["repeated"] * (2 * AT_ONCE - 2) + ["scored"] * 2
    assert {*games_of(at.stored(ROME))} == {*named("one", "two")}
    assert_right(at.results, ROME, at.stored(ROME))


@pytest.mark.slow
@pytest.mark.parametrize("message", BAD, ids=range(len(BAD)))
def test_a_message_that_cannot_be_taken_is_kept_with_the_reason_once(
    client: Client, message: Any
) -> None:
    at = at_desk(client)
    assert [jobs.take(message) for _ in range(2)] == ["dead", "dead"]
    (dead,) = dead_messages(at.scoring)["messages"]
    assert (dead["message"], bool(dead["reason"])) == (message, True)
    assert (at.stored(ROME), at.results.outbox(ROME, FAR), at.jobs.relayed) == ([], [], [])


def test_what_became_of_a_message_is_logged(client: Client) -> None:
    at_desk(client)
    message = finished(name="one")
    with capture_logs() as logs:
        for each in (message, message, {"id": "tram-7"}):
            jobs.take(each)
    assert {line["event"] for line in logs} == {"message_taken"}
    assert [line["outcome"] for line in logs] == ["scored", "repeated", "dead"]
    assert [line["message"] for line in logs] == [message["id"], message["id"], "tram-7"]
    assert [line["sequence"] for line in logs] == [1, None, None]
    assert logs[2]["reason"]


def test_a_relay_sends_what_waits_once(client: Client) -> None:
    at, message = at_desk(client), finished(name="one")
    jobs.take(message)
    assert [jobs.relay(ROME) for _ in range(3)] == [1, 0, 0]
    (announced,) = told(client)
    assert announced["id"] == scored_id(message)
    assert at.results.outbox(ROME, FAR) == []


def test_a_relay_sends_the_messages_of_its_edition_only(client: Client) -> None:
    at = at_desk(client)
    for edition in (ROME, PARIS):
        jobs.take(finished(edition, name=edition))
    assert jobs.relay(PARIS) == 1
    assert [each["edition"] for each in told(client)] == [PARIS]
    assert len(at.results.outbox(ROME, FAR)) == 1


@pytest.mark.slow
def test_many_relays_at_the_same_time_send_each_message_once(client: Client) -> None:
    at = at_desk(client)
    ids = [scored_id(message) for message in map(finished_named, range(20))]
    for number in range(20):
        jobs.take(finished_named(number))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        [*pool.map(jobs.relay, [ROME] * AT_ONCE)]
    assert sorted(each["id"] for each in told(client)) == sorted(ids)
    assert at.results.outbox(ROME, FAR) == []


def finished_named(number: int) -> dict[str, Any]:
    return finished(name=f"{number}")


def test_a_message_that_left_and_stayed_in_the_outbox_is_there_once(client: Client) -> None:
    """The worker was killed between sending it and taking it out."""
    at = at_desk(client)
    jobs.take(finished(name="one"))
    (waits,) = at.results.outbox(ROME, FAR)
    RqOutside(client, ADDRESSES).send(waits.message)
    assert jobs.relay(ROME) == 1
    assert [each["id"] for each in told(client)] == [orjson.loads(waits.message)["id"]]


@pytest.mark.slow
def test_the_lobby_is_told_what_the_result_says(client: Client) -> None:
    at, message = real_bench(client), finished(name="one", request_id="tram-17")
    deliver(client, message)
    work_off(client, desk_of(at, client))
    (announced,), (result,) = told(client), at.stored(ROME)
    seats = result.result["seats"]
    assert announced == {
        "type": "game_scored.1",
        "id": scored_id(message),
        "request_id": "tram-17",
        "at": result.scored_at,
        "game": message["game"],
        "edition": ROME,
        "players": message["players"],
        "ranks": [seat["rank"] for seat in seats],
        "totals": [seat["total"] for seat in seats],
        "standings": [seat["standing"] for seat in seats],
        "winners": result.result["winners"],
    }


@pytest.mark.slow
def test_from_the_queue_to_the_lobby_every_game_goes_once(client: Client) -> None:
    at = real_bench(client)
    messages = [finished(edition, name=f"{edition}{n}") for n in range(5) for edition in BOTH]
    deliver(client, *messages, *messages)
    assert len(waiting(client)) == len(messages)
    for number, message in enumerate(messages):
        deliver_again(client, message, f"again-{number}")
    work_off(client, desk_of(at, client))
    assert waiting(client) == []
    assert failures(client) == {}
    assert sorted(each["id"] for each in told(client)) == sorted(map(scored_id, messages))
    for edition in BOTH:
        assert len(at.stored(edition)) == 5
        assert_right(at.results, edition, at.stored(edition))


BOTH = (ROME, PARIS)


def test_a_desk_is_that_of_the_last_who_set_it(client: Client) -> None:
    at_desk(client)
    other = lossy_bench(client)
    work_at(Desk(other.scoring, RqOutside(client, ADDRESSES)))
    jobs.take(finished(name="one"))
    assert other.jobs.relayed == [ROME]
