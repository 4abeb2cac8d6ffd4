"""What every store of games does, in memory or in Redis."""

from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex
from threading import Barrier
from time import sleep, time

import pytest

from services.plumbing.connections import StoreError
from services.plumbing.outbox import Waiting, Waits
from services.rules.store.ports import (
    Clock,
    Games,
    NewGame,
    Place,
    Receipt,
    Repeated,
    Result,
    Stale,
    Stored,
    Written,
)
from tests.collector import in_a_trace
from tests.rules.store.samples import (
    EVENTS,
    RECEIPT,
    SETTLED,
    STATE,
    change,
    created,
    new_game,
    new_place,
)

FAR: int = 10**14
"""A millisecond in a few thousand years."""
THREADS = 16


def texts(messages: list[Waiting]) -> list[bytes]:
    return [each.message for each in messages]


def soon() -> int:
    return int(time() * 1000) + 1_000


def test_a_new_game_is_read_as_it_was_stored(games: Games) -> None:
    place = created(games, deadline=12_345)
    assert games.read(place) == Stored(SETTLED, 0, len(EVENTS), STATE, 12_345, None)
    assert games.events(place, 0, 10) == [*EVENTS]


def test_a_game_without_a_clock_is_read_as_it_was_stored(games: Games) -> None:
    place, settled = new_place(), SETTLED._replace(clock=None, public=True)
    games.create(place, new_game()._replace(settled=settled))
    stored = games.read(place)
    assert stored is not None
    assert (stored.settled, stored.deadline) == (settled, None)


def test_a_clock_is_read_back_as_a_clock(games: Games) -> None:
    stored = games.read(created(games))
    assert stored is not None
    assert isinstance(stored.settled.clock, Clock)


def test_a_game_that_tells_its_turns_is_read_as_it_was_stored(games: Games) -> None:
    place, settled = new_place(), SETTLED._replace(tell_turns=True)
    games.create(place, new_game()._replace(settled=settled))
    stored = games.read(place)
    assert stored is not None
    assert stored.settled == settled


def test_a_game_is_created_once(games: Games) -> None:
    place = created(games)
    games.write(place, change())
    other = new_game(deadline=5)._replace(state=b"other", events=(b"other",))
    assert not games.create(place, other)
    stored = games.read(place)
    assert stored is not None
    assert (stored.version, stored.state, stored.deadline) == (1, b"state 1", None)
    assert games.events(place, 0, 10) == [*EVENTS, b"of version 1"]
    assert games.overdue(place.edition, FAR) == []


def test_a_game_that_is_not_there_is_none(games: Games) -> None:
    place = new_place()
    assert games.read(place) is None
    assert games.read(place, "key") is None
    assert games.events(place, 0, 10) == []


def test_games_of_two_editions_are_kept_apart(games: Games) -> None:
    place = created(games)
    assert games.read(Place("bus", place.game)) is None


@pytest.mark.slow
def test_a_change_is_written_with_all_that_belongs_to_it(games: Games) -> None:
    place, receipt = created(games, deadline=1), RECEIPT
    wanted = change(
        version=3,
        state=b"later",
        events=(b"a", b"b"),
        deadline=77,
        messages=(b"m1", b"m2"),
        key="key",
        receipt=receipt,
    )
    assert games.write(place, wanted) == Written()
    assert games.read(place, "key") == Stored(SETTLED, 3, 5, b"later", 77, receipt)
    assert games.events(place, 3, 10) == [b"a", b"b"]
    assert games.overdue(place.edition, 76) == []
    assert games.overdue(place.edition, 77) == [place.game]
    assert texts(games.outbox(place.edition, soon())) == [b"m1", b"m2"]


def test_seats_that_were_left_are_kept_with_the_change_that_says_so(games: Games) -> None:
    place = created(games)
    for expected, left in enumerate([(), (2,), (2, 0), (2, 0)]):
        assert games.write(place, change(expected, left=left)) == Written()
        assert _left(games, place) == left
    assert games.write(place, change(1, left=(1,))) == Stale(4)
    assert _left(games, place) == (2, 0)


def _left(games: Games, place: Place) -> tuple[int, ...]:
    stored = games.read(place)
    assert stored is not None
    return stored.left


@pytest.mark.slow
def test_who_may_stand_in_is_read_as_it_was_stored(games: Games) -> None:
    place, settled = new_place(), SETTLED._replace(stand_ins=("bot.1", "bot.2"))
    games.create(place, new_game()._replace(settled=settled))
    stored = games.read(place)
    assert stored is not None
    assert stored.settled == settled


