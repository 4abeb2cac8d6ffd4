"""Every service alone with a user of its own: all of it works, and nobody is refused anything."""

import subprocess
import sys
from collections.abc import Iterator
from io import BufferedIOBase
from time import monotonic, sleep
from typing import Any, Final

import httpx
import pytest
from jwt import get_unverified_header
from redis.exceptions import AuthenticationError
from rq import Retry

from deploy.settings import ROOT
from services.lobby.__main__ import main as lobby_command
from services.plumbing.queues import job_id, queue
from tests.deploy.guarded import SERVERS
from tests.e2e.guests import Guest
from tests.e2e.separate import APIS, EDITION, Separate, separate
from tests.e2e.test_telling import names
from tests.lobby.receiver import answering, receiving
from tests.servers import Sign

WAIT: Final = 120.0
QUEUES: Final = (f"rules.{EDITION}", "scoring", "lobby", "lobby.webhooks", f"bots.{EDITION}")
pytestmark = pytest.mark.slow


@pytest.fixture(
    scope="module", params=[SERVERS[0], pytest.param(SERVERS[1], marks=pytest.mark.deep)]
)
def service(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Separate]:
    """Run the platform once for all tests."""
    with separate(tmp_path_factory.mktemp("users"), request.param) as running:
        yield running


@pytest.fixture
def guest(service: Separate) -> Iterator[Guest]:
    """Let somebody register."""
    found = Guest(service, "Ana")
    yield found
    found.close()


def tournament(guest: Guest, **body: Any) -> str:
    """Let bots play a tournament of one round; give its path."""
    made = guest.lobby("POST", "/tournaments", name="Bots", game=EDITION, size=2, sizes=[2], **body)
    path = f"/tournaments/{made['id']}"
    guest.lobby("POST", f"{path}/bots", count=4, level="random")
    guest.lobby("POST", f"{path}/start")
    return path


def played(guest: Guest, path: str) -> bool:
    return bool(guest.lobby("GET", path)["stage"] == "finished")


def against_a_bot(guest: Guest, **more: Any) -> Any:
    """Sit down at a table with a bot; give the game."""
    table = guest.lobby("POST", "/tables", game=EDITION, most=2, **more)
    return guest.lobby("POST", f"/tables/{table['id']}/bots", level="random")["playing"]


def until(service: Separate, sign: Sign) -> None:
    """Wait for something to happen, but not if somebody was refused something."""
    end = monotonic() + WAIT
    while not sign():
        assert service.guard.refusals() == []
        assert monotonic() < end, f"nothing happened for {WAIT} seconds"
        sleep(0.2)
    assert service.guard.refusals() == []


def scored(service: Separate, game: str) -> bool:
    answer = httpx.get(f"{service.address('scoring')}/v1/games/{game}/score")
    return answer.status_code == 200 and bool(answer.json()["final"])


def test_bots_play_a_round_and_every_game_is_scored(service: Separate, guest: Guest) -> None:
    path = tournament(guest, format="swiss", rounds=1)
    until(service, lambda: played(guest, path))
    tables = guest.lobby("GET", f"{path}/export")["rounds"][0]["tables"]
    assert [table["status"] for table in tables] == ["finished"] * 2
    assert all(scored(service, table["game"]) for table in tables)


def test_a_turn_ends_when_its_time_is_up(service: Separate, guest: Guest) -> None:
    playing = against_a_bot(guest, clock={"seconds_per_turn": 5, "on_expiry": "resign"})
    until(service, lambda: not guest.to_play(playing["address"]))
    until(service, lambda: scored(service, playing["id"]))


def test_a_webhook_that_failed_is_called_again(service: Separate, guest: Guest) -> None:
    answers = [answering(b"500 Broken")]

    def answer(out: BufferedIOBase) -> None:
        (answers.pop() if answers else answering(b"204 Taken"))(out)

    with receiving(answer) as receiver:
        guest.lobby("POST", "/webhooks", url=receiver.url, types=["your_turn"])
        against_a_bot(guest)
        until(service, lambda: receiver.requests)
        first = receiver.requests[0].headers["webhook-id"]
        until(service, lambda: names(receiver).count(first) > 1)


