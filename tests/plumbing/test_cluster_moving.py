"""The client of a cluster goes on while slots move, and while nobody has them."""

from collections.abc import Iterator
from threading import Timer

import pytest
from redis.crc import key_slot

from deploy.embedded import Embedded
from services.plumbing.connections import StoreError, connect, failing
from tests.cluster import Cluster, running_cluster

APPEND = "return redis.call('RPUSH', KEYS[1], ARGV[1])"


@pytest.fixture(scope="module")
def moving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Run a cluster with a node that has nothing yet."""
    with running_cluster(tmp_path_factory.mktemp("moving"), spare=1) as running:
        yield running


def moves(cluster: Cluster, key: str) -> tuple[int, Embedded, Embedded]:
    """Give the slot of a key, the node that has it, and the one that has nothing."""
    return key_slot(key.encode()), cluster.owner(key), cluster.nodes[-1]


@pytest.mark.slow
def test_keys_on_their_way_to_a_new_node_are_found(moving: Cluster) -> None:
    key = moving.key_on(moving.nodes[0], "way")
    slot, source, target = moves(moving, key)
    client = connect(moving.url)
    script = client.register_script(APPEND)
    script([key], ["before"])
    moving.begin_to_move(slot, source, target)
    script([key], ["begun"])
    moving.move_keys(slot, source, target)
    script([key], ["moved"])  # the new node has neither been heard of nor has it the script
    pipe = client.pipeline(transaction=False)
    script([key], ["moved too"], pipe)
    assert pipe.lrange(key, 0, -1).execute()[0] == 4
    moving.end_to_move(slot, source, target)
    with client.pipeline(transaction=True) as pipe:
        length, found = pipe.llen(key).lrange(key, 0, -1).execute()
    assert (length, found) == (4, [b"before", b"begun", b"moved", b"moved too"])
    assert client.lrange(key, 0, 0) == [b"before"]


@pytest.mark.slow
def test_a_transaction_waits_for_keys_that_are_on_their_way(moving: Cluster) -> None:
    key = moving.key_on(moving.nodes[1], "wait")
    slot, source, target = moves(moving, key)
    client = connect(moving.url)
    client.set(key, "value")
    moving.begin_to_move(slot, source, target)
    moving.move_keys(slot, source, target)
    later = Timer(0.2, moving.end_to_move, (slot, source, target))
    later.start()
    assert client.pipeline(transaction=True).get(key).execute() == [b"value"]
    later.join()


@pytest.mark.slow
def test_keys_that_never_arrive_are_a_store_error(moving: Cluster) -> None:
    key = moving.key_on(moving.nodes[2], "never")
    slot, source, target = moves(moving, key)
    client = connect(moving.url)
    client.set(key, "value")
    moving.begin_to_move(slot, source, target)
    moving.move_keys(slot, source, target)
    with pytest.raises(StoreError, match="on their way"), failing():
        client.pipeline(transaction=True).get(key).execute()
    moving.end_to_move(slot, source, target)
    assert client.pipeline(transaction=True).get(key).execute() == [b"value"]


@pytest.mark.slow
def test_a_slot_that_nobody_has_keeps_no_other_from_working(moving: Cluster) -> None:
    key = moving.key_on(moving.nodes[0], "nobody")
    other = moving.key_on(moving.nodes[1], "nobody")
    slot, owner = key_slot(key.encode()), moving.owner(key)
    client = connect(moving.url)
    for node in moving.nodes:
        moving.ask(node, "CLUSTER", "DELSLOTS", slot)
    try:
        with pytest.raises(StoreError), failing():
            client.set(key, "value")
        assert client.set(other, "value")
        assert client.ping()
        with pytest.raises(StoreError), failing():  # one that begins now
            connect(moving.url).set(key, "value")
    finally:
        moving.ask(owner, "CLUSTER", "ADDSLOTS", slot)
        moving.wait_until_whole()
    assert client.set(key, "value")
