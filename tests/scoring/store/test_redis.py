"""What only the store in Redis has: keys on a node, scripts, connections that fail."""

import pytest
from redis.crc import key_slot

from deploy.embedded import Embedded
from services.plumbing.connections import StoreError, connect
from services.scoring.store import keys
from services.scoring.store.ports import Dead, Grown, Repeated, Stale, Swapped, Written
from services.scoring.store.redis import RedisResults
from tests.scoring.store.samples import (
    DERIVED,
    NOTHING,
    everything_of,
    new_edition,
    taking,
)
from tests.servers import connected, everything_in


@pytest.fixture
def results(server: Embedded) -> RedisResults:
    return RedisResults(connected(server))


@pytest.mark.slow
def test_what_is_refused_leaves_every_key_as_it_was(own_server: Embedded) -> None:
    client = connected(own_server)
    results, first = RedisResults(client), taking()
    results.take("tram", first)
    generation = results.begin("tram")
    before = everything_in(client)
    assert results.take("tram", first) == Repeated()
    assert results.take("tram", taking(game=first.game)) == Repeated()
    assert isinstance(results.take("tram", taking(game="other")), Stale)
    assert not results.bury("tram", Dead(first.message, b"text"))
    assert results.swap("tram", generation, 9) == Grown(1)
    after = everything_in(client)
    assert after.pop(b"scoring:game:other") is not None  # a hint that does no harm
    assert after == before
    assert results.find("other") is None


@pytest.mark.slow
def test_all_keys_of_an_edition_are_on_one_node_of_a_cluster(own_server: Embedded) -> None:
    client = connected(own_server)
    results, first = RedisResults(client), taking()
    results.take("tram", first)
    results.bury("tram", Dead("m", b"text"))
    results.add("tram", results.begin("tram"), DERIVED)
    names = {key.decode() for key in client.scan_iter()} - {keys.game_key(first.game)}
    assert all(name.startswith("scoring:{tram}:") for name in names)
    assert len({key_slot(name.encode()) for name in names}) == 1
    kinds = {name.split(":", 2)[2] for name in names}
    assert {"results", "order", "messages", "outbox", "dead", "dead_ids", "generations"} <= kinds
    assert {"0:records", "1:records", "0:board:all:1", "1:history:ana"} <= kinds


@pytest.mark.slow
def test_old_generations_are_removed_with_every_key(own_server: Embedded) -> None:
    client = connected(own_server)
    results = RedisResults(client)
    results.take("tram", taking())
    given_up, wanted = results.begin("tram"), results.begin("tram")
    for generation in (given_up, wanted):
        results.add("tram", generation, DERIVED)
    assert results.swap("tram", wanted, 1) == Swapped()
    results.tidy("tram")
    kept = {key.decode() for key in client.scan_iter()}
    assert not [name for name in kept if name.startswith(("scoring:{tram}:0", "scoring:{tram}:1"))]
    assert [name for name in kept if name.startswith("scoring:{tram}:2:history")]


def test_a_reader_that_knows_an_old_generation_finds_the_new_one(server: Embedded) -> None:
    edition = new_edition()
    reader, writer = (RedisResults(connected(server)) for _ in range(2))
    reader.take(edition, taking())
    generation = writer.begin(edition)
    writer.add(edition, generation, DERIVED)
    before = everything_of(reader, edition)[1:]
    assert writer.swap(edition, generation, 1) == Swapped()
    writer.tidy(edition)
    assert everything_of(reader, edition)[1:] == before


def test_a_server_without_the_scripts_is_given_them_again(
    results: RedisResults, server: Embedded
) -> None:
    edition = new_edition()
    results.take(edition, taking())
    connected(server).script_flush()
    assert results.take(edition, taking(players=(), derived=NOTHING)) == Written(2)


@pytest.mark.parametrize("url", ["unix:///nowhere/valkey.sock", "redis://127.0.0.1:1/0"])
def test_a_server_that_is_not_there_is_a_store_error(url: str) -> None:
    results = RedisResults(connect(url))
    for ask in (
        results.ping,
        lambda: results.read("tram", ["ana"]),
        lambda: results.take("tram", taking()),
        lambda: results.find("game"),
        lambda: results.results("tram", 0, 1),
        lambda: results.board("tram", "all:1", None, 1),
        lambda: results.counters("tram"),
        lambda: results.bury("tram", Dead("m", b"")),
        lambda: results.dead("tram", "", 1),
        lambda: results.dead_message("tram", "m"),
        lambda: results.drop("tram", "m"),
        lambda: results.outbox("tram", 1),
        lambda: results.begin("tram"),
        lambda: results.add("tram", 1, DERIVED),
        lambda: results.swap("tram", 1, 0),
        lambda: results.tidy("tram"),
        lambda: results.tidy("tram", 1),
    ):
        with pytest.raises(StoreError):
            ask()


@pytest.mark.slow
def test_what_was_taken_is_there_after_a_power_cut(own_server: Embedded) -> None:
    results, first = RedisResults(connected(own_server)), taking()
    assert results.take("tram", first) == Written(1)
    before = everything_of(results, "tram")
    own_server.kill()
    with pytest.raises(StoreError):
        results.take("tram", taking())
    own_server.start()
    assert everything_of(results, "tram") == before
    assert results.take("tram", first) == Repeated()
