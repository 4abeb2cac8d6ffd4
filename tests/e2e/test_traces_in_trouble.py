"""Traces at the end of processes, and without anybody who takes them."""

import socket
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Final

import orjson
import pytest

from services.plumbing.exporting import LAST_SECONDS
from tests.collector import PARENT, Collector, collecting
from tests.e2e.players import Client
from tests.servers import wait_until
from tests.service import Running, running_service

pytestmark = pytest.mark.slow

WAIT: Final = 60.0
NEVER: Final = "3600000"
"""Milliseconds after which spans are sent, unless the process ends before."""
TRACE: Final = "7" * 32


@pytest.fixture
def deaf() -> Iterator[str]:
    """Give the address of somebody who takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def events(service: Running, name: str) -> list[str]:
    """Give the lines of the log about something."""
    found = [line for line in service.log().splitlines() if line.startswith("{")]
    return [line for line in found if orjson.loads(line).get("event") == name]


def test_whoever_is_told_to_end_sends_what_it_has_first(tmp_path: Path) -> None:
    with collecting() as collector:
        running = running_service(
            tmp_path,
            workers=["rules", "scoring", "lobby"],
            OTEL_EXPORTER_OTLP_ENDPOINT=collector.url,
            OTEL_BSP_SCHEDULE_DELAY=NEVER,
            WORKERS="1",
        )
        with running as service, Client(service) as client:
            game = client.create("gob-rome")
            client.end(game, traceparent=f"00-{TRACE}-{PARENT}-01")
            wait_until(lambda: events(service, "message_taken"), WAIT)
            assert collector.spans == []
            for name in ("web", "rules", "scoring", "lobby"):
                service.end(name)
        _has_all(collector)


def _has_all(collector: Collector) -> None:
    found = {(span.service, span.name) for span in collector.of(TRACE)}
    assert {
        ("interchange-rules", "post_resignation"),
        ("interchange-rules-worker", "send scoring"),
        ("interchange-scoring-worker", "take scoring"),
    } <= found


def test_without_a_collector_requests_are_answered_and_a_process_says_so_once(
    tmp_path: Path,
) -> None:
    running = running_service(
        tmp_path,
        workers=["rules"],
        OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:9",
        OTEL_EXPORTER_OTLP_TIMEOUT="1",
        OTEL_BSP_SCHEDULE_DELAY="100",
        WORKERS="1",
    )
    with running as service, Client(service) as client:
        game = client.create("gob-rome")
        wait_until(lambda: events(service, "traces_not_sent"), WAIT)
        begun = monotonic()
        while monotonic() < begun + 5:
            asked = monotonic()
            client.look(game, "p0")
            assert monotonic() - asked < 1
        assert len(events(service, "traces_not_sent")) == 1  # nobody else had anything to send
        assert "Traceback" not in service.log()
        assert service.failures() == []


@pytest.mark.deep
def test_a_collector_that_never_answers_keeps_nobody_from_ending(tmp_path: Path, deaf: str) -> None:
    running = running_service(
        tmp_path,
        workers=["rules", "scoring"],
        OTEL_EXPORTER_OTLP_ENDPOINT=deaf,
        OTEL_BSP_SCHEDULE_DELAY=NEVER,
        WORKERS="1",
    )
    with running as service, Client(service) as client:
        client.end(client.create("gob-rome"))
        wait_until(lambda: events(service, "message_taken"), WAIT)
        for name in ("web", "rules", "scoring"):
            begun = monotonic()
            service.end(name)
            assert monotonic() - begun < LAST_SECONDS + 10
