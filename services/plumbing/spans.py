"""The spans of a process, made with OpenTelemetry's SDK; loaded only if traces are wanted.

A request and a job begin a span in any case. What they do meanwhile is a span only inside of one
that is recorded, so whatever goes on by itself (sweepers, heartbeats) makes none. Of what goes
wrong a span has the kind, never the words: they may name what nobody may see.
"""

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import wraps
from typing import Any, Final, TypeAlias, TypeVar

from opentelemetry import trace
from opentelemetry.context import Context, attach, detach, get_value, set_value
from opentelemetry.sdk.trace import SpanProcessor
from opentelemetry.trace import Link, Span, SpanContext, SpanKind, Status, StatusCode, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from rq.exceptions import DeserializationError
from rq.job import Job

from services.plumbing.exporting import end_export, make_processor, make_tracer
from services.plumbing.tracing import PARENT, STATE, carried_by, meta_of

T = TypeVar("T")
About: TypeAlias = Mapping[str, str | int]

TRACER: Final = "interchange.tracer"
"""Under this name a context keeps who makes its spans: a process may serve several services."""
HOPS: Final = "interchange"
"""The member of `tracestate` that counts through how many queues a trace has gone."""
MOST_HOPS: Final = 32
"""Bots answer each other, and rounds follow rounds: then a new trace begins, with a link back."""
W3C: Final = TraceContextTextMapPropagator()


