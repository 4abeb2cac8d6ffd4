"""Runs a worker of bots: `python -m clients.bots.worker`. Settings come from the environment."""

import os
import sys
from collections.abc import Mapping
from typing import Final, NamedTuple

import httpx
import structlog

from clients.bots.choosing import SEARCH_MS, levels
from clients.bots.playing import TurnError
from clients.bots.worker.jobs import work_with
from services.contracts.ids import BOTS_QUEUE
from services.plumbing.config import ConfigError, names, queues_url, quoted, setting
from services.plumbing.connections import StoreError, connect, connect_to_wait
from services.plumbing.http.client import make_client
from services.plumbing.logs import configure_logs, forward_logs
from services.plumbing.lost_jobs import LostJobs
from services.plumbing.queues import queue
from services.plumbing.runner import Runner
from services.plumbing.sweeping import swept
from services.plumbing.tracing import begin_tracing

REDIS_URL: Final = "redis://127.0.0.1:6379/0"
PASSING: Final = (httpx.HTTPError, TurnError)
"""What a turn may fail with at one time and not at another."""
SECONDS: Final = 10.0
LONGEST_MS: Final = 1_000.0
"""The longest that a bot may think about a move: turns end before their jobs count as lost."""


def main() -> int:
    """Play until told to stop; the turn at hand is played first."""
    try:
        config = read_config(os.environ)
        waiting, client = connect_to_wait(config.url), connect(config.url)
        begin_tracing("bots")
    except (ConfigError, ValueError) as error:  # the last: an address of Redis
        sys.stderr.write(f"bots: {error}\n")
        return 1
    configure_logs()
    forward_logs()
    work_with(make_client(SECONDS), levels(config.search_ms))
    queues = [BOTS_QUEUE.format(edition=edition) for edition in config.editions]
    lost = [LostJobs(queue(client, name), PASSING) for name in queues]

    def sweep() -> None:
        for name, each in zip(queues, lost, strict=True):
            try:
                with swept(queue=name):
                    each.put_back()
            except StoreError as error:
                structlog.get_logger().warning("sweep_failed", queue=name, error=str(error))

    own = [queue(waiting, name) for name in queues]
    return Runner(waiting, own, sweep, counts=client).run()


class Config(NamedTuple):
    """The settings of a worker."""

    url: str
    editions: tuple[str, ...]
    search_ms: float


def read_config(environment: Mapping[str, str]) -> Config:
    """Read the settings."""
    editions = names(setting(environment, "BOTS_EDITIONS"))
    if not editions:
        raise ConfigError("BOTS_EDITIONS names no edition, such as gob-rome,gob-paris")
    url = queues_url(environment, REDIS_URL)
    return Config(url, editions, thinking_time(environment))


def thinking_time(environment: Mapping[str, str]) -> float:
    """Read how many milliseconds `search` thinks about a move."""
    text = setting(environment, "BOTS_SEARCH_MS", str(SEARCH_MS))
    try:
        milliseconds = float(text)
    except ValueError:
        milliseconds = -1.0
    if not 0 < milliseconds <= LONGEST_MS:
        found = quoted(environment, "BOTS_SEARCH_MS", text)
        raise ConfigError(f"BOTS_SEARCH_MS is a number up to {LONGEST_MS:.0f}, not {found}")
    return milliseconds


if __name__ == "__main__":
    sys.exit(main())
