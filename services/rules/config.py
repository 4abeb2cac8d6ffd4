"""What an operator can set: read once from the environment, wrong values refused."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from os import environ
from typing import Final

from services.plumbing.config import ConfigError, names, queues_url, quoted, seconds, setting

REDIS_URL: Final = "redis://127.0.0.1:6379/0"
ADDRESS: Final = "http://127.0.0.1:8080/rules/v1"
STREAM_SECONDS: Final = 300
POLL_SECONDS: Final = 8
UPSTREAM: Final = re.compile(r"https?://[A-Za-z0-9._:\[\]-]+")
"""A gateway keeps the path of the request, so there is none in it."""


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of a rules process, API or worker."""

    redis_url: str = REDIS_URL
    """Where the games are."""
    queues_url: str = REDIS_URL
    """Where the queues and the announcements of engines are."""
    editions: tuple[str, ...] = ()
    """The editions to serve; nothing named means all there are, and `none` none of them."""
    keys: str | None = None
    """The public keys of those who sign tokens (JWKS), a file or an address (http, https);
    without them no token is accepted."""
    address: str = ADDRESS
    """Where players reach this API; announced to others."""
    inside: str | None = None
    """Where the platform's own services and bots reach it; announced, and else the same."""
    upstream: str | None = None
    """Where a gateway reaches this very service alone; announced. None: there is no such gateway,
    and nobody is told where engines are."""
    stream_seconds: int = STREAM_SECONDS
    """The longest that a stream stays open, whatever its reader asks for."""
    poll_seconds: int = POLL_SECONDS
    """The longest that a page of events is waited for."""


def read_config(environment: Mapping[str, str] = environ) -> Config:
    """Read the settings."""
    redis_url = setting(environment, "REDIS_URL", REDIS_URL)
    return Config(
        redis_url=redis_url,
        queues_url=queues_url(environment, redis_url),
        editions=names(setting(environment, "RULES_EDITIONS")),
        keys=setting(environment, "RULES_KEYS") or None,
        address=setting(environment, "RULES_ADDRESS", ADDRESS),
        inside=setting(environment, "RULES_INSIDE_ADDRESS") or None,
        upstream=_upstream(environment),
        stream_seconds=seconds(environment, "RULES_STREAM_SECONDS", STREAM_SECONDS),
        poll_seconds=seconds(environment, "RULES_POLL_SECONDS", POLL_SECONDS),
    )


def _upstream(environment: Mapping[str, str]) -> str | None:
    text = setting(environment, "RULES_UPSTREAM") or None
    if text is not None and not UPSTREAM.fullmatch(text):
        example = "http://rules-gob-rome-1:8080"
        shown = quoted(environment, "RULES_UPSTREAM", text)
        raise ConfigError(f"RULES_UPSTREAM is {shown}: expected an address such as {example}")
    return text
