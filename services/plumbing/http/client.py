"""How services ask each other by HTTP: without the machine's proxies, and as part of a trace."""

from typing import TYPE_CHECKING, Any

import httpx

from services.plumbing import tracing

if TYPE_CHECKING:
    from services.plumbing.spans import Spans


def make_client(seconds: float | None = None) -> httpx.Client:
    """Make a client that uses no proxy and no password of the machine's.

    It sends on the trace of the request or job at hand, so it is only for services of our own.
    """
    settings: dict[str, Any] = {"trust_env": False}
    if seconds is not None:
        settings["timeout"] = seconds
    spans = tracing.the_spans()
    return _Traced(spans, **settings) if spans else httpx.Client(**settings)


class _Traced(httpx.Client):
    """A client whose requests are spans, and tell whoever answers them so."""

    def __init__(self, spans: "Spans", **settings: Any) -> None:  # noqa: ANN401 (httpx)
        super().__init__(**settings)
        self._spans = spans

    def send(self, request: httpx.Request, **how: Any) -> httpx.Response:  # noqa: ANN401 (httpx)
        """Send a request; the span ends when the answer is there."""
        with self._spans.inside(request.method, about_request(request.method, request.url)) as span:
            request.headers.update(self._spans.headers())
            answer = super().send(request, **how)
            if span is not None:
                span.set_attribute("http.response.status_code", answer.status_code)
                if answer.status_code >= 400:
                    tracing.failed(span, str(answer.status_code))
            return answer


def about_request(method: str, url: httpx.URL) -> dict[str, str | int]:
    """Say to whom a request goes; what follows `?` is left out, and so is any password."""
    shown = url.copy_with(query=None, fragment=None, username=None, password=None)
    about = {"http.request.method": method, "server.address": url.host, "url.full": str(shown)}
    return about | ({"server.port": url.port} if url.port else {})
