"""The client of a cluster keeps the promises of the client of one server."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Barrier
from time import monotonic, sleep
from typing import Any

import pytest

from deploy.embedded import Embedded, running_server
from services.plumbing.cluster.address import read_address
from services.plumbing.cluster.client import Cluster as Client
from services.plumbing.cluster.nodes import Together
from services.plumbing.connections import StoreError, connect, connect_to_wait, failing
from tests.cluster import Cluster, free_port
from tests.plumbing.silent import silent_node
from tests.servers import wait_until

NOWHERE = "redis+cluster://127.0.0.1:1,127.0.0.1:2"
APPEND = "return redis.call('RPUSH', KEYS[1], ARGV[1])"


def limited(cluster: Cluster, **limits: float) -> Any:
    """Connect to a cluster with limits of one's own."""
    return Client(read_address(cluster.url), **{"timeout": 5, "socket_timeout": 5} | limits)


def alone(folder: Path, **settings: str) -> AbstractContextManager[Embedded]:
    """Run one server, with settings by the names of Valkey's configuration and no hyphens."""
    more = {name.replace("_", "-"): value for name, value in settings.items()}
    return running_server(folder / "one", port=free_port(), fsync="no", more=more)


def test_nothing_is_connected_before_it_is_used() -> None:
    client = connect(NOWHERE)
    client.register_script(APPEND)
    client.pipeline(transaction=False).get("key")
    connect_to_wait(NOWHERE).pubsub()


def test_a_cluster_that_is_not_there_is_a_store_error_at_once() -> None:
    client, begun = connect(NOWHERE), monotonic()
    script, pubsub = client.register_script(APPEND), connect_to_wait(NOWHERE).pubsub()
    for ask in (
        client.ping,
        lambda: client.get("key"),
        lambda: script(["key"], ["value"]),
        lambda: client.pipeline(transaction=False).get("key").execute(),
        lambda: client.pipeline(transaction=True).get("key").execute(),
        lambda: pubsub.subscribe("news"),
    ):
        with pytest.raises(StoreError), failing():
            ask()
    assert monotonic() - begun < 1


@pytest.mark.slow
def test_a_server_that_is_no_cluster_is_a_store_error(tmp_path: Path) -> None:
    with alone(tmp_path) as node:
        client = connect(f"redis+cluster://127.0.0.1:{node.port}")
        with pytest.raises(StoreError, match="not enabled"), failing():
            client.ping()


@pytest.mark.slow
def test_a_cluster_without_slots_is_a_store_error(tmp_path: Path) -> None:
    settings = {"cluster_enabled": "yes", "cluster_port": str(free_port())}
    with alone(tmp_path, **settings) as node:
        client = connect(f"redis+cluster://127.0.0.1:{node.port}")
        for ask in (client.ping, lambda: client.get("key")):
            with pytest.raises(StoreError), failing():
                ask()


@pytest.mark.slow
def test_many_who_begin_at_the_same_time_are_served(cluster: Cluster) -> None:
    client, barrier = connect(cluster.url), Barrier(16)

    def begin(number: int) -> object:
        barrier.wait()
        return client.set(f"begin:{number}", number)

    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(begin, range(16)))


@pytest.mark.slow
def test_those_who_wait_for_an_attempt_share_how_the_next_one_ends() -> None:
    attempts = []

    def fail() -> None:
        attempts.append(1)
        sleep(0.1)
        raise OSError("away")

    together, barrier = Together(fail), Barrier(8)

    def ask(_: int) -> str:
        barrier.wait()
        with pytest.raises(StoreError) as error, failing():
            together()
        return str(error.value)

    with ThreadPoolExecutor(8) as pool:
        said = {*pool.map(ask, range(8))}
    assert said == {"the store cannot be used: the cluster cannot be read: away"}
    assert len(attempts) <= 2


@pytest.mark.slow
def test_connections_are_waited_for_and_never_more_than_allowed(cluster: Cluster) -> None:
    client = limited(cluster, max_connections=2)
    slow = client.register_script("for i = 1, 2000000 do end return redis.call('INCR', KEYS[1])")
    with ThreadPoolExecutor(8) as pool:
        numbers = [*pool.map(lambda _: slow(["waited for"], []), range(8))]
    assert sorted(numbers) == [*range(1, 9)]
    impatient = limited(cluster, max_connections=1, timeout=0.01)
    impatient.get("key")
    with ThreadPoolExecutor(1) as pool:
        busy = pool.submit(impatient.eval, "for i = 1, 1e8 do end", 1, "key")
        wait_until(busy.running, 5)
        sleep(0.1)
        with pytest.raises(StoreError, match="all connections to the node are in use"), failing():
            impatient.get("key")
        busy.result()


@pytest.mark.slow
def test_a_command_that_was_sent_and_not_answered_is_not_repeated(tmp_path: Path) -> None:
    with silent_node(tmp_path / "node", b"EVAL") as (silent, past):
        client = connect(f"redis+cluster://127.0.0.1:{silent.port}")
        script = client.register_script(APPEND)
        client.get("key")
        past.script_load(APPEND)

        def in_pipeline(*, transaction: bool) -> object:
            pipe = client.pipeline(transaction=transaction)
            return pipe.evalsha(script.sha, 1, "key", "once").execute()

        for number, ask in enumerate(
            (
                lambda: script(["key"], ["once"]),
                lambda: in_pipeline(transaction=False),
                lambda: in_pipeline(transaction=True),
            ),
            start=1,
        ):
            with pytest.raises(StoreError), failing():
                ask()  # type: ignore[no-untyped-call]
            assert (silent.heard, past.llen("key")) == (number, number)


def test_a_pipeline_asks_all_nodes_and_keeps_the_order(cluster: Cluster) -> None:
    client: Any = connect(cluster.url)
    keys = [cluster.key_on(node, "order") for node in cluster.nodes] * 2
    pipe = client.pipeline(transaction=False)
    script = client.register_script(APPEND)
    for at, key in enumerate(keys):
        script([key], [at], pipe)
    assert pipe.execute() == [1, 1, 1, 2, 2, 2]
    with client.pipeline(transaction=False) as pipe:
        for key in keys[:3]:
            pipe.lrange(key, 0, -1)
        assert pipe.execute() == [[b"0", b"3"], [b"1", b"4"], [b"2", b"5"]]
    with pytest.raises(StoreError, match="one slot"), failing():
        client.pipeline(transaction=True).get(keys[0]).get(keys[1]).execute()
    with pytest.raises(StoreError, match="WRONGTYPE"), failing():
        client.pipeline(transaction=False).get(keys[0]).execute()


def test_news_is_heard_whichever_node_it_began_at(cluster: Cluster) -> None:
    pubsub = connect_to_wait(cluster.url).pubsub(ignore_subscribe_messages=True)
    pubsub.subscribe("news")
    pubsub.get_message(timeout=1)
    client = connect(cluster.url)
    tell = client.register_script("return redis.call('PUBLISH', ARGV[1], KEYS[1])")
    keys = [cluster.key_on(node, "news") for node in cluster.nodes]
    for key in keys:
        tell([key], ["news"])
    heard = [pubsub.get_message(timeout=2)["data"].decode() for _ in keys]
    assert sorted(heard) == sorted(keys)
    pubsub.close()
