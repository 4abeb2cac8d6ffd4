"""What a process says about itself: to others in the store, to operators, and in its log."""

from collections import Counter
from collections.abc import Iterator
from time import time
from typing import Any, Final

import orjson
import pytest
from prometheus_client.multiprocess import MultiProcessCollector

from services.contracts.ids import ENGINES, SCORING_QUEUE
from services.plumbing.connections import connect
from services.plumbing.queues import queue
from services.rules.api.service import HEARTBEAT
from services.rules.store.redis_signals import RedisEngines
from tests.e2e.metrics import metric
from tests.e2e.players import GAMES, Answer, Client, Game
from tests.e2e.streams import followed, watch
from tests.servers import wait_until
from tests.service import WEB, WORKERS, Running, running_service
from tests.support import EDITIONS

PROCESSES: Final = 2
STALE: Final = 3 * HEARTBEAT
WAIT: Final = 60.0
ROME: Final = "gob-rome"
METRICS: Final = "metrics"
"""The folder where the processes keep their numbers."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run the service with its two processes; nothing may go wrong inside."""
    folder = tmp_path_factory.mktemp("e2e")
    metrics, workers = str(folder / METRICS), ["rules", "scoring", "lobby"]
    with running_service(folder, workers=workers, PROMETHEUS_MULTIPROC_DIR=metrics) as running:
        yield running
        assert running.failures() == []


