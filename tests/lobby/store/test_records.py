"""Records, lists, events and messages: written together or not at all."""

from concurrent.futures import ThreadPoolExecutor
from time import time

import orjson
import pytest

from deploy.embedded import Embedded
from services.lobby.store.ports import (
    Change,
    Key,
    Listing,
    Put,
    Receipt,
    Record,
    Records,
    Repeated,
    Spot,
    Stale,
    Written,
)
from services.lobby.store.redis import RedisRecords
from services.plumbing.outbox import Waits
from tests.collector import in_a_trace
from tests.servers import connected, everything_in

ANA = Key("player", "ana")
BEN = Key("player", "ben")
FAR = 10**14


def put(key: Key, expected: int, text: str | None) -> Put:
    return Put(key, expected, None if text is None else text.encode())


def test_a_record_is_read_as_it_was_written(records: Records) -> None:
    assert records.read([ANA]) == [None]
    assert records.commit(Change([put(ANA, 0, "one")])) == Written()
    assert records.commit(Change([put(ANA, 1, "two")])) == Written()
    assert records.read([BEN, ANA]) == [None, Record(2, b"two")]


def test_a_record_that_is_removed_is_gone_and_may_come_again(records: Records) -> None:
    records.commit(Change([put(ANA, 0, "one")]))
    assert records.commit(Change([put(ANA, 1, None)])) == Written()
    assert records.read([ANA]) == [None]
    assert records.commit(Change([put(ANA, 0, "again")])) == Written()


@pytest.mark.parametrize("expected", [0, 2])
def test_what_was_made_on_another_version_leaves_everything_as_it_was(
    records: Records, expected: int
) -> None:
    records.commit(Change([put(ANA, 0, "one")]))
    change = Change(
        puts=[put(BEN, 0, "new"), put(ANA, expected, "two")],
        listings=[Listing("all", "ben", 1)],
        events=[b'{"type":"x"}'],
        messages=[b"{}"],
        receipt=Receipt("key", "print", b"answer"),
    )
    assert records.commit(change) == Stale()
    assert records.read([ANA, BEN]) == [Record(1, b"one"), None]
    assert (records.count("all"), records.last_event(), records.receipt("key")) == (0, 0, None)
    assert records.outbox("", FAR) == []


def test_a_guard_has_to_hold_and_changes_nothing(records: Records) -> None:
    records.commit(Change([put(ANA, 0, "one")]))
    assert records.commit(Change([put(BEN, 0, "b")], guards=[(ANA, 2)])) == Stale()
    assert records.commit(Change([put(BEN, 0, "b")], guards=[(ANA, 1)])) == Written()
    assert records.read([ANA, BEN]) == [Record(1, b"one"), Record(1, b"b")]


def test_what_comes_again_under_a_key_is_told_the_first_answer(records: Records) -> None:
    receipt = Receipt("key", "print", '{"übung":1}'.encode())
    assert records.commit(Change([put(ANA, 0, "one")], receipt=receipt)) == Written()
    other = receipt._replace(fingerprint="other", answer=b"2")
    assert records.commit(Change([put(BEN, 0, "two")], receipt=other)) == Repeated(receipt)
    assert records.read([BEN]) == [None]
    assert records.receipt("key") == receipt


def test_a_list_is_sorted_and_has_pages(records: Records) -> None:
    places = [("d", 2), ("a", 1.5), ("c", 2), ("b", 2), ("e", 3)]
    records.commit(Change(listings=[Listing("all", name, score) for name, score in places]))
    records.commit(Change(listings=[Listing("all", "e", None), Listing("all", "f", 9)]))
    whole = [Spot(1.5, "a"), Spot(2, "b"), Spot(2, "c"), Spot(2, "d"), Spot(9, "f")]
    assert records.page("all", None, 10) == whole
    for limit in (1, 2, 3):
        found, after = list[Spot](), None
        while page := records.page("all", after, limit):
            found, after = [*found, *page], page[-1]
        assert found == whole
    assert records.page("all", Spot(2, "bb"), 1) == [Spot(2, "c")]
    assert records.due("all", 2, 3) == ["a", "b", "c"]
    assert records.count("all") == 5
    assert records.scores("all", ["f", "e", "a"]) == [9, None, 1.5]
    assert records.scores("none", []) == []


def test_events_are_numbered_without_gaps(records: Records) -> None:
    for at in range(3):
        records.commit(Change(events=[orjson.dumps({"type": "x", "at": at})] * 2))
    found = [orjson.loads(each) for each in records.events("events", 1, 3)]
    assert found == [{"number": 2 + n, "type": "x", "at": (n + 1) // 2} for n in range(3)]
    assert records.last_event() == 6
    assert records.events("events", 6, 10) == records.events("events", 0, 0) == []


@pytest.mark.slow
@pytest.mark.usefixtures("collector")
def test_a_message_waits_with_the_trace_that_it_was_written_in(records: Records) -> None:
    records.commit(Change(messages=[b"none"]))
    with in_a_trace() as trace:
        records.commit(Change(messages=[b"one", b"two"], events=[b"{}"]))
    waiting = [(each.message, each.trace) for each in records.outbox("", FAR)]
    assert waiting == [(b"none", ""), (b"one", trace), (b"two", trace)]


def test_messages_leave_the_outbox_when_they_are_sent(records: Records) -> None:
    records.commit(Change(messages=[b"one", b"two"]))
    first, second = records.outbox("", FAR)
    assert [first.message, second.message] == [b"one", b"two"]
    records.sent("", [first])
    assert records.outbox("", FAR) == [second]
    waits = records.waits("")
    assert waits.messages == 1
    assert waits.oldest == pytest.approx(time() * 1000, abs=30_000)
    records.sent("", [second])
    assert records.waits("") == Waits(0, None)


def test_of_many_at_once_one_gets_through(records: Records) -> None:
    records.commit(Change([put(ANA, 0, "one")]))
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda at: records.commit(Change([put(ANA, 1, str(at))])), range(16)))
    assert found.count(Written()) == 1
    assert found.count(Stale()) == 15


@pytest.mark.slow
def test_all_keys_are_on_one_node_of_a_cluster(own_server: Embedded) -> None:
    client = connected(own_server)
    change = Change(
        [put(ANA, 0, "one")],
        listings=[Listing("all", "ana", 1)],
        events=[b'{"a":1}'],
        messages=[b"{}"],
        receipt=Receipt("k", "f", b"a"),
    )
    RedisRecords(client).commit(change)
    assert len(everything_in(client)) == 6
    assert all(key.startswith(b"lobby:{lobby}:") for key in everything_in(client))