class Spans:
    """Makes the spans of a service."""

    def __init__(self, processor: SpanProcessor, service: str, known: dict[str, Tracer]) -> None:
        self._processor = processor
        self._known = known
        self._tracer = known.get(service) or make_tracer(service, processor)
        known[service] = self._tracer

    @classmethod
    def begin(cls, service: str) -> "Spans":
        """Begin to send spans to where the environment says."""
        return cls(make_processor(), service, {})

    def of(self, service: str) -> "Spans":
        """Give what makes the spans of a service; all of a process are sent together."""
        return Spans(self._processor, service, self._known)

    def end(self) -> None:
        """Send what was not sent yet, for a short while at most."""
        end_export(self._processor)

    @contextmanager
    def served(self, name: str, headers: Mapping[str, str], about: About) -> Iterator[Span]:
        """Serve a request, as part of the trace of the client if it names one."""
        before = W3C.extract(headers, Context())
        span = self._tracer.start_span(name, before, SpanKind.SERVER, about)
        with _entered(self._tracer, span):
            yield span

    def inside(
        self, name: str, about: About, kind: SpanKind = SpanKind.CLIENT
    ) -> AbstractContextManager[Span | None]:
        """Be a span of a trace that is recorded; nothing outside of one."""
        if not trace.get_current_span().is_recording():
            return nullcontext()
        tracer = self._here()
        return _entered(tracer, tracer.start_span(name, kind=kind, attributes=about))

    def watched(self, store: T, name: str) -> T:
        """Let everything that a store is asked for be a span."""
        for method in dir(type(store)):
            if not method.startswith("_") and callable(getattr(store, method)):
                setattr(store, method, self._watched(getattr(store, method), f"{name}.{method}"))
        return store

    def carried(self) -> str:
        """Give what travels beside a message: where its trace is now."""
        context = trace.get_current_span().get_span_context()
        return carried_by(_written(context, _hops(context))) if context.is_valid else ""

    def headers(self) -> dict[str, str]:
        """Give what a request to another service says of the trace."""
        said: dict[str, str] = {}
        W3C.inject(said)
        return said

    def job_meta(self) -> dict[str, str]:
        """Give what travels with a job: the same, after one more queue."""
        context = trace.get_current_span().get_span_context()
        return _written(context, _hops(context) + 1) if context.is_valid else {}

    @contextmanager
    def sending(self, queue: str, message: str, trace_: str) -> Iterator[dict[str, str]]:
        """Put a message on a queue: in the trace it was written in, or else in the one here.

        The relay that sends it may be part of another trace; a link leads there.
        """
        here = trace.get_current_span()
        before = W3C.extract(meta_of(trace_), Context()) if trace_ else None
        origin = trace.get_current_span(before).get_span_context()
        if not origin.trace_flags.sampled:
            yield _written(origin, _hops(origin) + 1) if origin.is_valid else {}
            return
        links = [Link(here.get_span_context())] if before and here.is_recording() else []
        about, tracer = _about_queue("send", queue, message), self._here()
        span = tracer.start_span(f"send {queue}", before, SpanKind.PRODUCER, about, links)
        with _entered(tracer, span):
            yield self.job_meta()

    @contextmanager
    def doing(self, job: Job, queue: str) -> Iterator[Span]:
        """Do a job in the trace of whoever asked for it."""
        with _entered(self._tracer, self._started(job, queue, [])) as span:
            yield span

    @contextmanager
    def doing_all(self, jobs: Sequence[Job], queue: str) -> Iterator[None]:
        """Do jobs in one go: a span with links to all, and one for each in its own trace."""
        origins = [trace.get_current_span(_before(job)).get_span_context() for job in jobs]
        links = [Link(origin) for origin in origins if origin.is_valid]
        about = _about_queue("batch", queue) | {"messaging.batch.message_count": len(jobs)}
        batch = self._tracer.start_span(
            f"batch {queue}", Context(), SpanKind.CONSUMER, about, links=links
        )
        with ExitStack() as stack:
            stack.enter_context(_entered(self._tracer, batch))
            for job in jobs:
                span = self._started(job, queue, [Link(batch.get_span_context())])
                stack.callback(span.end)
                job.meta.update(_written(span.get_span_context(), _hops(span.get_span_context())))
            yield

    @staticmethod
    def add_ids(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Add the ids of trace and span to a line of the log."""
        context = trace.get_current_span().get_span_context()
        if context.is_valid:
            event["trace_id"] = f"{context.trace_id:032x}"
            event["span_id"] = f"{context.span_id:016x}"
        return event

    def _here(self) -> Tracer:
        """Give who makes spans here: the service whose request this is, or the process'."""
        found = get_value(TRACER)
        return found if isinstance(found, Tracer) else self._tracer

    def _started(self, job: Job, queue: str, links: Sequence[Link]) -> Span:
        """Begin the span of a job; after too many queues in a trace of its own."""
        before, name = _before(job), _name(job)
        origin = trace.get_current_span(before).get_span_context()
        if _hops(origin) > MOST_HOPS:
            before, links = Context(), [*links, Link(origin)]
        about = _about_queue(name, queue, job.id)
        return self._tracer.start_span(f"{name} {queue}", before, SpanKind.CONSUMER, about, links)

    def _watched(self, ask: Callable[..., Any], name: str) -> Callable[..., Any]:
        about = {"db.system.name": "redis", "db.operation.name": name}

        @wraps(ask)
        def asked(*arguments: object, **named: object) -> object:
            with self.inside(name, about):
                return ask(*arguments, **named)

        return asked


def failed(span: Span, kind: str) -> None:
    """Say in which way something has failed."""
    span.set_attribute("error.type", kind)
    span.set_status(Status(StatusCode.ERROR))


@contextmanager
def _entered(tracer: Tracer, span: Span) -> Iterator[Span]:
    """Be a span until the end of a block."""
    token = attach(set_value(TRACER, tracer, trace.set_span_in_context(span)))
    try:
        yield span
    except Exception as error:
        failed(span, type(error).__qualname__)
        raise
    finally:
        detach(token)
        span.end()


def _before(job: Job) -> Context:
    """Give the trace that a job is part of; a meta may have anything in it."""
    texts = {name: value for name, value in job.meta.items() if isinstance(value, str)}
    return W3C.extract(texts, Context())


def _name(job: Job) -> str:
    try:
        return (job.func_name or "unknown").rpartition(".")[2]
    except DeserializationError:  # RQ finds that out by itself, and knows what to do
        return "unknown"


def _written(context: SpanContext, hops: int) -> dict[str, str]:
    """Write down where a trace is, as W3C has it; of its state only what is ours."""
    parent = f"00-{context.trace_id:032x}-{context.span_id:016x}-{context.trace_flags:02x}"
    return {PARENT: parent} | ({STATE: f"{HOPS}={hops}"} if hops else {})


def _hops(context: SpanContext) -> int:
    """Count the queues that a trace has gone through; a client may say anything."""
    said = context.trace_state.get(HOPS) or ""
    return int(said) if said.isascii() and said.isdigit() else 0


def _about_queue(operation: str, queue: str, message: str = "") -> dict[str, str | int]:
    about: dict[str, str | int] = {
        "messaging.system": "rq",
        "messaging.operation.name": operation,
        "messaging.destination.name": queue,
    }
    return about | ({"messaging.message.id": message} if message else {})
