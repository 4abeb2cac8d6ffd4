"""What was answered is there, whatever is killed: nothing is lost, doubled or half done."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import orjson
import pytest

from services.plumbing.connections import Client, connect
from services.rules.store.redis import RedisGames
from services.scoring.store.redis import RedisResults
from tests.e2e.crew import Crew, Ledger
from tests.e2e.stored import check_answers, check_numbers, check_snapshot, keys_of, keys_of_games
from tests.servers import wait_until
from tests.service import WEB, WORKERS, Running, running_service
from tests.support import EDITIONS

PROGRAMS: Final = 8
GAMES: Final = 200
MOVES: Final = 6
"""As many as each game gets, unless it is over before."""
WAIT: Final = 60.0
CONCERNED: Final = ("rules", "scoring")
"""The workers that have to do with it."""

pytestmark = pytest.mark.slow


class Aftermath(NamedTuple):
    """What is left when all have played, and everything was killed meanwhile."""

    ledgers: list[Ledger]
    unanswered: int
    store: Client
    games: RedisGames


@pytest.fixture(scope="module")
def aftermath(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Aftermath]:
    """Play on while everything is killed and started again."""
    folder = tmp_path_factory.mktemp("e2e")
    metrics = str(folder / "metrics")
    running = running_service(
        folder, fsync="always", workers=CONCERNED, PROMETHEUS_MULTIPROC_DIR=metrics
    )
    with running as service:
        with Crew(service, PROGRAMS, GAMES, MOVES) as crew:
            reach(crew, lambda: len(crew.ledgers), GAMES // 2)
            kill_store(service)
            for quarter, kill in enumerate((kill_web, kill_store, kill_web), start=1):
                reach(crew, lambda: crew.answered, quarter * GAMES * MOVES // 4)
                kill(service)
        store = connect(service.store.url)
        yield Aftermath(crew.ledgers, crew.unanswered, store, RedisGames(store))


def reach(crew: Crew, count: Callable[[], int], enough: int) -> None:
    """Wait until there is enough of something, while they play."""
    wait_until(lambda: count() >= enough or not crew.busy, WAIT)
    assert crew.busy


def kill_store(service: Running) -> None:
    """Let the server of the data, and the workers, end as by a power cut, and start them again."""
    service.store.kill()
    for name in CONCERNED:
        service.kill(name)
    service.store.start()
    for name in CONCERNED:
        service.start(name, WORKERS[name])


def kill_web(service: Running) -> None:
    """Let gunicorn end as by a power cut, all its processes, and start it again."""
    service.kill("web")
    service.start("web", WEB)


def test_requests_were_left_without_an_answer(aftermath: Aftermath) -> None:
    assert aftermath.unanswered > PROGRAMS


def test_every_game_was_created_once(aftermath: Aftermath) -> None:
    games = [ledger.game for ledger in aftermath.ledgers]
    assert {game.place.edition for game in games} == set(EDITIONS)
    assert len(games) == GAMES
    assert keys_of_games(aftermath.store) == keys_of(games)


def test_every_move_is_in_the_log_once_as_it_was_answered(aftermath: Aftermath) -> None:
    for ledger in aftermath.ledgers:
        assert len(ledger.answers) >= MOVES or not ledger.to_play
        check_answers(aftermath.games, ledger.game, ledger.answers)


def test_events_and_versions_have_no_gaps(aftermath: Aftermath) -> None:
    for ledger in aftermath.ledgers:
        check_numbers(aftermath.games, ledger.game)


def test_every_log_comes_to_its_snapshot(aftermath: Aftermath) -> None:
    for ledger in aftermath.ledgers:
        check_snapshot(aftermath.games, ledger.game)


def test_every_finished_game_was_scored_once(aftermath: Aftermath) -> None:
    finished = sorted(each.game.place.game for each in aftermath.ledgers if not each.to_play)
    assert len(finished) > GAMES // 10
    wait_until(lambda: len(scored(aftermath.store)) >= len(finished), WAIT)
    wait_until(lambda: not waiting(aftermath.games), WAIT)
    assert sorted(scored(aftermath.store)) == finished


def waiting(games: RedisGames) -> bool:
    """Say whether a message has not left yet."""
    return any(games.outbox(edition, 2**53) for edition in EDITIONS)


def scored(store: Client) -> list[str]:
    """Give the games of all results that scoring has stored."""
    results = RedisResults(store)
    found = [each for name in EDITIONS for each in results.results(name, 0, GAMES)]
    return [orjson.loads(each)["message"]["game"] for each in found]
