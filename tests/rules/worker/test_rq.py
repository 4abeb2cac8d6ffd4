"""RQ does our jobs: from turn to turn, into the message, and past those that fail."""

import pickle

import pytest

from services.plumbing.connections import Client
from services.rules.worker.queues import EXPIRE, RELAY, rules_queue
from tests.rules.app.bench import to_play
from tests.rules.worker.workshop import (
    FAR,
    ROME,
    by_hand,
    clock_entries,
    clock_queue,
    desk_of,
    expired,
    failures,
    finished,
    finished_job,
    gone,
    make_due,
    message,
    of_other_rules,
    real_bench,
    requested,
    scheduled,
    scoring,
    work_off,
)

PARIS = "otu-paris"


def test_nothing_is_kept_of_jobs_that_went_well(client: Client) -> None:
    at = real_bench(client)
    place = expired(at, "resign")
    work_off(client, desk_of(at, client), ROME)
    assert to_play(at.table(place)) == ()
    assert [job.id for job in scoring(client)] == [finished_job(place)]
    assert [*client.scan_iter("rq:job:*")] == [f"rq:job:{finished_job(place)}".encode()]
    assert at.games.outbox(ROME, FAR) == []


def test_the_id_of_a_request_goes_from_job_to_job_into_the_message(client: Client) -> None:
    """Whoever created a game on the clock is named when it ends, turns later."""
    at = real_bench(client)
    with requested("host-1"):
        place = expired(at, "resign", PARIS, seconds=0)
    seats = at.table(place).players
    for turn, _ in enumerate(seats, 1):
        at.time.turn(60)
        make_due(client, PARIS)
        work_off(client, desk_of(by_hand(at), client), PARIS)
        assert len({entry["version"] for entry in clock_entries(at, place)}) == turn
    (job,) = scoring(client)
    assert message(job)["request_id"] == job.meta["request_id"] == "host-1"
    assert [each["standing"] for each in message(job)["outcome"]["seats"]] == ["resigned"] * 2
    assert scheduled(client, PARIS) == []


def test_the_id_of_the_last_move_s_request_goes_into_the_message(client: Client) -> None:
    at = real_bench(client)
    place = finished(at)
    work_off(client, desk_of(at, client), ROME)
    (job,) = scoring(client)
    table, content = at.table(place), message(job)
    outcome = table.family.outcome(table.edition, table.state)
    assert (content["type"], content["request_id"]) == ("game_finished.1", "request")
    assert (content["game"], content["edition"]) == (place.game, place.edition)
    assert (content["players"], content["outcome"]) == ([*table.players], outcome)


@pytest.mark.slow
def test_jobs_that_cannot_be_done_are_put_aside_and_the_others_are_done(client: Client) -> None:
    at = real_bench(client)
    queue, place = rules_queue(client, ROME), expired(at, "resign")
    lost, older = gone(client, expired(at, "resign")), of_other_rules(client, expired(at, "play"))
    client.delete(clock_queue(client).scheduled_job_registry.key)
    queue.enqueue("services.rules.worker.jobs.nothing", job_id="unknown-function")
    queue.enqueue("no.such.module", job_id="unknown-module")
    queue.enqueue(RELAY, 1, 2, 3, job_id="wrong-arguments")
    queue.enqueue(EXPIRE, *lost, job_id="gone")
    queue.enqueue(EXPIRE, *older, job_id="other-rules")
    queue.enqueue(EXPIRE, *place, job_id="good")
    work_off(client, desk_of(at, client), ROME)
    assert to_play(at.table(place)) == ()
    assert queue.count == 0
    found = failures(client)
    assert {name: why.strip().splitlines()[-1].split(":")[0] for name, why in found.items()} == {
        "unknown-function": "ValueError",
        "unknown-module": "ValueError",
        "wrong-arguments": "TypeError",
        "gone": "services.rules.app.errors.UnknownGameError",
        "other-rules": "services.rules.app.errors.VersionNotServedError",
    }


class Burglar:
    """Something that would do harm if a worker unpickled it."""

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        """Break in."""
        return pytest.fail, ("unpickled", "")


def test_pickled_jobs_are_not_unpickled(client: Client) -> None:
    at, queue = real_bench(client), rules_queue(client, ROME)
    queue.enqueue(RELAY, ROME, job_id="pickled")
    client.hset("rq:job:pickled", "data", pickle.dumps(Burglar()))
    queue.enqueue(RELAY, ROME, job_id="good")
    work_off(client, desk_of(at, client), ROME)
    assert queue.count == 0
    assert [*failures(client)] == ["pickled"]
