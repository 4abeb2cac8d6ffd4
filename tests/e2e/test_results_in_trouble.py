"""Results when something is missing: a points table, an engine, or any sense in a message."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from deploy.settings import ROOT
from services.contracts.ids import ENGINES
from services.plumbing.connections import connect
from tests.e2e.players import WAIT, Client
from tests.e2e.results import begin, command, is_final, leaderboard, play_carefully, score_path
from tests.scoring.app.bench import PARIS, ROME, finished
from tests.scoring.worker.workshop import deliver
from tests.servers import wait_until
from tests.service import WEB, WORKERS, Running, running_service

pytestmark = pytest.mark.slow
SCORING_ALONE: Final = (*WEB[:-1], "services.scoring.api:create_app()")
"""The API without any engine beside it."""
NOWHERE: Final = "gob-atlantis"
NEW_YORK: Final = "gob-new-york"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a platform that tests may hurt, and have to mend."""
    folder = tmp_path_factory.mktemp("e2e")
    with running_service(folder, workers=["rules", "scoring"], WORKERS="1") as running:
        yield running


def from_nowhere() -> dict[str, Any]:
    """Tell of a game of an edition that nobody has a points table of."""
    message = finished(ROME, name="nowhere")
    return {
        **message,
        "edition": NOWHERE,
        "outcome": {**message["outcome"], "edition": NOWHERE},
    }


def listed(service: Running) -> list[str]:
    """Ask for the dead messages: the id and the reason of each, and how many there are."""
    code, (*lines, count) = command(service, "dead")
    assert (code, count) == (0, f"{len(lines)} dead messages")
    return [f"{line.split()[0]}: {line.split('  ', 2)[2]}" for line in lines]


def test_a_message_that_cannot_be_taken_is_kept_and_does_not_block_the_others(
    service: Running, client: Client
) -> None:
    dead, good = from_nowhere(), finished(ROME, ("ana", "bo"), name="after it")
    deliver(connect(service.store.url), dead, good)
    wait_until(lambda: is_final(client, good["game"]), WAIT)
    assert {"ana", "bo"} <= {row["player"] for row in leaderboard(client, ROME)["items"]}
    reason = f"there is no edition '{NOWHERE}'"
    assert listed(service) == [f"{dead['id']}: {reason}"]
    assert command(service, "dead", "--retry", dead["id"]) == (1, [f"dead: {dead['id']} {reason}"])
    assert listed(service) == [f"{dead['id']}: {reason}"]
    assert command(service, "dead", "--drop", dead["id"]) == (0, [f"dropped {dead['id']}"])


def test_a_message_that_came_before_its_points_table_is_taken_again_after_it(
    service: Running, client: Client, tmp_path: Path
) -> None:
    """A worker of an older version has no New York; Paris goes on, and New York is made up for."""
    service.end("scoring")
    service.start("scoring", WORKERS["scoring"], project_without(NEW_YORK, tmp_path))
    late, other = begin(client, NEW_YORK), begin(client, PARIS)
    for game in (late, other):
        play_carefully(client, game)
    wait_until(lambda: is_final(client, other.place.game), WAIT)
    assert not is_final(client, late.place.game)
    [line] = listed(service)
    assert line.endswith(f"{late.place.game}: there is no edition '{NEW_YORK}'")
    service.end("scoring")
    service.start("scoring", WORKERS["scoring"])
    assert command(service, "dead", "--retry", "all") == (0, ["1 scored"])
    assert is_final(client, late.place.game)
    assert {row["player"] for row in leaderboard(client, NEW_YORK)["items"]} == {*late.players}


def project_without(edition: str, folder: Path) -> Path:
    """Make a project that lacks a points table."""
    shutil.copytree(ROOT / "services", folder / "services")
    (folder / "services" / "scoring" / "editions" / f"{edition}.yaml").unlink()
    return folder


@pytest.mark.parametrize("end", [Running.end, pytest.param(Running.kill, marks=pytest.mark.deep)])
def test_without_an_engine_only_finished_games_have_a_score(
    service: Running, client: Client, end: Callable[[Running, str], None]
) -> None:
    """Engines that were killed are announced for a while; those that have ended are not."""
    running, over = begin(client, ROME), begin(client, ROME)
    play_carefully(client, over)
    wait_until(lambda: is_final(client, over.place.game), WAIT)
    before = client.read(score_path(over.place.game))
    assert client.read(score_path(running.place.game))["final"] is False
    end(service, "web")
    assert bool(connect(service.store.url).zcard(ENGINES)) == (end is Running.kill)
    with scoring_alone(service) as other:
        for query in ("", f"?edition={ROME}"):
            refused = other.send("GET", score_path(running.place.game) + query, "p0")
            assert (refused.status, refused.json()["code"]) == (503, "rules_unavailable")
            assert refused.headers["Content-Type"] == "application/problem+json"
            assert refused.headers["Retry-After"] == "1"
            assert other.read(score_path(over.place.game) + query) == before


@contextmanager
def scoring_alone(service: Running) -> Iterator[Client]:
    """Let scoring answer alone for a while, and give somebody who asks it."""
    service.start("scoring-web", SCORING_ALONE)
    try:
        with Client(service) as other:
            yield other
    finally:
        service.end("scoring-web")
        service.start("web", WEB)
        service.wait_until_ready()
