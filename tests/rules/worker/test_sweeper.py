"""The sweeper: what got lost is found, what is bad is skipped, and it goes on."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from structlog.testing import capture_logs

from services.plumbing import sweeping
from services.plumbing.connections import Client, connect
from services.plumbing.sweeping import GRACE, Sweeping
from services.rules.app.rules import Served
from services.rules.store.keys import game_key
from services.rules.store.ports import Place
from services.rules.store.redis import RedisGames
from services.rules.worker.sweeper import Sweeper
from tests.rules.app.bench import Bench, to_play
from tests.rules.worker.workshop import (
    FAR,
    PARIS,
    ROME,
    by_hand,
    clock_entries,
    clock_queue,
    desk_of,
    expired,
    finished,
    finished_job,
    gone,
    lossy_bench,
    message,
    real_bench,
    scheduled,
    scoring,
    work_off,
)
from tests.servers import wait_until
from tests.support import EDITIONS

Spoil = Callable[[Client, Place], Place]


def later(at: Bench, seconds: float = GRACE / 1000 + 0.1) -> Bench:
    """Give the bench some seconds on."""
    at.time.now = at.rules.now()
    at.time.turn(seconds)
    return by_hand(at)


def sweep(at: Bench, client: Client) -> list[str]:
    """Go one round, and give what is said about it."""
    with capture_logs() as logs:
        Sweeper(desk_of(at, client), client).sweep()
    return [line["event"] for line in logs]


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_messages_that_nobody_relays_are_sent(client: Client, edition: str) -> None:
    at = lossy_bench(client)
    place = finished(at, edition)
    assert sweep(later(at), client) == ["swept_messages"]
    (job,) = scoring(client)
    assert (job.id, message(job)["request_id"]) == (finished_job(place), "request")
    assert at.games.outbox(edition, FAR) == []
    assert sweep(later(at), client) == []


def test_what_the_jobs_may_still_do_by_themselves_is_left_to_them(client: Client) -> None:
    at = lossy_bench(client)
    finished(at)
    place = expired(at, "resign", seconds=0.1)
    assert sweep(at, client) == []
    assert len(at.games.outbox(ROME, FAR)) == 1
    assert clock_entries(at, place) == []


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_turns_that_nobody_ends_are_ended(client: Client, edition: str) -> None:
    at = lossy_bench(client)
    place = expired(at, "play", edition)
    assert sweep(at, client) == ["swept_turn"]
    assert clock_entries(at, place)
    version = at.table(place).stored.version
    assert sweep(at, client) == []
    assert at.table(place).stored.version == version


def test_after_a_turn_that_was_swept_the_jobs_go_on_by_themselves(client: Client) -> None:
    at = lossy_bench(client)
    place = expired(at, "play")
    sweep(real_bench(client), client)
    assert scheduled(client) == [
        f"rules_gob-rome_1_1-expire-{place.game}-{at.table(place).stored.deadline}"
    ]
    job = clock_queue(client).fetch_job(scheduled(client)[0])
    assert job is not None
    assert job.meta == {"request_id": "sweeper"}


def test_a_game_that_ends_by_a_swept_turn_is_told(client: Client) -> None:
    expired(lossy_bench(client), "resign")
    at = real_bench(client)
    assert sweep(at, client) == ["swept_turn"]
    work_off(client, desk_of(at, client), ROME)
    (job,) = scoring(client)
    assert message(job)["request_id"] == "sweeper"


def spoilt(client: Client, place: Place) -> Place:
    """Let a game's state be nonsense."""
    client.hset(game_key(place), "state", b"nonsense")
    return place


@pytest.mark.parametrize("spoil", [gone, spoilt])
def test_a_bad_game_is_logged_and_the_others_are_swept(client: Client, spoil: Spoil) -> None:
    at = lossy_bench(client)
    bad = [spoil(client, expired(at, "resign")) for _ in range(4)]
    good = [expired(at, "resign", edition) for edition in (ROME, ROME, PARIS)]
    with capture_logs() as logs:
        Sweeper(desk_of(at, client), client).sweep()
    assert [to_play(at.table(place)) for place in good] == [()] * 3
    assert sorted(line["event"] for line in logs) == ["sweep_skipped"] * 4 + ["swept_turn"] * 3
    levels = {line["log_level"] for line in logs if line["event"] == "sweep_skipped"}
    assert levels == {"error" if spoil is spoilt else "warning"}
    assert len({place.game for place in bad}) == 4


def test_messages_that_cannot_be_sent_do_not_keep_turns_waiting(client: Client) -> None:
    at = lossy_bench(client)
    finished(at)
    place = expired(at, "resign")
    desk = desk_of(later(at), client)
    desk.outside = Broken()
    with capture_logs() as logs:
        Sweeper(desk, client).sweep()
    assert [line["event"] for line in logs] == ["sweep_skipped", "swept_turn"]
    assert to_play(at.table(place)) == ()


class Broken:
    """An outside with a mistake in it."""

    def send(self, message: bytes, trace: str = "") -> None:
        """Make the mistake."""
        del trace
        raise KeyError(message[:1])


def test_a_store_that_is_away_is_logged_for_every_edition(client: Client) -> None:
    at = lossy_bench(client)
    games = RedisGames(connect("unix:///nowhere/valkey.sock"))
    away = at._replace(rules=replace(at.rules, games=games))
    assert sweep(away, client) == ["sweep_failed"] * len(EDITIONS)


def test_only_the_editions_that_are_served_are_swept(client: Client) -> None:
    at = lossy_bench(client)
    rome, paris = expired(at, "resign", ROME), expired(at, "resign", PARIS)
    sweep(at._replace(rules=replace(at.rules, served=Served(EDITIONS, (PARIS,)))), client)
    assert clock_entries(at, rome) == []
    assert clock_entries(at, paris)


def test_the_sweeper_goes_round_after_round_whatever_happens(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "PERIOD", 0.01)
    at = lossy_bench(client)
    spoilt(client, expired(at, "resign", PARIS))
    desk = desk_of(at, client)
    desk.outside = Broken()
    running = Sweeping(Sweeper(desk, client).sweep)
    with capture_logs():
        running.start()
        try:
            for _ in range(3):
                place = expired(at, "resign")
                wait_until(partial(is_over, at, place), 10)
        finally:
            running.stop()
    assert not is_over(at, expired(at, "resign"))


def is_over(at: Bench, place: Place) -> bool:
    return not to_play(at.table(place))
