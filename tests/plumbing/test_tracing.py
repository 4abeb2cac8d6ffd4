"""Traces in one process: when they are on, what continues them, and that nobody suffers."""

import os
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Final

import pytest
import structlog
from structlog.testing import capture_logs

from services.plumbing import tracing
from services.plumbing.config import ConfigError
from services.plumbing.connections import StoreError
from services.plumbing.exporting import LAST_SECONDS
from services.plumbing.http.client import make_client
from services.plumbing.logs import configure_logs
from services.plumbing.tracing import begin_tracing, end_tracing, inside, is_wanted, watched
from tests.collector import PARENT, SAMPLED, TRACE, UNSAMPLED, Collector, in_a_trace
from tests.lobby.receiver import answering, receiving
from tests.servers import wait_until

ROOT: Final = Path(__file__).parents[2]
ON: Final = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}
NOWHERE: Final = "http://127.0.0.1:9"
LOADS: Final = """
import sys

def loaded():
    return {name for name in sys.modules if name.startswith("opentelemetry")}

import redis  # which looks by itself what of it is installed
before = loaded()
from clients.bots.worker import __main__
from services.lobby.api import create_app
from services.rules.api import create_app as rules
from services.scoring.api import create_app as scoring
from services.scoring.worker import __main__
rules(), scoring()
print("opentelemetry.sdk.trace" in sys.modules, len(loaded() - before))
"""
"""Makes applications, and prints whether OpenTelemetry is there, and what else came with them."""


class Store:
    """Something that is asked."""

    def read(self, what: str) -> str:
        """Answer."""
        return what.upper()

    def fail(self) -> None:
        """Fail, with words that nobody may see."""
        raise StoreError("seed 4711")


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, False),
        (ON, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://here/v1/traces"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": " "}, False),
        ({**ON, "OTEL_SDK_DISABLED": "TRUE"}, False),
        ({**ON, "OTEL_TRACES_EXPORTER": "none"}, False),
        ({**ON, "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf"}, True),
    ],
)
def test_traces_are_wanted_if_an_endpoint_is_set(
    environment: dict[str, str], *, wanted: bool
) -> None:
    assert is_wanted(environment) is wanted


def test_a_protocol_that_is_not_spoken_is_refused() -> None:
    with pytest.raises(ConfigError, match="OTEL_EXPORTER_OTLP_PROTOCOL is 'grpc'"):
        is_wanted({**ON, "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"})


@pytest.mark.slow
@pytest.mark.parametrize("on", [False, True])
def test_opentelemetry_is_loaded_if_traces_are_on_and_only_then(*, on: bool) -> None:
    environment = {name: value for name, value in os.environ.items() if "OTEL_" not in name}
    found = subprocess.run(
        [sys.executable, "-c", LOADS],
        cwd=ROOT,
        env=environment | (ON if on else {}),
        capture_output=True,
        check=True,
        text=True,
    )
    assert found.stdout.startswith("True ") if on else found.stdout == "False 0\n"


def test_without_traces_everything_stays_what_it_is() -> None:
    store = Store()
    assert vars(watched(store, "store")) == {}
    with inside("span", {}) as span:
        assert (span, tracing.carried(), tracing.job_meta()) == (None, "", {})
    with tracing.sending("scoring", "one", f"{SAMPLED} interchange=3") as meta:
        assert meta == {"traceparent": SAMPLED, "tracestate": "interchange=3"}


def test_what_a_store_is_asked_for_is_a_span_of_the_request(collector: Collector) -> None:
    store = watched(Store(), "store")
    assert store.read("outside") == "OUTSIDE"
    with in_a_trace():
        assert store.read("inside") == "INSIDE"
        with pytest.raises(StoreError):
            store.fail()
    end_tracing()
    request, read, failed = collector.of(TRACE)
    assert (request.name, request.parent, request.kind) == ("request", PARENT, "server")
    assert [read.name, failed.name] == ["store.read", "store.fail"]
    assert {read.parent, failed.parent} == {request.id}
    assert (read.failed, failed.failed, failed.about["error.type"]) == (False, True, "StoreError")
    assert not any(b"4711" in body for body in collector.bodies)
    assert len(collector.spans) == 3


