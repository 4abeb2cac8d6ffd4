"""Where spans go: collected in the process, and sent by a thread of their own over OTLP/HTTP.

Nobody waits for it. While the endpoint cannot be reached, spans are given up, and the log says so
once, and once more when it can be reached again.
"""

import logging
from collections.abc import Sequence
from importlib.metadata import version
from threading import Thread
from typing import Final

import structlog
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import Tracer

from services.plumbing.config import ConfigError

LAST_SECONDS: Final = 3.0
"""How long the end of a process waits for its last spans to be sent."""
PREFIX: Final = "interchange-"
LIBRARY: Final = "opentelemetry"
QUIET: Final = ("opentelemetry.exporter", "opentelemetry.sdk._shared_internal")
"""What says again and again that spans cannot be sent."""


def make_processor() -> SpanProcessor:
    """Make what collects spans and sends them; its settings are OpenTelemetry's own."""
    reasons = _Reasons()
    logger = logging.getLogger(LIBRARY)
    logger.handlers, logger.propagate = [reasons], False
    try:
        return BatchSpanProcessor(Told(OTLPSpanExporter(), reasons))
    except ValueError as error:
        raise ConfigError(f"traces cannot be sent as the settings OTEL_… say: {error}") from error


def make_tracer(service: str, processor: SpanProcessor) -> Tracer:
    """Make what makes the spans of a service; the environment may name it otherwise."""
    usual = Resource.create({SERVICE_NAME: PREFIX + service, "service.namespace": "interchange"})
    said = OTELResourceDetector().detect()
    provider = TracerProvider(resource=usual.merge(said), shutdown_on_exit=False)
    provider.add_span_processor(processor)
    return provider.get_tracer("interchange", version("interchange"))


def end_export(processor: SpanProcessor) -> None:
    """Send what is left; OpenTelemetry would wait for half a minute."""
    ending = Thread(target=processor.shutdown, name="last-spans", daemon=True)
    ending.start()
    ending.join(LAST_SECONDS)


class Told(SpanExporter):
    """Sends spans by another exporter, and tells when that begins or ceases to fail."""

    def __init__(self, exporter: SpanExporter, reasons: "_Reasons") -> None:
        self._exporter = exporter
        self._reasons = reasons
        self._failing = False

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Send some; the thread that asks for it has nobody to tell."""
        result = self._exporter.export(spans)
        failing = result is not SpanExportResult.SUCCESS
        if failing and not self._failing:
            structlog.get_logger().warning("traces_not_sent", error=self._reasons.last)
        elif self._failing and not failing:
            structlog.get_logger().info("traces_sent_again")
        self._failing = failing
        return result

    def shutdown(self) -> None:
        """Send no more."""
        self._exporter.shutdown()


class _Reasons(logging.Handler):
    """Keeps why spans could not be sent; what else the library says is logged once."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.last = ""
        self._said: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record."""
        if record.name.startswith(QUIET):
            self.last = record.getMessage()
        elif record.msg not in self._said:
            self._said.add(record.msg)
            structlog.get_logger().warning(LIBRARY, message=record.getMessage())
