"""What an operator can set: read once from the environment, wrong values refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from os import environ
from typing import Final

from services.plumbing.config import names, seconds

REDIS_URL: Final = "redis://127.0.0.1:6379/0"
ADDRESS: Final = "http://127.0.0.1:8080/rules/v1"
STREAM_SECONDS: Final = 300
POLL_SECONDS: Final = 8


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of a rules process, API or worker."""

    redis_url: str = REDIS_URL
    """Where the games are."""
    queues_url: str = REDIS_URL
    """Where the queues and the announcements of engines are."""
    editions: tuple[str, ...] = ()
    """The editions to serve; none named means all there are."""
    keys: str | None = None
    """The public keys of those who sign tokens (JWKS), a file or an address (http, https);
    without them no token is accepted."""
    address: str = ADDRESS
    """Where others reach this API; announced to them."""
    stream_seconds: int = STREAM_SECONDS
    """The longest that a stream stays open, whatever its reader asks for."""
    poll_seconds: int = POLL_SECONDS
    """The longest that a page of events is waited for."""


def read_config(environment: Mapping[str, str] = environ) -> Config:
    """Read the settings."""
    redis_url = environment.get("REDIS_URL") or REDIS_URL
    keys = environment.get("RULES_KEYS")
    return Config(
        redis_url=redis_url,
        queues_url=environment.get("QUEUES_URL") or redis_url,
        editions=names(environment.get("RULES_EDITIONS", "")),
        keys=keys or None,
        address=environment.get("RULES_ADDRESS") or ADDRESS,
        stream_seconds=seconds(environment, "RULES_STREAM_SECONDS", STREAM_SECONDS),
        poll_seconds=seconds(environment, "RULES_POLL_SECONDS", POLL_SECONDS),
    )
