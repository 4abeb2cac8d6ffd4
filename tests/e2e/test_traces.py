"""One trace through the whole platform, as its processes send it to a real collector."""

from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest

from tests.collector import (
    PARENT,
    SAMPLED,
    TRACE,
    UNSAMPLED,
    Collector,
    Span,
    collecting,
    path_to,
)
from tests.e2e.guests import Guest
from tests.e2e.players import Client
from tests.lobby.receiver import answering, receiving
from tests.servers import wait_until
from tests.service import Running, running_service

pytestmark = pytest.mark.slow

WAIT: Final = 120.0
OFTEN: Final = "200"
"""Milliseconds after which spans are sent."""
CHAIN: Final = [
    ("interchange-rules", "post_move"),
    ("interchange-rules-worker", "send scoring"),
    ("interchange-scoring-worker", "take scoring"),
    ("interchange-scoring-worker", "send lobby"),
    ("interchange-lobby-worker", "take lobby"),
    ("interchange-lobby-worker", "send rules.gob-rome"),
    ("interchange-rules-worker", "create rules.gob-rome"),
    ("interchange-rules-worker", "send lobby"),
    ("interchange-lobby-worker", "take lobby"),
    ("interchange-lobby-worker", "send bots.gob-rome"),
    ("interchange-bots", "play bots.gob-rome"),
    ("interchange-bots", "POST"),
    ("interchange-rules", "post_move"),
]
"""From the last move of a round to the first one of the next, but for what stores are asked."""


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    """Run a collector for all tests of the file."""
    with collecting() as running:
        yield running


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, collector: Collector) -> Iterator[Running]:
    """Run a platform that traces."""
    with running_service(
        tmp_path_factory.mktemp("traced"),
        OTEL_EXPORTER_OTLP_ENDPOINT=collector.url,
        OTEL_BSP_SCHEDULE_DELAY=OFTEN,
        LOBBY_PRIVATE_WEBHOOKS="yes",
        WORKERS="1",
    ) as running:
        yield running


@pytest.fixture
def host(service: Running) -> Iterator[Guest]:
    """Let somebody register."""
    guest = Guest(service, "Host")
    yield guest
    guest.close()


class Tournament:
    """A tournament of somebody and three bots."""

    def __init__(self, host: Guest) -> None:
        self._host = host
        shape: dict[str, Any] = {"game": "gob-rome", "size": 2, "sizes": [2], "rounds": 2}
        made = host.lobby("POST", "/tournaments", name="Traced", format="swiss", **shape)
        self._path = f"/tournaments/{made['id']}"
        host.lobby("POST", f"{self._path}/entries")
        host.lobby("POST", f"{self._path}/bots", count=3, level="random")
        host.lobby("POST", f"{self._path}/start")

    def tables(self, number: int) -> list[Any]:
        """Give the tables of a round; none if it has not begun."""
        if self._host.lobby("GET", self._path)["round"] < number:
            return []
        return list(self._host.lobby("GET", f"{self._path}/rounds/{number}")["tables"])

    def only_mine_is_played(self) -> bool:
        """Tell whether the bots among themselves have finished the first round."""
        return sorted(table["status"] for table in self.tables(1)) == ["finished", "playing"]


def test_one_trace_leads_from_the_end_of_a_round_to_the_moves_of_bots_in_the_next(
    host: Guest, service: Running, collector: Collector
) -> None:
    tournament = Tournament(host)
    wait_until(tournament.only_mine_is_played, WAIT)
    mine = next(each for each in tournament.tables(1) if each["status"] == "playing")
    token = host.lobby("POST", "/game-tokens")["token"]
    headers = {"Authorization": f"Bearer {token}", "traceparent": SAMPLED}
    answer = httpx.post(f"{mine['address']}/resignation", headers=headers)
    assert answer.status_code == 201  # the bot at that table plays on by itself
    wait_until(lambda: _ways(collector), WAIT)
    way = _ways(collector)[0]
    assert [span.name for span in way][:2] == ["post_resignation", "games.write"]
    others = [(span.service, span.name) for span in way if "db.system.name" not in span.about]
    assert others[-len(CHAIN) :] == CHAIN
    _nothing_hidden_is_told(collector, service, token, mine["address"])


def _ways(collector: Collector) -> list[list[Span]]:
    """Give the ways to moves of bots in games that this trace has led to.

    Processes send their spans when they like: a way counts when all of it is here.
    """
    spans = collector.of(TRACE)
    ways = [path_to(spans, span) for span in spans if span.name == "post_move"]
    creating = "create rules.gob-rome"
    whole = [way for way in ways if way[0].parent == PARENT]
    return [way for way in whole if creating in [span.name for span in way]]