@pytest.fixture(scope="module")
def rome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a service for Rome alone; tests may hurt it."""
    folder = tmp_path_factory.mktemp("e2e")
    metrics = str(folder / METRICS)
    running_rome = running_service(
        folder, workers=[], RULES_EDITIONS=ROME, PROMETHEUS_MULTIPROC_DIR=metrics
    )
    with running_rome as running:
        yield running


@pytest.fixture
def roman(rome: Running) -> Iterator[Client]:
    """Give somebody who plays in Rome."""
    with Client(rome) as program:
        yield program


def announced(service: Running) -> dict[tuple[str, str], float]:
    """Give the second when each announcement is stale, by process and edition."""
    found = connect(service.store.url).zrange(ENGINES, 0, -1, withscores=True)
    engines = [(orjson.loads(text), until) for text, until in found]
    assert {engine["address"] for engine, _ in engines} <= {f"{service.url}/rules/v1"}
    return {(engine["process"], engine["edition"]): until for engine, until in engines}


def test_each_process_announces_the_engines_of_all_its_editions(service: Running) -> None:
    wait_until(lambda: len(announced(service)) == PROCESSES * len(EDITIONS), WAIT)
    processes = {process for process, _ in announced(service)}
    assert len(processes) == PROCESSES
    assert set(announced(service)) == {(each, name) for each in processes for name in EDITIONS}
    for engine in RedisEngines(connect(service.store.url)).up(time()):
        entry = EDITIONS[engine["edition"]]
        assert engine["edition_version"] == entry.edition.version
        assert engine["engine_version"] == entry.family.ENGINE_VERSION


def test_announcements_are_renewed_before_they_are_stale(service: Running) -> None:
    wait_until(lambda: len(announced(service)) == PROCESSES * len(EDITIONS), WAIT)
    first = announced(service)
    assert time() < min(first.values()) <= max(first.values()) <= time() + STALE
    wait_until(lambda: all(announced(service)[each] > until for each, until in first.items()), WAIT)
    assert time() < min(first.values())


def test_a_process_serves_and_announces_only_the_editions_it_was_given(
    rome: Running, roman: Client
) -> None:
    wait_until(lambda: len(announced(rome)) == PROCESSES, WAIT)
    assert {edition for _, edition in announced(rome)} == {ROME}
    listed = roman.send("GET", "/rules/v1/editions").json()["items"]
    assert [edition["id"] for edition in listed] == [ROME]
    assert roman.play(roman.create(ROME), 3) == 3
    for edition in EDITIONS:
        assert code(roman, edition) == (None if edition == ROME else "edition_not_served")
    assert code(roman, "gob-atlantis") == "unknown_edition"


def code(client: Client, edition: str) -> str | None:
    """Try to create a game; say why it was refused, if it was."""
    answer = client.send("POST", GAMES.format(edition), "p0", {"seats": ["p0", "p1"]})
    assert answer.status in (201, 404)
    refusal: str | None = answer.json().get("code")
    return refusal


def test_a_request_keeps_its_id_in_the_answer_the_log_and_the_message(
    service: Running, client: Client
) -> None:
    game = client.create(ROME)
    ids = [f"e2e.{game.place.game}.{player}" for player in game.players]
    answers = [leave(client, game, *each) for each in zip(game.players, ids, strict=True)]
    assert [answer.headers["X-Request-Id"] for answer in answers] == ids
    last = next(at for at, answer in enumerate(answers) if answer.json()["finished"])
    requests = logged(service, ids[last], "request")
    assert [line["path"] for line in requests] == [f"{game.path}/resignation"]
    expected = {f"{name}-1-{game.place.game}" for name in ("game_finished", "game_scored")}
    wait_until(lambda: taken(service, ids[last]) == expected, WAIT)


def taken(service: Running, request: str) -> set[str]:
    """Give the messages of a request that scoring and the lobby have taken."""
    return {line["message"] for line in logged(service, request, "message_taken")}


def leave(client: Client, game: Game, player: str, request: str) -> Answer:
    return client.send("POST", f"{game.path}/resignation", player, X_Request_Id=request)


def logged(service: Running, request: str, event: str) -> list[Any]:
    """Give the lines of the log about an event of a request."""
    lines = [orjson.loads(line) for line in service.log().splitlines() if request in line]
    return [line for line in lines if (line["request_id"], line["event"]) == (request, event)]


def test_requests_of_all_processes_are_counted_together(service: Running, client: Client) -> None:
    sent = 0
    while len(counts(service)) < PROCESSES or sent < 20:
        assert sent < 1000, "one process answers everything"
        with Client(service) as other:
            other.send("GET", "/rules/v1/editions")
        sent += 1
    assert sum(counts(service).values()) == sent
    labels = {"operation": "get_editions", "status": "200"}
    for _ in range(10):
        with Client(service) as other:
            assert metric(other, "rules_requests_total", **labels) == sent
    assert metric(client, "rules_request_seconds_count", operation="get_editions") == sent


def counts(service: Running) -> Counter[str]:
    """Count the requests for the list of editions, by the file of a process."""
    found: Counter[str] = Counter()
    for path in (service.folder / METRICS).glob("counter_*.db"):
        for family in MultiProcessCollector.merge([str(path)]):  # type: ignore[no-untyped-call]
            for sample in family.samples:
                if sample.labels.get("operation") == "get_editions":
                    found[path.name] += sample.value
    return found


def test_moves_are_counted_by_what_became_of_them(client: Client) -> None:
    edition = "otu-paris"
    game = client.create(edition)
    body = client.idea(game, "p0")
    client.send("POST", f"{game.path}/moves", "p0", {**body, "dry_run": True})
    client.send("POST", f"{game.path}/moves", "p1", body)
    client.play(game, 5)
    client.send("POST", f"{game.path}/moves", "p0", body)
    results = ("played", "tried", "stale", "refused")
    moves = [metric(client, "rules_moves_total", edition=edition, result=each) for each in results]
    assert moves == [5, 1, 1, 1]
    assert metric(client, "rules_legal_moves_seconds_count", edition=edition) == 6
    assert metric(client, "rules_legal_moves_seconds_sum", edition=edition) > 0


def test_the_depth_of_every_queue_is_told(service: Running, client: Client) -> None:
    service.end("scoring")
    client.end(client.create(ROME))
    scoring = queue(connect(service.store.url), SCORING_QUEUE)
    wait_until(lambda: metric(client, "scoring_queue_depth") > 0, WAIT)
    assert metric(client, "scoring_queue_depth") == scoring.count
    service.start("scoring", WORKERS["scoring"])
    wait_until(lambda: metric(client, "scoring_queue_depth") == 0, WAIT)
    told = client.send("GET", "/rules/metrics").body.decode()
    for edition in EDITIONS:
        assert f'rules_queue_depth{{queue="rules.{edition}"}}' in told


def test_streams_of_all_processes_are_counted_together(service: Running, client: Client) -> None:
    game = client.create(ROME)
    streams = [watch(service, client, game) for _ in range(12)]
    with followed(streams):
        wait_until(lambda: metric(client, "rules_streams") == len(streams), WAIT)
        client.end(game)
        wait_until(lambda: metric(client, "rules_streams") == 0, WAIT)


def test_a_service_without_its_store_is_alive_but_not_ready(rome: Running, roman: Client) -> None:
    game = roman.create(ROME)
    assert status(roman, "readyz") == (200, "ready")
    rome.store.kill()
    try:
        wait_until(lambda: status(roman, "readyz") == (503, "no store"), WAIT)
        assert status(roman, "healthz") == (200, "alive")
        refused = roman.send("GET", game.path)
        assert (refused.status, refused.json()["code"]) == (503, "store_unavailable")
        assert refused.headers["Retry-After"] == "1"
        assert metric(roman, "rules_requests_total", status="503") > 1
    finally:
        rome.store.start()
    wait_until(lambda: status(roman, "readyz") == (200, "ready"), WAIT)
    assert roman.look(game)["version"] == 0


def status(client: Client, probe: str) -> tuple[int, str]:
    answer = client.send("GET", f"/rules/{probe}")
    return answer.status, answer.json()["status"]


def test_engines_and_streams_of_processes_that_were_killed_do_not_count_for_long(
    rome: Running, roman: Client
) -> None:
    wait_until(lambda: len(announced(rome)) == PROCESSES, WAIT)
    streams = [watch(rome, roman, roman.create(ROME)) for _ in range(6)]
    with followed(streams):
        wait_until(lambda: metric(roman, "rules_streams") == len(streams), WAIT)
        rome.kill("web")
    killed, at = announced(rome), time()
    assert len(killed) == PROCESSES
    assert max(killed.values()) <= at + STALE
    rome.start("web", WEB)
    rome.wait_until_ready()
    with Client(rome) as client:
        assert metric(client, "rules_streams") == 0
        assert metric(client, "rules_requests_total", operation="get_events") >= len(streams)
    wait_until(lambda: len(announced(rome)) == 2 * PROCESSES, WAIT)
    up = RedisEngines(connect(rome.store.url)).up(max(killed.values()))
    assert {engine["process"] for engine in up}.isdisjoint(process for process, _ in killed)


def up_now(service: Running) -> list[tuple[str, str]]:
    """List the announcements that hold; those of killed processes are kept for a while."""
    return [each for each, until in announced(service).items() if until > time()]


def test_engines_of_processes_that_were_told_to_stop_are_gone_at_once(rome: Running) -> None:
    wait_until(lambda: len(up_now(rome)) == PROCESSES, WAIT)
    web = rome.processes["web"]
    web.terminate()
    assert web.wait(WAIT) == 0
    assert up_now(rome) == []
