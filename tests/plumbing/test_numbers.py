"""Numbers that are asked of Redis: right, and left out where they cannot be had."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from time import time

import pytest
from prometheus_client.core import Metric
from rq import SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import utcformat

from deploy.embedded import Embedded
from services.contracts.messages import Engine
from services.plumbing.connections import Client, StoreError, connect
from services.plumbing.http import numbers
from services.plumbing.http.metrics import Metrics
from services.plumbing.outbox import Waits
from services.plumbing.queues import queue
from services.plumbing.tally import DONE, FAILED, Tally
from tests.servers import connected

AWAY = "unix:///nowhere/valkey.sock"
JOB = "services.rules.worker.jobs.relay"
TRAM = "rules.tram"
BUS = "rules.bus"


def told(families: Iterable[Metric]) -> dict[str, float]:
    """Give numbers by their names and the values of their labels."""
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in families
        for sample in family.samples
    }


def of_queues(client: Client, *names: str) -> dict[str, float]:
    return told(numbers.of_queues("rules", client, names))


def test_what_waits_on_every_queue_is_told_and_since_when(client: Client) -> None:
    first = queue(client, TRAM).enqueue(JOB, "tram")
    queue(client, TRAM).enqueue(JOB, "tram")
    came = datetime.now(UTC) - timedelta(minutes=5)
    client.hset(Job.key_for(first.id), "enqueued_at", utcformat(came))
    found = of_queues(client, TRAM, BUS)
    assert (found[f"rules_queue_depth {TRAM}"], found[f"rules_queue_depth {BUS}"]) == (2, 0)
    assert found[f"rules_queue_oldest_seconds {TRAM}"] == pytest.approx(300, abs=30)
    assert found[f"rules_queue_oldest_seconds {BUS}"] == 0


@pytest.mark.slow
def test_jobs_that_do_not_wait_are_told_by_their_state(client: Client) -> None:
    own = queue(client, TRAM)
    own.enqueue_in(timedelta(hours=1), JOB, "tram")
    own.enqueue("no.such.thing")
    worker = SimpleWorker([own], connection=client, serializer=JSONSerializer)
    worker.work(burst=True, logging_level="CRITICAL")
    found = of_queues(client, TRAM)
    states = {state: found[f"rules_queue_jobs {TRAM} {state}"] for state in numbers.STATES}
    assert states == {"started": 0, "scheduled": 1, "failed": 1}


def test_only_workers_that_are_alive_are_counted(client: Client) -> None:
    own = queue(client, TRAM)
    alive, killed = (SimpleWorker([own], connection=client) for _ in range(2))
    for worker in (alive, killed):
        worker.register_birth()  # type: ignore[no-untyped-call]
    assert of_queues(client, TRAM)[f"rules_queue_workers {TRAM}"] == 2
    client.delete(killed.key)  # it expires a while after the worker was killed
    assert of_queues(client, TRAM)[f"rules_queue_workers {TRAM}"] == 1


def test_what_workers_have_done_is_told(client: Client) -> None:
    tally = Tally()
    tally.job(TRAM, "relay", DONE, 0.5, 4)
    tally.job(TRAM, "relay", FAILED, 1.5)
    tally.found(TRAM, "messages", 3)
    tally.add_up(client)
    found = of_queues(client, TRAM, BUS)
    assert found[f"rules_jobs_total {TRAM} relay done"] == 4
    assert found[f"rules_jobs_total {TRAM} relay failed"] == 1
    assert found[f"rules_job_seconds_total {TRAM} relay"] == 2
    assert found[f"rules_swept_total {TRAM} messages"] == 3
    assert not [name for name in found if "_total" in name and BUS in name]


def test_a_queue_of_which_a_part_may_not_be_read_is_told_without_it(own_server: Embedded) -> None:
    client = connected(own_server)
    queue(client, TRAM).enqueue(JOB, "tram")
    client.acl_setuser(
        "small",
        enabled=True,
        nopass=True,
        keys=["rq:queue:*"],
        categories=["+@all"],
    )
    small = connect(own_server.url.replace("unix://", "unix://small:x@"))
    assert of_queues(small, TRAM) == {f"rules_queue_depth {TRAM}": 1}


def test_queues_that_are_away_are_not_told() -> None:
    assert of_queues(connect(AWAY), TRAM) == {}


def test_an_outbox_tells_how_long_its_oldest_message_waits() -> None:
    waits = {"tram": Waits(2, int(time() * 1000) - 60_000), "bus": Waits(0, None)}
    found = told(numbers.of_outbox("rules", waits.__getitem__, ["tram", "bus"]))
    assert found.pop("rules_outbox_oldest_seconds tram") == pytest.approx(60, abs=10)
    assert found == {
        "rules_outbox_messages tram": 2,
        "rules_outbox_messages bus": 0,
        "rules_outbox_oldest_seconds bus": 0,
    }


def fail(_: str) -> Waits:
    """Stand for a store that is away."""
    raise StoreError("away")


def test_a_store_that_is_away_has_no_outbox_and_no_counts() -> None:
    assert told(numbers.of_outbox("rules", fail, ["tram"])) == {}
    assert told([numbers.by_edition("rules_x", "X.", ["tram"], lambda _: fail("")[0])]) == {}


@pytest.mark.slow
def test_a_store_tells_what_it_keeps_and_whether_it_writes(own_server: Embedded) -> None:
    client = connected(own_server)
    client.config_set("maxmemory", 50_000_000)
    client.set("much", b"x" * 2_000_000)
    found = told(numbers.of_store("rules", client))
    assert found["rules_store_up"] == found["rules_store_writes"] == 1
    assert 2_000_000 < found["rules_store_memory_bytes"] < 40_000_000
    assert found["rules_store_memory_limit_bytes"] == 50_000_000
    assert 2_000_000 < found["rules_store_log_bytes"] < 3_000_000


def test_a_store_that_is_away_is_told_and_nothing_else_of_it() -> None:
    assert told(numbers.of_store("rules", connect(AWAY))) == {"rules_store_up": 0}


@pytest.mark.slow
def test_a_store_that_does_not_let_itself_be_asked_is_there_all_the_same(
    own_server: Embedded,
) -> None:
    connected(own_server).acl_setuser(
        "small", enabled=True, nopass=True, categories=["+@all"], commands=["-info"]
    )
    small = connect(own_server.url.replace("unix://", "unix://small:x@"))
    assert told(numbers.of_store("rules", small)) == {"rules_store_up": 1}


class Nodes:
    """Answers as the client of a cluster does: by node."""

    def ping(self) -> bool:
        """Be there."""
        return True

    def info(self) -> dict[str, dict[str, object]]:
        """Say how the nodes are."""
        well = {"used_memory": 3, "maxmemory": 10, "aof_current_size": 5}
        return {
            "a:1": {**well, "aof_last_write_status": "ok"},
            "b:1": {**well},
            "c:1": {**well, "aof_last_write_status": "err"},
        }


def test_the_nodes_of_a_cluster_are_told_together() -> None:
    assert told(numbers.of_store("rules", Nodes())) == {
        "rules_store_up": 1,
        "rules_store_memory_bytes": 9,
        "rules_store_memory_limit_bytes": 30,
        "rules_store_log_bytes": 15,
        "rules_store_writes": 0,
    }


def engine(process: str, version: int) -> Engine:
    return Engine(
        edition="tram",
        edition_version=version,
        engine_version=7,
        players=[2],
        address="http://here",
        process=process,
    )


def test_engines_are_counted_by_edition_and_version() -> None:
    up = [engine("a", 1), engine("b", 2), engine("c", 2)]
    found = told([numbers.of_engines("lobby", up)])
    assert found == {"lobby_engines tram 1 7": 1, "lobby_engines tram 2 7": 2}


def test_a_service_tells_its_own_numbers_and_those_it_asks_for(client: Client) -> None:
    metrics = Metrics("rules", lambda: numbers.of_queues("rules", client, [TRAM]))
    metrics.answered("get_game", 200, 0.1)
    text = metrics.exposition().decode()
    assert 'rules_requests_total{operation="get_game",status="200"} 1.0' in text
    assert 'rules_queue_depth{queue="rules.tram"} 0.0' in text
