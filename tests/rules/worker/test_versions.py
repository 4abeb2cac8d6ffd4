"""Versions side by side: each has its clocks, and new games are created by the newest."""

from dataclasses import replace
from time import time
from typing import Any, Final

import pytest
from structlog.testing import capture_logs

from services.plumbing.connections import Client, connect
from services.plumbing.engines import Version
from services.plumbing.queues import TRIES
from services.rules.app.rules import Served
from services.rules.store.redis_signals import RedisEngines
from services.rules.worker import jobs
from services.rules.worker.jobs import HANDED_ON, Desk, work_at
from services.rules.worker.others import Others
from services.rules.worker.queues import rules_queue
from services.rules.worker.sweeper import Sweeper
from tests.engines import announce_in, editions_at, engine, from_before
from tests.rules.app.bench import MINUTE, Bench, to_play
from tests.rules.app.orders import order, place_of
from tests.rules.worker.workshop import (
    PARIS,
    ROME,
    created_id,
    deliver,
    desk_of,
    expired,
    failures,
    lossy_bench,
    message,
    of_other_rules,
    real_bench,
    told,
    work_off,
)

OLD: Final = Version(1, 1)
NEW: Final = Version(2, 1)
AWAY: Final = "unix:///nowhere/valkey.sock"


def bench_at(client: Client, version: int) -> Bench:
    """Set up a bench whose Rome is of another version, on the same store and queues."""
    at = real_bench(client)
    return at._replace(rules=replace(at.rules, served=Served(editions_at(version))))


@pytest.fixture
def old(client: Client) -> Desk:
    """Give what a worker of version 1 works with."""
    return desk_of(bench_at(client, 1), client)


@pytest.fixture
def new(client: Client) -> Desk:
    """Give what a worker of version 2 works with."""
    return desk_of(bench_at(client, 2), client)


def version_of(desk: Desk, wanted: dict[str, Any]) -> int | None:
    """Say by which version of the edition a game is played, if it is there."""
    found = desk.rules.games.read(place_of(wanted))
    return found and found.settled.edition_version


def test_the_clock_of_a_game_is_looked_at_by_its_own_version(client: Client) -> None:
    place = bench_at(client, 2).create(ROME, 2, clock=MINUTE)
    (name,) = rules_queue(client, ROME, NEW).scheduled_job_registry.get_job_ids()
    assert place.game in name
    assert client.keys("rq:scheduled:*") == [b"rq:scheduled:rules.gob-rome.2.1"]


@pytest.mark.slow
def test_an_old_worker_hands_a_wanted_game_on_to_the_newest_version(
    client: Client, old: Desk, new: Desk
) -> None:
    announce_in(client, engine(1), engine(2), engine(3, PARIS))
    wanted = order()
    deliver(client, wanted)
    work_off(client, old, ROME)
    assert version_of(old, wanted) is None
    (job,) = rules_queue(client, ROME, NEW).jobs
    assert (job.id, message(job)) == (f"rules_gob-rome_2_1-{wanted['id']}", wanted)
    assert (job.meta, job.retries_left) == ({"request_id": "tram-17"}, TRIES)
    work_off(client, new, ROME)
    assert version_of(old, wanted) == 2
    assert [each["id"] for each in told(client)] == [created_id(wanted)]
    assert failures(client) == {}


@pytest.mark.slow
def test_a_message_that_comes_again_is_handed_on_once_and_its_game_is_told_once(
    client: Client, old: Desk, new: Desk
) -> None:
    announce_in(client, engine(2))
    wanted = order()
    work_at(old)
    assert [jobs.create(wanted), jobs.create(wanted)] == [HANDED_ON] * 2
    assert rules_queue(client, ROME, NEW).count == 1
    work_off(client, new, ROME)
    work_at(old)
    jobs.create(wanted)
    work_off(client, new, ROME)
    assert [each["id"] for each in told(client)] == [created_id(wanted)]


@pytest.mark.slow
@pytest.mark.parametrize("up", [(1, 2), (1,)])
def test_the_newest_worker_creates_and_an_older_engine_changes_nothing(
    client: Client, new: Desk, up: tuple[int, ...]
) -> None:
    """Also while the API of its own version is away."""
    announce_in(client, *map(engine, up))
    wanted = order()
    deliver(client, wanted)
    work_off(client, new, ROME)
    assert version_of(new, wanted) == 2


