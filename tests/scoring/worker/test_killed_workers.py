"""Workers are killed at random while 500 results flow through: every number is as it has to be."""

import os
from collections.abc import Iterator
from random import Random
from secrets import randbelow
from typing import NamedTuple

import orjson
import pytest

from deploy.embedded import running_server
from services.plumbing.connections import Client
from services.scoring.app.dead import dead_messages
from services.scoring.core.rating import placed
from tests.rules.worker.processes import PATIENCE, starting
from tests.scoring.app.bench import Bench
from tests.scoring.app.recount import assert_right
from tests.scoring.worker.flood import (
    AGAIN,
    KILLS,
    PLAYERS,
    RESULTS,
    SIZES,
    Killer,
    Message,
    flood,
    is_quiet,
    some_messages,
)
from tests.scoring.worker.workshop import failures, games_of, lossy_bench, scored_id, told
from tests.servers import connected, wait_until

pytestmark = pytest.mark.slow
everywhere = pytest.mark.parametrize("edition", SIZES)


class Aftermath(NamedTuple):
    """What is left when everything was taken."""

    messages: list[Message]
    at: Bench
    client: Client
    killer: Killer


@pytest.fixture(scope="module")
def seed() -> str:
    """Choose what happens; each run is another one, and SEED repeats it."""
    chosen = os.environ.get("SEED") or str(randbelow(1_000_000))
    print(f"SEED={chosen}")  # shown if the workers never come to an end
    return chosen


@pytest.fixture(autouse=True)
def shown(seed: str) -> None:
    """Show beside every failure how to repeat it."""
    print(f"SEED={seed}")


@pytest.fixture(scope="module")
def aftermath(seed: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Aftermath]:
    """Let results flow while workers are killed."""
    chance, folder = Random(seed), tmp_path_factory.mktemp("killed")  # noqa: S311
    messages = some_messages(chance)
    with running_server(folder / "valkey", fsync="no") as server, starting(server, folder) as start:
        client = connected(server)
        at, killer = lossy_bench(client), flood(chance, client, start, messages)
        wait_until(lambda: is_quiet(at, client), 2 * PATIENCE)
        yield Aftermath(messages, at, client, killer)


def test_work_was_lost_with_the_workers_and_done_by_others(aftermath: Aftermath) -> None:
    assert len(aftermath.killer.killed) == KILLS
    assert aftermath.killer.count("swept_job") > 0


def test_messages_that_came_again_were_recognized(aftermath: Aftermath) -> None:
    outcomes = aftermath.killer.outcomes()
    assert {*outcomes} == {"scored", "repeated"}
    assert outcomes["repeated"] >= AGAIN


def test_every_result_is_stored_once(aftermath: Aftermath) -> None:
    stored = [game for edition in SIZES for game in games_of(aftermath.at.stored(edition))]
    assert len(stored) == RESULTS
    assert {*stored} == {message["game"] for message in aftermath.messages}


def test_the_lobby_is_told_once_about_every_result(aftermath: Aftermath) -> None:
    announced = sorted(message["id"] for message in told(aftermath.client))
    assert announced == sorted(map(scored_id, aftermath.messages))


def test_no_job_has_failed_and_no_message_is_dead(aftermath: Aftermath) -> None:
    assert failures(aftermath.client) == {}
    assert dead_messages(aftermath.at.scoring)["messages"] == []


@everywhere
def test_every_number_is_what_the_stored_results_come_to(
    aftermath: Aftermath, edition: str
) -> None:
    stored = aftermath.at.stored(edition)
    assert len(stored) > 100
    assert_right(aftermath.at.results, edition, stored)


@everywhere
def test_histories_have_the_rated_games_in_the_order_of_the_results(
    aftermath: Aftermath, edition: str
) -> None:
    games: dict[str, list[str]] = {player: [] for player in PLAYERS}
    for result in aftermath.at.stored(edition):
        for seat in placed(result.seats):
            games[seat.player].append(result.message["game"])
    assert {player: history(aftermath.at, edition, player) for player in PLAYERS} == games


def history(at: Bench, edition: str, player: str) -> list[str]:
    """Name the games in a player's history, the first one first."""
    entries = at.results.history(edition, player, None, RESULTS).entries
    return [orjson.loads(entry)["game"] for _, entry in reversed(entries)]
