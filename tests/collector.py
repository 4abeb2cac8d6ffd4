"""A collector of traces: a real OTLP/HTTP receiver that keeps the spans it is sent."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Final, NamedTuple

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue
from opentelemetry.proto.trace.v1.trace_pb2 import Span as Sent

from services.plumbing.tracing import begin_tracing, carried, end_tracing, the_spans

PATH: Final = "/v1/traces"
TRACE: Final = "0af7651916cd43dd8448eb211c80319c"
PARENT: Final = "b7ad6b7169203331"
SAMPLED: Final = f"00-{TRACE}-{PARENT}-01"
UNSAMPLED: Final = f"00-{TRACE}-{PARENT}-00"
"""A client's own trace, as it names it in `traceparent`."""


class Span(NamedTuple):
    """A span as it was sent."""

    service: str
    name: str
    kind: str
    trace: str
    id: str
    parent: str
    links: tuple[str, ...]
    """The ids of spans that it leads to."""
    about: dict[str, str | int]
    failed: bool
    begun: int
    ended: int


class Collector(ThreadingHTTPServer):
    """Takes spans."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.bodies: list[bytes] = []
        self.spans: list[Span] = []

    def of(self, trace: str) -> list[Span]:
        """Give the spans of a trace, in the order in which they began."""
        return sorted(
            (each for each in self.spans if each.trace == trace), key=lambda one: one.begun
        )

    def named(self, name: str) -> list[Span]:
        """Give the spans of a name."""
        return [each for each in self.spans if each.name == name]


class Handler(BaseHTTPRequestHandler):
    """Reads what is sent."""

    server: Collector

    def do_POST(self) -> None:
        """Keep the spans of a request."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        good = self.path == PATH and self.headers["Content-Type"] == "application/x-protobuf"
        if good:
            self.server.bodies.append(body)
            self.server.spans += spans_of(ExportTraceServiceRequest.FromString(body))
        self.send_response(200 if good else 404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def collecting() -> Iterator[Collector]:
    """Run a collector until the end of a block."""
    with Collector() as collector:
        thread = Thread(target=collector.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield collector
        finally:
            collector.shutdown()
            thread.join()


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """Trace in this very process; what was traced is here after `end_tracing`."""
    with collecting() as running:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", running.url)
        begin_tracing("tests")
        yield running
        end_tracing()


@contextmanager
def in_a_trace(parent: str = SAMPLED) -> Iterator[str]:
    """Be a request that continues a client's trace; give what travels beside its messages."""
    spans = the_spans()
    assert spans is not None
    with spans.served("request", {"traceparent": parent}, {}):
        yield carried()


def path_to(spans: Sequence[Span], last: Span) -> list[Span]:
    """Give the way from the first span of a trace to one, parent by parent."""
    known, way = {each.id: each for each in spans}, [last]
    while way[0].parent in known:
        way.insert(0, known[way[0].parent])
    return way


def spans_of(request: ExportTraceServiceRequest) -> Iterator[Span]:
    """Read spans."""
    for resource in request.resource_spans:
        service = str(_about(resource.resource.attributes)["service.name"])
        for scope in resource.scope_spans:
            yield from (_span(service, each) for each in scope.spans)


def _span(service: str, sent: Sent) -> Span:
    return Span(
        service=service,
        name=sent.name,
        kind=Sent.SpanKind.Name(sent.kind).removeprefix("SPAN_KIND_").lower(),
        trace=sent.trace_id.hex(),
        id=sent.span_id.hex(),
        parent=sent.parent_span_id.hex(),
        links=tuple(link.span_id.hex() for link in sent.links),
        about=_about(sent.attributes),
        failed=sent.status.code == 2,
        begun=sent.start_time_unix_nano,
        ended=sent.end_time_unix_nano,
    )


def _about(attributes: Sequence[KeyValue]) -> dict[str, str | int]:
    return {each.key: _value(each.value) for each in attributes}


def _value(value: AnyValue) -> str | int:
    return value.int_value if value.HasField("int_value") else value.string_value