def test_what_is_not_sampled_stays_so(collector: Collector) -> None:
    with in_a_trace(UNSAMPLED) as trace:
        watched(Store(), "store").read("inside")
        with tracing.sending("scoring", "one", trace) as meta:
            pass
    end_tracing()
    assert collector.spans == []
    assert trace.split("-")[1::2] == [TRACE, "00"]
    assert meta == {"traceparent": trace, "tracestate": "interchange=1"}


@pytest.mark.slow
@pytest.mark.parametrize("parent", ["", "nonsense", f"00-{'0' * 32}-{PARENT}-01"])
def test_who_names_no_trace_or_a_wrong_one_gets_a_new_one(
    collector: Collector, parent: str
) -> None:
    with in_a_trace(parent):
        pass
    end_tracing()
    (span,) = collector.spans
    assert (span.parent, span.service) == ("", "interchange-tests")
    assert span.trace not in {TRACE, "0" * 32}


def test_a_service_is_told_of_the_trace_that_asks_it(collector: Collector) -> None:
    with receiving(answering(b"200 OK")) as receiver, make_client(5.0) as client:
        client.get(f"{receiver.url}/outside")
        with in_a_trace():
            client.get(f"{receiver.url}/inside?token=secret", headers={"Authorization": "Bearer x"})
    end_tracing()
    outside, inside_ = receiver.requests
    (asked,) = collector.named("GET")
    assert "traceparent" not in outside.headers
    assert inside_.headers["traceparent"] == f"00-{TRACE}-{asked.id}-01"
    assert asked.about["url.full"] == f"{receiver.url}/inside"
    assert asked.about["http.response.status_code"] == 200


def test_the_environment_may_name_the_service(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_SERVICE_NAME", "games")
    begin_tracing("rules")
    with in_a_trace():
        pass
    end_tracing()
    assert [span.service for span in collector.spans] == ["games"]


def test_lines_of_the_log_name_trace_and_span(
    collector: Collector, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    before = structlog.get_config()
    configure_logs()
    try:
        with in_a_trace():
            structlog.get_logger().info("inside")
        structlog.get_logger().info("outside")
    finally:
        structlog.configure(**before)
    end_tracing()
    within, without = capfdbinary.readouterr().out.splitlines()
    assert f'"trace_id":"{TRACE}","span_id":"{collector.spans[0].id}"'.encode() in within
    assert b"trace_id" not in without


@pytest.mark.slow
def test_an_endpoint_that_is_away_slows_nobody_and_is_told_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in {"ENDPOINT": NOWHERE, "TIMEOUT": "0.2"}.items():
        monkeypatch.setenv(f"OTEL_EXPORTER_OTLP_{name}", value)
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "20")
    monkeypatch.setenv("OTEL_BSP_MAX_QUEUE_SIZE", "8")
    monkeypatch.setenv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "8")
    with capture_logs() as lines:
        begin_tracing("tests")
        begun = monotonic()
        for _ in range(500):
            with in_a_trace():
                pass
        took = monotonic() - begun
        wait_until(lambda: lines, 10)
        for _ in range(20):
            with in_a_trace():
                sleep(0.05)
        end_tracing()
    assert took < 2
    assert [line["event"] for line in lines] == ["traces_not_sent"]
    assert "export" in lines[0]["error"]


@pytest.mark.slow
def test_the_end_of_a_process_waits_for_a_short_while_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with receiving(lambda _: sleep(60)) as receiver:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url)
        begin_tracing("tests")
        with in_a_trace():
            pass
        begun = monotonic()
        end_tracing()
        assert monotonic() - begun < LAST_SECONDS + 2
