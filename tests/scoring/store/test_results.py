"""What every store of results does, in memory or in Redis."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import time

import pytest

from services.plumbing.outbox import Waits
from services.scoring.store.ports import (
    Dead,
    History,
    Read,
    Repeated,
    Results,
    Spot,
    Stale,
    Stored,
    Taking,
    Written,
)
from tests.collector import in_a_trace
from tests.scoring.store.samples import (
    DERIVED,
    NOTHING,
    everything_of,
    new_edition,
    new_game,
    taking,
)

FAR = 10**14
THREADS = 16


def test_a_result_is_written_with_all_that_follows_from_it(results: Results) -> None:
    edition, first = new_edition(), taking()
    assert results.take(edition, first) == Written(1)
    assert results.find(first.game) == Stored(edition, 1, first.result)
    assert results.read(edition, ["ana", "cy", "bo"]) == Read(0, DERIVED.records)
    assert results.board(edition, "all:1", None, 10) == [*DERIVED.boards["all:1"]]
    assert results.board(edition, "all:3", None, 10) == [*DERIVED.boards["all:3"]]
    assert results.history(edition, "ana", None, 10) == History(2, [(2, b"a 2"), (1, b"a 1")])
    assert results.counters(edition) == DERIVED.counters
    assert [each.message for each in results.outbox(edition, FAR)] == [b"announcement"]


@pytest.mark.slow
def test_of_an_edition_without_results_nothing_is_known(results: Results) -> None:
    edition = new_edition()
    assert results.read(edition, ["ana"]) == Read(0, {})
    assert results.read(edition, []) == Read(0, {})
    assert results.board(edition, "all:1", None, 10) == []
    assert (results.size(edition, "all:1"), results.ahead(edition, "all:1", [1.0])) == (0, [0])
    assert results.history(edition, "ana", None, 10) == History(0, [])
    assert results.counters(edition) == {}
    assert results.results(edition, 0, 10) == []
    assert results.find(new_game()) is None
    assert results.outbox(edition, FAR) == []
    assert results.dead(edition, "", 10) == []


@pytest.mark.slow
@pytest.mark.parametrize("same", ["message", "game"])
def test_a_message_or_a_game_counts_once(results: Results, same: str) -> None:
    edition, first = new_edition(), taking()
    results.take(edition, first)
    before = everything_of(results, edition)
    again = taking(**{same: getattr(first, same)})._replace(based_on=results.read(edition, []))
    if same == "game":
        again = again._replace(message="another")
    assert results.take(edition, again) == Repeated()
    assert everything_of(results, edition) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "based_on",
    [Read(0, {}), Read(0, {**DERIVED.records, "bo": b"other"}), Read(1, DERIVED.records)],
)
def test_what_follows_from_something_else_is_not_written(results: Results, based_on: Read) -> None:
    edition = new_edition()
    results.take(edition, taking())
    before, second = everything_of(results, edition), taking(based_on=based_on)
    assert results.take(edition, second) == Stale()
    assert everything_of(results, edition) == before
    assert results.find(second.game) is None


def test_only_the_players_of_a_game_have_to_be_as_they_were(results: Results) -> None:
    edition = new_edition()
    results.take(edition, taking())
    others = taking(players=("cy",), derived=NOTHING)
    assert results.take(edition, others) == Written(2)


def test_results_are_read_in_the_order_in_which_they_were_taken(results: Results) -> None:
    edition = new_edition()
    for number in range(1, 8):
        wanted = taking(players=(), derived=NOTHING, result=b"%d" % number)
        assert results.take(edition, wanted) == Written(number)
    assert results.results(edition, 0, 3) == [b"1", b"2", b"3"]
    assert results.results(edition, 5, 3) == [b"6", b"7"]
    assert results.results(edition, 7, 3) == []


def test_a_board_is_sorted_by_value_and_then_by_name(results: Results) -> None:
    edition = new_edition()
    spots = [Spot(1.0, "cy"), Spot(-2.5, "ana"), Spot(1.0, "Bo"), Spot(1.0, "a-b"), Spot(3.0, "di")]
    results.take(edition, taking(derived=NOTHING._replace(boards={"all:1": spots})))
    listed = [
        Spot(-2.5, "ana"),
        Spot(1.0, "Bo"),
        Spot(1.0, "a-b"),
        Spot(1.0, "cy"),
        Spot(3.0, "di"),
    ]
    assert results.board(edition, "all:1", None, 10) == listed
    for number, spot in enumerate(listed, start=1):
        assert results.board(edition, "all:1", spot, 10) == listed[number:]
        assert results.board(edition, "all:1", spot, 1) == listed[number : number + 1]
    assert results.size(edition, "all:1") == 5
    assert results.ahead(edition, "all:1", [-3.0, -2.5, 1.0, 2.0, 3.0]) == [0, 0, 1, 4, 4]
    assert results.ahead(edition, "all:1", []) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("after", "first"),
    [
        (Spot(-9.0, "zoe"), "ana"),
        (Spot(1.0, "Ana"), "Bo"),
        (Spot(1.0, "b"), "cy"),
        (Spot(1.0, "zoe"), "di"),
        (Spot(2.0, ""), "di"),
    ],
)
def test_a_page_begins_also_after_a_spot_that_nobody_has_any_more(
    results: Results, after: Spot, first: str
) -> None:
    edition = new_edition()
    spots = [Spot(1.0, "cy"), Spot(-2.5, "ana"), Spot(1.0, "Bo"), Spot(1.0, "a-b"), Spot(3.0, "di")]
    results.take(edition, taking(derived=NOTHING._replace(boards={"all:1": spots})))
    assert results.board(edition, "all:1", after, 1)[0].player == first
    assert results.board(edition, "all:1", Spot(3.0, "di"), 1) == []


def test_values_keep_their_last_bit(results: Results) -> None:
    edition, values = new_edition(), [0.1 + 0.2, 0.3, 1 / 3, -2 / 3, 1e-17, 123456.789012345678]
    spots = [Spot(value, f"p{at}") for at, value in enumerate(values)]
    results.take(edition, taking(derived=NOTHING._replace(boards={"all:1": spots})))
    assert results.board(edition, "all:1", None, 10) == sorted(spots)
    assert results.ahead(edition, "all:1", [0.1 + 0.2, 0.3]) == [3, 2]


def test_a_player_who_moves_is_on_a_board_once(results: Results) -> None:
    edition = new_edition()
    for value in (1.0, -1.0):
        derived = NOTHING._replace(boards={"all:1": [Spot(value, "ana")]})
        results.take(edition, taking(derived=derived))
    assert results.board(edition, "all:1", None, 10) == [Spot(-1.0, "ana")]


def test_a_history_is_read_backwards_in_pages(results: Results) -> None:
    edition, entries = new_edition(), [b"%d" % number for number in range(1, 8)]
    history = [("ana", entry) for entry in entries]
    results.take(edition, taking(derived=NOTHING._replace(history=history)))
    numbered = [*enumerate(entries, start=1)][::-1]
    assert results.history(edition, "ana", None, 3) == History(7, numbered[:3])
    assert results.history(edition, "ana", 5, 3) == History(7, numbered[3:6])
    assert results.history(edition, "ana", 2, 3) == History(7, numbered[6:])
    for before in (1, 0, -4):
        assert results.history(edition, "ana", before, 3) == History(7, [])
    assert results.history(edition, "ana", 9, 3) == History(7, numbered[:2])


def test_counters_add_up(results: Results) -> None:
    edition = new_edition()
    for by in (3, -5):
        derived = NOTHING._replace(counters={"zone": by, "games": 1})
        results.take(edition, taking(derived=derived))
    assert results.counters(edition) == {"zone": -2, "games": 2}


def test_a_dead_message_is_kept_until_it_is_dropped(results: Results) -> None:
    edition = new_edition()
    assert results.bury(edition, Dead("m2", b"first"))
    assert results.bury(edition, Dead("m2", b"again"))
    assert results.bury(edition, Dead("m1", b"other"))
    assert results.dead(edition, "", 10) == [Dead("m1", b"other"), Dead("m2", b"again")]
    assert results.dead(edition, "m1", 10) == [Dead("m2", b"again")]
    assert (results.dead_number(edition), results.dead_number(new_edition())) == (2, 0)
    assert results.dead(edition, "", 1) == [Dead("m1", b"other")]
    assert results.dead_message(edition, "m2") == b"again"
    assert results.drop(edition, "m2")
    assert not results.drop(edition, "m2")
    assert results.dead_message(edition, "m2") is None
    assert results.dead(edition, "", 10) == [Dead("m1", b"other")]


@pytest.mark.slow
def test_a_dead_message_may_belong_to_no_edition(results: Results) -> None:
    id_ = new_edition()
    assert results.bury(None, Dead(id_, b"text"))
    assert Dead(id_, b"text") in results.dead(None, "", 1_000)
    assert results.dead_message(new_edition(), id_) is None
    assert results.drop(None, id_)


def test_a_message_that_is_taken_is_not_dead_any_more(results: Results) -> None:
    edition, wanted = new_edition(), taking()
    results.bury(edition, Dead(wanted.message, b"text"))
    assert results.take(edition, wanted._replace(based_on=Read(7, {}))) == Stale()
    assert results.dead(edition, "", 10) == [Dead(wanted.message, b"text")]
    assert results.take(edition, wanted) == Written(1)
    assert results.dead(edition, "", 10) == []
    assert not results.bury(edition, Dead(wanted.message, b"text"))
    assert results.dead(edition, "", 10) == []


def test_a_dead_message_about_a_game_that_was_taken_otherwise_is_dead_no_more(
    results: Results,
) -> None:
    edition, wanted = new_edition(), taking()
    results.take(edition, wanted)
    results.bury(edition, Dead("other", b"text"))
    assert results.take(edition, wanted._replace(message="other")) == Repeated()
    assert results.dead(edition, "", 10) == []
    assert results.dead_message(edition, "other") is None


@pytest.mark.slow
@pytest.mark.usefixtures("collector")
def test_a_message_waits_with_the_trace_that_it_was_written_in(results: Results) -> None:
    edition, own = new_edition(), "00-own-01"
    with in_a_trace() as trace:
        results.take(edition, taking())
        results.take(edition, taking(based_on=results.read(edition, ["ana", "bo"]), trace=own))
    assert [each.trace for each in results.outbox(edition, FAR)] == [trace, own]


def test_a_message_that_is_written_outside_of_any_trace_has_none(results: Results) -> None:
    edition = new_edition()
    results.take(edition, taking())
    assert [each.trace for each in results.outbox(edition, FAR)] == [""]


def test_messages_leave_the_outbox_when_they_are_sent(results: Results) -> None:
    edition = new_edition()
    for number in (1, 2, 3):
        results.take(edition, taking(players=(), announcement=b"%d" % number))
    assert results.outbox(edition, int(time() * 1000) - 60_000) == []
    waiting = results.outbox(edition, FAR)
    waits = results.waits(edition)
    assert (waits.messages, results.number(edition)) == (3, 3)
    assert waits.oldest == pytest.approx(time() * 1000, abs=30_000)
    results.sent(edition, waiting[:2])
    results.sent(edition, waiting[:1])
    results.sent(edition, [])
    assert [each.message for each in results.outbox(edition, FAR)] == [b"3"]
    results.sent(edition, waiting)
    assert results.waits(edition) == Waits(0, None)


@pytest.mark.slow
def test_of_many_at_once_one_gets_through(results: Results) -> None:
    edition, barrier = new_edition(), Barrier(THREADS)

    def take(wanted: Taking) -> object:
        barrier.wait()
        return results.take(edition, wanted)

    with ThreadPoolExecutor(THREADS) as pool:
        answers = [*pool.map(take, [taking() for _ in range(THREADS)])]
    assert answers.count(Written(1)) == 1
    assert answers.count(Stale()) == THREADS - 1
    assert results.counters(edition) == DERIVED.counters


def test_a_store_that_is_there_says_nothing(results: Results) -> None:
    results.ping()