@pytest.mark.slow
def test_when_the_newer_engine_is_gone_the_old_worker_creates_itself(
    client: Client, old: Desk
) -> None:
    engines, wanted = RedisEngines(client), order()
    engines.announce([engine(2)], time() - 1)
    engines.announce([engine(3)], time() + 60)
    engines.withdraw([engine(3)])
    deliver(client, wanted)
    work_off(client, old, ROME)
    assert version_of(old, wanted) == 1
    assert [each["type"] for each in told(client)] == ["game_created.1"]


def test_a_newer_process_of_earlier_days_counts_as_newer_too(client: Client, old: Desk) -> None:
    announce_in(client, from_before(1, engine_version=2))
    work_at(old)
    assert jobs.create(order()) == HANDED_ON
    assert rules_queue(client, ROME, Version(1, 2)).count == 1


@pytest.mark.slow
def test_what_was_handed_on_is_not_handed_on_again(client: Client, new: Desk) -> None:
    """It stays with the version that it was given to, whoever comes up meanwhile."""
    announce_in(client, engine(3))
    wanted = order()
    new.others.hand_on(wanted, ROME, NEW)
    work_off(client, new, ROME)
    assert version_of(new, wanted) == 2


@pytest.mark.slow
def test_a_game_that_is_there_is_told_by_its_own_version(
    client: Client, old: Desk, new: Desk
) -> None:
    """The old worker was killed before it told; then the new one comes up, and is asked."""
    wanted = order()
    work_at(old)
    jobs.create(wanted)
    client.delete("rq:queue:lobby", *client.keys("rq:job:*"))
    announce_in(client, engine(1), engine(2))
    deliver(client, wanted)
    work_off(client, new, ROME)
    assert told(client) == []
    work_off(client, old, ROME)
    assert [each["edition_version"] for each in told(client)] == [1]
    assert failures(client) == {}


@pytest.mark.slow
def test_while_announcements_cannot_be_read_nothing_is_created(client: Client, old: Desk) -> None:
    old.others = Others(RedisEngines(connect(AWAY)), client)
    wanted = order()
    deliver(client, wanted)
    work_off(client, old, ROME)
    assert version_of(old, wanted) is None
    assert [*failures(client)] == [f"rules_gob-rome-{wanted['id']}"]


def swept(desk: Desk, client: Client) -> list[Any]:
    """Go one round, and give what is said about it."""
    with capture_logs() as logs:
        Sweeper(desk, client).sweep()
    return logs


def test_overdue_games_of_a_version_that_is_up_are_left_to_it_silently(client: Client) -> None:
    at = lossy_bench(client)
    other, own = of_other_rules(client, expired(at, "resign")), expired(at, "resign")
    announce_in(client, engine(0))
    logs = swept(desk_of(at, client), client)
    assert [line["event"] for line in logs] == ["swept_turn"]
    assert to_play(at.table(own)) == ()
    assert at.log(other)[-1]["by"] == "setup"


def test_overdue_games_that_nobody_serves_are_told_once_a_round(client: Client) -> None:
    at = lossy_bench(client)
    for edition in (ROME, ROME, PARIS):
        of_other_rules(client, expired(at, "resign", edition))
    announce_in(client, engine(1), engine(2))
    (line,) = swept(desk_of(at, client), client)
    assert (line["event"], line["log_level"]) == ("games_without_engine", "warning")
    assert (line["games"], line["versions"]) == (3, ["gob-paris 0.1", "gob-rome 0.1"])
    announce_in(client, engine(0))
    (line,) = swept(desk_of(at, client), client)
    assert (line["games"], line["versions"]) == (1, ["gob-paris 0.1"])


def test_a_round_goes_to_its_end_while_announcements_cannot_be_read(client: Client) -> None:
    at = lossy_bench(client)
    of_other_rules(client, expired(at, "resign"))
    desk, own = desk_of(at, client), expired(at, "resign", PARIS)
    desk.others = Others(RedisEngines(connect(AWAY)), client)
    logs = swept(desk, client)
    assert [line["event"] for line in logs] == ["swept_turn", "sweep_failed"]
    assert to_play(at.table(own)) == ()