def test_who_is_revoked_is_refused(service: Separate, guest: Guest) -> None:
    playing = against_a_bot(guest)
    assert guest.rules("GET", playing["address"]).json()["seat"] is not None
    guest.lobby("DELETE", f"/tokens/{guest.lobby('GET', '/me')['token']['id']}")
    until(service, lambda: guest.rules("GET", playing["address"]).status_code == 401)


def test_what_a_killed_worker_had_taken_is_put_back(service: Separate, guest: Guest) -> None:
    service.kill("scoring")
    playing, operator = against_a_bot(guest), service.guard.client("operator")
    guest.rules("POST", f"{playing['address']}/resignation")
    waiting, between = "rq:queue:scoring", "rq:queue:scoring:intermediate"
    until(service, lambda: operator.llen(waiting) + operator.llen(between))
    operator.lmove(waiting, between, "LEFT", "RIGHT")  # the killed one's scheduler may have it
    (taken,) = operator.lrange(between, 0, -1)
    operator.hset(f"rq:job:{taken.decode()}", "enqueued_at", "2026-01-01T00:00:00.000000Z")
    service.begin("scoring")
    until(service, lambda: scored(service, playing["id"]))
    assert '"swept_job"' in service.log()


def test_jobs_that_fail_are_tried_again_and_kept(service: Separate) -> None:
    operator = service.guard.client("operator")
    for name in QUEUES:
        queue(operator, name).enqueue(
            "no.such.thing", job_id=job_id(name, "broken"), retry=Retry(max=2, interval=[0, 1])
        )
    failed = [queue(operator, name).failed_job_registry for name in QUEUES]
    until(service, lambda: all(registry.count for registry in failed))


def test_numbers_events_and_commands_are_there(service: Separate) -> None:
    for api in APIS:
        text = httpx.get(f"{service.address(api)}/metrics").text
        assert f"{api}_queue_depth" in text
    events = httpx.get(f"{service.address('lobby')}/v1/events", params={"wait": 1, "after": 0})
    assert events.json()["items"]
    for user, *command in (
        ("scoring", "services.scoring", "rebuild", EDITION),
        ("scoring", "services.scoring", "dead"),
        ("lobby", "services.lobby", "operator", "Olga"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command],
            env={**service.environment, **service.settings(user)},
            cwd=ROOT,
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
    assert service.guard.refusals() == []


def token_of(guest: Guest) -> str:
    return str(guest.lobby("POST", "/game-tokens")["token"])


def signed_by(guest: Guest) -> str:
    """Say which key signs the tokens of a guest now."""
    return str(get_unverified_header(token_of(guest))["kid"])


def seat(address: str, token: str) -> httpx.Response:
    """Look at a game with a token."""
    return httpx.get(address, headers={"Authorization": f"Bearer {token}"})


def test_keys_are_rotated_while_everything_runs(service: Separate, guest: Guest) -> None:
    address, old = against_a_bot(guest)["address"], token_of(guest)
    first = signed_by(guest)
    assert lobby_command(["keys", str(service.guard.secrets / "lobby-keys"), "--rotate"]) == 0
    answers = []
    end = monotonic() + WAIT
    while signed_by(guest) == first:
        answers.append(seat(address, token_of(guest)).status_code)
        assert monotonic() < end
        sleep(0.5)
    answers += [seat(address, each).status_code for each in (old, token_of(guest))]
    assert {*answers} == {200}
    assert len(answers) > 5


def test_a_password_is_rotated_while_the_others_go_on(service: Separate, guest: Guest) -> None:
    old = service.guard.client("scoring")
    service.guard.change("--rotate", "scoring")
    new = service.guard.client("scoring")
    assert (old.ping(), new.ping()) == (True, True)
    for name in ("scoring", "scoring-api"):
        service.again(name)
    service.guard.change("--forget", "scoring")
    old.connection_pool.disconnect()
    with pytest.raises(AuthenticationError):
        old.ping()
    assert {each.split()[1] for each in service.guard.refusals()} == {"auth"}
    service.guard.operator.acl_log_reset()
    path = tournament(guest, format="swiss", rounds=1)
    until(service, lambda: played(guest, path))