def test_a_change_of_another_version_writes_nothing(games: Games) -> None:
    place = created(games, deadline=50)
    games.write(place, change(deadline=50))
    before = games.read(place)
    wanted = change(deadline=9, messages=(b"m",), key="key", receipt=RECEIPT)
    for expected in (0, 2, 10):
        assert games.write(place, wanted._replace(expected=expected)) == Stale(1)
    assert games.read(place, "key") == before
    assert games.events(place, 0, 10) == [*EVENTS, b"of version 1"]
    assert games.overdue(place.edition, 49) == []
    assert games.outbox(place.edition, soon()) == []


def test_a_change_under_a_key_used_before_gives_the_first_receipt(games: Games) -> None:
    place = created(games)
    games.write(place, change(key="key", receipt=RECEIPT))
    before = games.read(place, "key")
    other = Receipt("other", b"other")
    for expected in (0, 1):
        again = change(expected, messages=(b"m",), deadline=1, key="key", receipt=other)
        assert games.write(place, again) == Repeated(RECEIPT)
    assert games.read(place, "key") == before
    assert games.events(place, 3, 10) == [b"of version 1"]
    assert games.outbox(place.edition, soon()) == []


def test_a_key_belongs_to_one_game(games: Games) -> None:
    place, other = created(games), created(games)
    games.write(place, change(key="key", receipt=RECEIPT))
    assert games.write(other, change(key="key", receipt=RECEIPT)) == Written()
    stored = games.read(place, "other key")
    assert stored is not None
    assert stored.receipt is None


def test_a_change_that_was_refused_can_be_made_under_the_same_key(games: Games) -> None:
    place = created(games)
    games.write(place, change())
    assert games.write(place, change(key="key", receipt=RECEIPT)) == Stale(1)
    assert games.write(place, change(1, key="key", receipt=RECEIPT)) == Written()


def test_a_change_of_a_game_that_is_not_there_writes_nothing(games: Games) -> None:
    place = new_place()
    with pytest.raises(StoreError):
        games.write(place, change(messages=(b"m",), deadline=1))
    assert (games.read(place), games.events(place, 0, 10)) == (None, [])
    assert (games.overdue(place.edition, FAR), games.outbox(place.edition, soon())) == ([], [])


def test_events_are_read_in_pages(games: Games) -> None:
    place = created(games)
    assert games.events(place, 0, 2) == [b"event 1", b"event 2"]
    assert games.events(place, 2, 2) == [b"event 3"]
    assert games.events(place, 1, 1) == [b"event 2"]


def test_a_page_beyond_the_end_is_empty(games: Games) -> None:
    place = created(games)
    assert games.events(place, 3, 5) == []
    assert games.events(place, 1_000_000, 5) == []


def test_a_page_of_no_events_is_empty(games: Games) -> None:
    place = created(games)
    assert games.events(place, 0, 0) == []
    assert games.events(place, 2, 0) == []


def test_all_games_are_gone_through_with_the_last_event_of_each(games: Games) -> None:
    own = [SETTLED._replace(seed=token_hex(8), engine_version=number) for number in range(1, 8)]
    for settled in own:
        place = new_place()
        assert games.create(place, NewGame(settled, STATE, EVENTS, None))
        if settled.engine_version == 7:
            games.write(place, change())
    found = {settled: last for settled, last in games.last_events() if settled in own}
    assert found == {**dict.fromkeys(own, EVENTS[-1]), own[-1]: b"of version 1"}


def test_games_are_overdue_from_their_deadline_on(games: Games) -> None:
    place = created(games, deadline=1_000)
    later = Place(place.edition, "later")
    games.create(later, new_game(deadline=2_000))
    games.create(Place(place.edition, "without"), new_game())
    assert games.overdue(place.edition, 999) == []
    assert games.overdue(place.edition, 1_000) == [place.game]
    assert sorted(games.overdue(place.edition, 2_000)) == sorted([place.game, "later"])
    assert games.overdue("bus", 2_000) == []


def test_a_change_moves_or_ends_a_deadline(games: Games) -> None:
    place = created(games, deadline=1_000)
    games.write(place, change(deadline=3_000))
    assert games.overdue(place.edition, 2_999) == []
    assert games.overdue(place.edition, 3_000) == [place.game]
    games.write(place, change(1, deadline=None))
    assert games.overdue(place.edition, FAR) == []


@pytest.mark.slow
@pytest.mark.usefixtures("collector")
def test_a_message_waits_with_the_trace_that_it_was_written_in(games: Games) -> None:
    place = created(games)
    with in_a_trace() as trace:
        games.write(place, change(messages=(b"m1", b"m2")))
    waiting = games.outbox(place.edition, soon())
    assert [(each.message, each.trace) for each in waiting] == [(b"m1", trace), (b"m2", trace)]


def test_a_message_that_is_written_outside_of_any_trace_has_none(games: Games) -> None:
    place = created(games)
    games.write(place, change(messages=(b"message",)))
    assert [each.trace for each in games.outbox(place.edition, soon())] == [""]


