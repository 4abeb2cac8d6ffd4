"""How much one may ask for: told in the headers of every answer, and by 429 beyond."""

from typing import Any, Final

from flask import Flask, g, request
from flask_limiter import Limiter
from werkzeug.middleware.proxy_fix import ProxyFix

from services.lobby.config import Config
from services.plumbing.errors import InvalidTokenError
from services.plumbing.http.requests import caller

REGISTERING: Final = "people.post_player"
HEADERS: Final = {
    "RATELIMIT_HEADER_LIMIT": "RateLimit-Limit",
    "RATELIMIT_HEADER_REMAINING": "RateLimit-Remaining",
    "RATELIMIT_HEADER_RESET": "RateLimit-Reset",
    "RATELIMIT_HEADER_RETRY_AFTER": "Retry-After",
    "RATELIMIT_HEADER_RETRY_AFTER_VALUE": "delta-seconds",
}


def register_limits(app: Flask, config: Config) -> None:
    """Count the requests of every token, and of every address without one, for all processes."""
    if config.proxies:  # else everybody would have the address of the nearest one
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=config.proxies)  # type: ignore[method-assign]
    app.config.update(HEADERS)
    limiter = Limiter(
        _who,
        app=app,
        default_limits=[config.limit],
        storage_uri=_storage(config.queues_url),
        strategy="fixed-window",
        headers_enabled=True,
        in_memory_fallback_enabled=True,  # a store that is away is no reason to refuse anybody
        key_prefix="lobby",
    )
    limited: Any = limiter.limit(config.registrations, key_func=_address, override_defaults=False)
    app.view_functions[REGISTERING] = limited(app.view_functions[REGISTERING])
    for name in app.view_functions:
        if name.startswith("operations."):
            limiter.exempt(app.view_functions[name])


def _who() -> str:
    """Name whoever is counted; a token that is not good counts for the address it comes from."""
    if "Authorization" not in request.headers:
        return _address()
    try:
        caller()
    except InvalidTokenError:
        return _address()  # operations that want a token refuse it themselves, the others go on
    return f"token:{g.session.token}"


def _address() -> str:
    return f"address:{request.remote_addr}"


def _storage(url: str) -> str:
    return url.replace("unix://", "redis+unix://", 1) if url.startswith("unix://") else url
