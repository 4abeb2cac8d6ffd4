"""What an operator can set: read once from the environment, wrong values refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from os import environ
from pathlib import Path
from typing import Final

from services.plumbing.config import ConfigError, number, queues_url, seconds, setting

REDIS_URL: Final = "redis://127.0.0.1:6379/0"
RULES_SECONDS: Final = 5
SCORING: Final = "http://127.0.0.1:8080/scoring/v1"
SCORING_SECONDS: Final = 2
STREAM_SECONDS: Final = 300
POLL_SECONDS: Final = 8
LIMIT: Final = "600 per minute"
REGISTRATIONS: Final = "60 per hour"
MOST_PROXIES: Final = 9


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of a lobby process, API or worker."""

    redis_url: str = REDIS_URL
    """Where the records are."""
    queues_url: str = REDIS_URL
    """Where the queues, announcements and limits are."""
    keys: Path | None = None
    """The folder of the keys that sign tokens."""
    rules_seconds: int = RULES_SECONDS
    """How long the rules may take to create a game."""
    scoring: str = SCORING
    """Where scoring's API begins."""
    scoring_seconds: int = SCORING_SECONDS
    """How long scoring may take to say how strong somebody is."""
    stream_seconds: int = STREAM_SECONDS
    """The longest that a stream stays open."""
    poll_seconds: int = POLL_SECONDS
    """The longest that a page of events is waited for."""
    limit: str = LIMIT
    """How many requests a token, or an address without one, may send."""
    registrations: str = REGISTRATIONS
    """How many players an address may register."""
    private_webhooks: bool = False
    """Whether webhooks may lead to private addresses."""
    proxies: int = 0
    """How many proxies of ours a request comes through; the last ones to name its address."""


def read_config(environment: Mapping[str, str] = environ) -> Config:
    """Read the settings."""
    shared = setting(environment, "REDIS_URL")
    redis_url = setting(environment, "LOBBY_REDIS_URL", shared or REDIS_URL)
    keys = setting(environment, "LOBBY_KEYS")
    if not keys:
        raise ConfigError("LOBBY_KEYS is not set: name the folder of the keys that sign tokens")
    return Config(
        redis_url=redis_url,
        queues_url=queues_url(environment, redis_url),
        keys=Path(keys),
        rules_seconds=seconds(environment, "LOBBY_RULES_SECONDS", RULES_SECONDS),
        scoring=setting(environment, "SCORING_ADDRESS", SCORING),
        scoring_seconds=seconds(environment, "LOBBY_SCORING_SECONDS", SCORING_SECONDS),
        stream_seconds=seconds(environment, "LOBBY_STREAM_SECONDS", STREAM_SECONDS),
        poll_seconds=seconds(environment, "LOBBY_POLL_SECONDS", POLL_SECONDS),
        limit=setting(environment, "LOBBY_LIMIT", LIMIT),
        registrations=setting(environment, "LOBBY_REGISTRATIONS", REGISTRATIONS),
        private_webhooks=setting(environment, "LOBBY_PRIVATE_WEBHOOKS") == "yes",
        proxies=number(environment, "LOBBY_PROXIES", 0, range(MOST_PROXIES + 1)),
    )
