"""The platform from a backup: games go on, tokens are good, and what was to be told is told."""

from pathlib import Path
from typing import Final

import pytest

from deploy.backup import main
from deploy.embedded import running_server
from services.contracts.ids import SCORING_QUEUE
from services.plumbing.connections import connect
from services.plumbing.queues import queue
from tests.e2e.players import Client
from tests.e2e.results import is_final, score_path
from tests.servers import wait_until
from tests.service import running_service

EDITION: Final = "gob-rome"
WAIT: Final = 60.0
CONCERNED: Final = ("rules", "scoring")
"""The workers that have to do with it."""

pytestmark = pytest.mark.slow


def test_a_platform_goes_on_from_a_backup_even_without_its_queues(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    with (
        running_service(first, workers=CONCERNED, WORKERS="1") as service,
        Client(service) as client,
    ):
        scored, ended, running = (client.create(EDITION) for _ in range(3))
        client.end(scored)
        wait_until(lambda: is_final(client, scored.place.game), WAIT)
        for name in CONCERNED:
            service.kill(name)
        client.end(ended)  # its message waits in the outbox
        client.play(running, 2)
        token, before = client.token("p0"), client.events(running, "p0")
        assert main(["take", str(first), "--to", str(tmp_path / "backup")]) == 0
        client.play(running, 1)  # what comes later is lost
    assert main(["restore", str(tmp_path / "backup"), "--to", str(second)]) == 0
    with (
        running_server(tmp_path / "queues") as queues,
        running_service(second, workers=CONCERNED, QUEUES_URL=queues.url, WORKERS="1") as service,
        Client(service) as client,
    ):
        answer = client.send(
            "GET", f"{running.path}/events?limit=1000", Authorization=f"Bearer {token}"
        )
        assert answer.json()["items"] == before
        client.end(running)
        for game in (scored, ended, running):
            wait_until(lambda: is_final(client, game.place.game), WAIT)  # noqa: B023 - asked at once
        assert client.read(score_path(ended.place.game))["final"]
        assert queue(connect(queues.url), SCORING_QUEUE).failed_job_registry.count == 0
        assert service.failures() == []
