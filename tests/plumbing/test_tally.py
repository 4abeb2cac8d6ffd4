"""What workers have done is added up in Redis, also when Redis was away for a while."""

from rq.job import Job

from services.plumbing.connections import Client, connect
from services.plumbing.queues import queue
from services.plumbing.tally import DONE, FAILED, KEY, Tally, name_of, sums

AWAY = "unix:///nowhere/valkey.sock"
QUEUE = "rules.gob-rome"


def added(client: Client) -> dict[tuple[str, str], float]:
    """Give what was added up so far."""
    return {(word, about): value for word, about, value in sums(client.hgetall(KEY.format(QUEUE)))}


def test_counts_of_several_processes_are_added_up(client: Client) -> None:
    one, two = Tally(), Tally()
    one.job(QUEUE, "relay", DONE, 0.25)
    two.job(QUEUE, "relay", DONE, 0.5, 3)
    two.job(QUEUE, "create", FAILED, 1.0)
    two.found(QUEUE, "messages", 7)
    for tally in (one, two):
        tally.add_up(client)
    assert added(client) == {
        ("done", "relay"): 4,
        ("seconds", "relay"): 0.75,
        ("failed", "create"): 1,
        ("seconds", "create"): 1.0,
        ("swept", "messages"): 7,
    }


def test_nothing_is_added_up_twice(client: Client) -> None:
    tally = Tally()
    tally.found(QUEUE, "job")
    for _ in range(2):
        tally.add_up(client)
    assert added(client) == {("swept", "job"): 1}


def test_counts_are_kept_while_redis_is_away(client: Client) -> None:
    tally = Tally()
    tally.job(QUEUE, "relay", DONE, 0.5)
    tally.add_up(connect(AWAY))
    tally.job(QUEUE, "relay", DONE, 0.25)
    tally.add_up(client)
    assert added(client) == {("done", "relay"): 2, ("seconds", "relay"): 0.75}


def test_jobs_that_are_none_of_ours_have_one_name(client: Client) -> None:
    own = queue(client, QUEUE)
    ours = own.enqueue("services.rules.worker.jobs.relay", "gob-rome")
    other = own.enqueue("no.such.thing")
    assert [name_of(ours), name_of(other)] == ["relay", "other"]
    client.hset(Job.key_for(other.id), "data", b"\x80 no data of a job")
    broken = own.fetch_job(other.id)
    assert broken is not None
    assert name_of(broken) == "other"