def _nothing_hidden_is_told(
    collector: Collector, service: Running, token: str, address: str
) -> None:
    wait_until(lambda: httpx.get(f"{address}/record").status_code == 200, WAIT)
    seed = httpx.get(f"{address}/record").json()["seed"]
    told = b"".join(collector.bodies)
    assert b"interchange.edition" in told
    for secret in (token, seed, "eyJ", "itx_", "Bearer", "uthorization", str(service.folder)):
        assert secret.encode() not in told
    assert f'"trace_id":"{TRACE}"' in service.log()


def test_a_request_is_a_span_of_its_clients_trace(client: Client, collector: Collector) -> None:
    game = client.create("gob-rome")
    trace = "1" * 32
    client.send("GET", game.path, "p0", traceparent=f"00-{trace}-{PARENT}-01")
    wait_until(lambda: len(collector.of(trace)) == 2, WAIT)
    request, read = collector.of(trace)
    assert (request.name, request.kind, request.parent) == ("get_game", "server", PARENT)
    assert (read.name, read.kind, read.parent) == ("games.read", "client", request.id)
    assert request.about == {
        "http.request.method": "GET",
        "http.route": "/rules/v1/editions/<edition>/games/<game>",
        "http.response.status_code": 200,
        "url.scheme": "http",
        "interchange.edition": "gob-rome",
        "interchange.game": game.place.game,
        "interchange.request_id": request.about["interchange.request_id"],
    }


def test_the_span_of_a_stream_ends_when_the_stream_begins(
    service: Running, client: Client, collector: Collector
) -> None:
    game, trace = client.create("gob-rome"), "2" * 32
    headers = {"Accept": "text/event-stream", "traceparent": f"00-{trace}-{PARENT}-01"}
    with httpx.stream("GET", f"{service.url}{game.path}/events", headers=headers) as stream:
        next(stream.iter_bytes())
        wait_until(lambda: collector.of(trace), WAIT)
    assert "get_events" in [span.name for span in collector.of(trace)]


def test_what_a_client_does_not_sample_is_not_recorded(
    client: Client, collector: Collector
) -> None:
    game, trace = client.create("gob-rome"), "3" * 32
    client.end(game, traceparent=UNSAMPLED.replace(TRACE, trace))
    client.send("GET", game.path, "p0", traceparent=f"00-{'4' * 32}-{PARENT}-01")
    wait_until(lambda: collector.of("4" * 32), WAIT)
    wait_until(lambda: _is_scored(client, game.place.game), WAIT)
    assert collector.of(trace) == []


def _is_scored(client: Client, game: str) -> bool:
    return client.send("GET", f"/scoring/v1/games/{game}/score").json().get("final", False) is True


def test_a_service_that_asks_another_one_continues_the_trace(
    client: Client, collector: Collector
) -> None:
    game, trace = client.create("gob-rome"), "5" * 32
    path = f"/scoring/v1/games/{game.place.game}/score?edition=gob-rome"
    client.send("GET", path, "p0", traceparent=f"00-{trace}-{PARENT}-01")
    wait_until(
        lambda: {"get_game", "get_score"} <= {each.name for each in collector.of(trace)}, WAIT
    )
    asked = next(each for each in collector.of(trace) if each.name == "get_game")
    way = path_to(collector.of(trace), asked)
    assert [(span.service, span.name) for span in way] == [
        ("interchange-scoring", "get_score"),
        ("interchange-scoring", "GET"),
        ("interchange-rules", "get_game"),
    ]


def test_receivers_of_webhooks_are_told_nothing_of_the_trace(
    host: Guest, collector: Collector
) -> None:
    with receiving(answering(b"204 No Content")) as receiver:
        url = f"{receiver.url}/a-secret-of-the-receiver"
        host.lobby("POST", "/webhooks", url=url)
        table = host.lobby("POST", "/tables", game="gob-rome", most=2)
        host.lobby("POST", f"/tables/{table['id']}/bots")
        wait_until(lambda: receiver.requests, WAIT)
        wait_until(lambda: collector.named("webhook"), WAIT)
    assert not any("trace" in name for name in receiver.requests[0].headers)
    assert collector.named("webhook")[0].about == {
        "http.request.method": "POST",
        "server.address": "127.0.0.1",
        "http.response.status_code": 204,
    }
    assert not any(b"a-secret-of-the-receiver" in body for body in collector.bodies)


def test_probes_make_no_spans(client: Client, collector: Collector) -> None:
    trace = "6" * 32
    client.send("GET", "/rules/readyz", traceparent=f"00-{trace}-{PARENT}-01")
    client.send("GET", "/rules/v1/editions", traceparent=f"00-{trace}-{PARENT}-01")
    wait_until(lambda: collector.of(trace), WAIT)
    assert [span.name for span in collector.of(trace) if span.kind == "server"] == ["get_editions"]
