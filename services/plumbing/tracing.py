"""Traces with OpenTelemetry, if an endpoint is set; otherwise everything here does nothing.

Only this module is used by others. It imports nothing of OpenTelemetry: `spans.py` does, and is
loaded when traces are wanted. What travels with a message or a job are texts of W3C's Trace
Context, so that also a relay without traces hands them on (docs/decisions/0024-traces.md).
"""

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from os import environ
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from services.plumbing.config import ConfigError

if TYPE_CHECKING:
    from opentelemetry.trace import Span
    from rq.job import Job

    from services.plumbing.spans import Spans

T = TypeVar("T")
Processor: TypeAlias = Callable[[Any, str, MutableMapping[str, Any]], MutableMapping[str, Any]]
"""Adds something to a line of the log."""

ENDPOINTS: Final = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
PROTOCOLS: Final = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
PROTOCOL: Final = "http/protobuf"
PARENT: Final = "traceparent"
STATE: Final = "tracestate"

_spans: "list[Spans]" = []
"""The one that is on, if any."""


def begin_tracing(service: str, environment: Mapping[str, str] = environ) -> None:
    """Begin to trace, if the environment wants it; `service` is what spans here are of.

    A process calls it when it is made, never before it was forked, and before `configure_logs`.
    """
    if not is_wanted(environment):
        return
    from services.plumbing.spans import Spans  # noqa: PLC0415 (costs a fifth of a second)

    _spans[:] = [_spans[0].of(service) if _spans else Spans.begin(service)]


def end_tracing() -> None:
    """Send what was not sent yet, for a short while at most, and trace no more."""
    while _spans:
        _spans.pop().end()


def is_wanted(environment: Mapping[str, str]) -> bool:
    """Tell whether the environment wants traces, by OpenTelemetry's own settings."""
    said = {name: value.strip() for name, value in environment.items() if name.startswith("OTEL_")}
    disabled = said.get("OTEL_SDK_DISABLED", "").lower() == "true"
    if disabled or said.get("OTEL_TRACES_EXPORTER", "").lower() == "none":
        return False
    if not any(said.get(name) for name in ENDPOINTS):
        return False
    name = next((name for name in PROTOCOLS if said.get(name)), "")
    if name and said[name] != PROTOCOL:
        raise ConfigError(f"{name} is {said[name]!r}: only {PROTOCOL} is spoken here")
    return True


def the_spans(service: str | None = None) -> "Spans | None":
    """Give what makes spans, of a service if one is named; nothing if traces are off."""
    if not _spans:
        return None
    return _spans[0].of(service) if service else _spans[0]


def log_processors() -> list[Processor]:
    """Give what adds the ids of trace and span to every line of the log."""
    return [_spans[0].add_ids] if _spans else []


def inside(name: str, about: Mapping[str, str | int]) -> "AbstractContextManager[Span | None]":
    """Be a span of a trace that is recorded, such as one that asks somebody else."""
    return _spans[0].inside(name, about) if _spans else nullcontext()


def watched(store: T, name: str) -> T:
    """Let what a store is asked for be spans; without traces it stays what it is."""
    return _spans[0].watched(store, name) if _spans else store


def carried() -> str:
    """Give what travels beside a message that is written now; '' if it is part of no trace."""
    return _spans[0].carried() if _spans else ""


def carried_by(meta: Mapping[str, Any]) -> str:
    """Give the same of a job that was asked for."""
    return f"{meta.get(PARENT, '')} {meta.get(STATE, '')}".strip()


def meta_of(trace: str) -> dict[str, str]:
    """Write what travelled beside a message into the meta of its job."""
    parts = zip((PARENT, STATE), trace.split(" ", 1), strict=False)
    return {name: value for name, value in parts if value}


def job_meta() -> dict[str, str]:
    """Give what travels with a job that is asked for now."""
    return _spans[0].job_meta() if _spans else {}


def sending(queue: str, message: str, trace: str) -> AbstractContextManager[dict[str, str]]:
    """Put a message on a queue as part of the trace it was written in; give its job's meta."""
    return _spans[0].sending(queue, message, trace) if _spans else nullcontext(meta_of(trace))


def doing(job: "Job", queue: str) -> "AbstractContextManager[Span | None]":
    """Do a job as part of the trace of whoever asked for it."""
    return _spans[0].doing(job, queue) if _spans else nullcontext()


def doing_all(jobs: "Sequence[Job]", queue: str) -> "AbstractContextManager[object]":
    """Do jobs in one go; each is part of its own trace, which its meta leads on from."""
    return _spans[0].doing_all(jobs, queue) if _spans else nullcontext()


def failed(span: "Span | None", kind: str) -> None:
    """Say that what a span is about has failed, and in which way; never with which words."""
    if span is not None:
        from services.plumbing import spans  # noqa: PLC0415 (it is loaded if there is a span)

        spans.failed(span, kind)