def test_the_outbox_gives_what_was_written_before_a_moment(games: Games) -> None:
    place = created(games)
    games.write(place, change(messages=(b"message",)))
    assert games.outbox(place.edition, soon() - 60_000) == []
    assert texts(games.outbox(place.edition, soon())) == [b"message"]
    assert games.outbox("bus", soon()) == []


def test_a_message_that_was_sent_is_gone_and_the_others_stay(games: Games) -> None:
    edition = created(games).edition
    for number in range(40):  # more than there are shards
        place = Place(edition, f"game {number}")
        games.create(place, new_game())
        games.write(place, change(messages=(b"%d" % number,)))
    assert games.waits(edition).messages == 40
    waiting = games.outbox(edition, soon())
    assert sorted(texts(waiting), key=int) == [b"%d" % number for number in range(40)]
    games.sent(edition, waiting[:39])
    assert games.outbox(edition, soon()) == waiting[39:]
    games.sent(edition, waiting)
    assert games.outbox(edition, soon()) == []
    assert games.waits(edition) == Waits(0, None)


def test_an_outbox_tells_since_when_its_oldest_message_waits(games: Games) -> None:
    place, begun = created(games), int(time() * 1000)
    games.write(place, change(messages=(b"one",)))
    between = int(time() * 1000)
    sleep(0.01)
    other = Place(place.edition, "b" * 22)
    games.create(other, new_game())
    games.write(other, change(messages=(b"two",)))
    waits = games.waits(place.edition)
    assert waits.messages == 2
    assert waits.oldest is not None
    assert begun - 1 <= waits.oldest <= between + 1


def test_the_first_to_reserve_a_key_has_it(games: Games) -> None:
    key, other = new_place().game, Receipt("other", b"other")
    assert games.reserve(key, RECEIPT) == RECEIPT
    assert games.reserve(key, other) == RECEIPT
    assert games.reserve(key, RECEIPT) == RECEIPT
    assert games.reserve(f"{key}!", other) == other


@pytest.mark.slow
def test_of_many_who_reserve_a_key_one_has_it(games: Games) -> None:
    key, barrier = new_place().game, Barrier(THREADS)

    def reserve(number: int) -> Receipt:
        barrier.wait()
        return games.reserve(key, Receipt("same", b"%d" % number))

    with ThreadPoolExecutor(THREADS) as pool:
        assert len(set(pool.map(reserve, range(THREADS)))) == 1


@pytest.mark.slow
def test_of_many_who_create_a_game_one_does(games: Games) -> None:
    place, barrier = new_place(), Barrier(THREADS)

    def create(number: int) -> bool:
        barrier.wait()
        return games.create(place, new_game()._replace(events=(b"%d" % number,) * 3))

    with ThreadPoolExecutor(THREADS) as pool:
        assert [*pool.map(create, range(THREADS))].count(True) == 1
    assert len(set(games.events(place, 0, 100))) == 1


@pytest.mark.slow
def test_of_many_who_write_at_the_same_time_one_wins_each_version(games: Games) -> None:
    place, rounds = created(games), 12
    barrier = Barrier(THREADS)

    def write(number: int) -> list[Result]:
        results = []
        for version in range(rounds):
            barrier.wait()
            events = tuple(b"%d/%d/%d" % (version, number, at) for at in range(3))
            results.append(games.write(place, change(version, events=events)))
        return results

    with ThreadPoolExecutor(THREADS) as pool:
        written = [*pool.map(write, range(THREADS))]
    winners = [[each[at] for each in written].index(Written()) for at in range(rounds)]
    for at in range(rounds):
        others = [each[at] for each in written if each[at] != Written()]
        assert others == [Stale(at + 1)] * (THREADS - 1)
    assert games.events(place, 3, 1_000) == [
        b"%d/%d/%d" % (version, winner, at)
        for version, winner in enumerate(winners)
        for at in range(3)
    ]
    stored = games.read(place)
    assert stored is not None
    assert (stored.version, stored.length) == (rounds, 3 + 3 * rounds)


@pytest.mark.slow
def test_of_many_with_one_key_one_writes_and_all_get_its_receipt(games: Games) -> None:
    place, barrier = created(games), Barrier(THREADS)

    def write(number: int) -> Result:
        barrier.wait()
        return games.write(place, change(key="key", receipt=Receipt("same", b"%d" % number)))

    with ThreadPoolExecutor(THREADS) as pool:
        results = [*pool.map(write, range(THREADS))]
    first = Receipt("same", b"%d" % results.index(Written()))
    assert sorted(map(str, results)) == sorted(
        [str(Written()), *[str(Repeated(first))] * (THREADS - 1)]
    )


def test_a_store_that_is_well_says_nothing(games: Games) -> None:
    games.ping()
