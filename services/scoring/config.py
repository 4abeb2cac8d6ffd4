"""What an operator can set: read once from the environment, wrong values refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from os import environ
from typing import Final

from services.plumbing.config import queues_url, seconds, setting

REDIS_URL: Final = "redis://127.0.0.1:6379/0"
RULES_SECONDS: Final = 3


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of a scoring process, API or worker."""

    redis_url: str = REDIS_URL
    """Where the results are."""
    queues_url: str = REDIS_URL
    """Where the queues and the announcements of engines are."""
    keys: str | None = None
    """The public keys of those who sign tokens (JWKS), a file or an address (http, https);
    without them no token is accepted."""
    rules_seconds: int = RULES_SECONDS
    """How long the rules may take to answer."""


def read_config(environment: Mapping[str, str] = environ) -> Config:
    """Read the settings."""
    shared = setting(environment, "REDIS_URL")
    redis_url = setting(environment, "SCORING_REDIS_URL", shared or REDIS_URL)
    keys = setting(environment, "SCORING_KEYS") or setting(environment, "RULES_KEYS")
    return Config(
        redis_url=redis_url,
        queues_url=queues_url(environment, redis_url),
        keys=keys or None,
        rules_seconds=seconds(environment, "SCORING_RULES_SECONDS", RULES_SECONDS),
    )
