"""Runs a worker of bots: `python -m clients.bots.worker`. Settings come from the environment."""

import os
import sys
from collections.abc import Mapping
from typing import Final

import httpx
import structlog

from clients.bots.choosing import SEARCH_MS, levels
from clients.bots.playing import TurnError
from clients.bots.worker.jobs import work_with
from services.contracts.ids import BOTS_QUEUE
from services.plumbing.config import names
from services.plumbing.connections import StoreError, connect, connect_to_wait
from services.plumbing.logs import configure_logs, forward_logs
from services.plumbing.lost_jobs import LostJobs
from services.plumbing.queues import queue
from services.plumbing.runner import Runner
from services.plumbing.sweeping import swept

REDIS_URL: Final = "redis://127.0.0.1:6379/0"
PASSING: Final = (httpx.HTTPError, TurnError)
"""What a turn may fail with at one time and not at another."""
SECONDS: Final = 10.0
LONGEST_MS: Final = 1_000.0
"""The longest that a bot may think about a move: turns end before their jobs count as lost."""


def main() -> int:
    """Play until told to stop; the turn at hand is played first."""
    configure_logs()
    forward_logs()
    editions = names(os.environ.get("BOTS_EDITIONS", ""))
    if not editions:
        sys.stderr.write("bots: BOTS_EDITIONS names no edition, such as gob-rome,gob-paris\n")
        return 1
    try:
        search_ms = thinking_time(os.environ)
    except ValueError as error:
        sys.stderr.write(f"bots: {error}\n")
        return 1
    url = os.environ.get("QUEUES_URL") or os.environ.get("REDIS_URL") or REDIS_URL
    work_with(httpx.Client(trust_env=False, timeout=SECONDS), levels(search_ms))
    try:
        waiting, client = connect_to_wait(url), connect(url)
    except ValueError as error:
        sys.stderr.write(f"bots: {error}\n")
        return 1
    queues = [BOTS_QUEUE.format(edition=edition) for edition in editions]
    lost = [LostJobs(queue(client, name), PASSING) for name in queues]

    def sweep() -> None:
        for name, each in zip(queues, lost, strict=True):
            try:
                with swept(queue=name):
                    each.put_back()
            except StoreError as error:
                structlog.get_logger().warning("sweep_failed", queue=name, error=str(error))

    return Runner(waiting, [queue(waiting, name) for name in queues], sweep).run()


def thinking_time(environment: Mapping[str, str]) -> float:
    """Read how many milliseconds `search` thinks about a move."""
    text = environment.get("BOTS_SEARCH_MS") or str(SEARCH_MS)
    try:
        milliseconds = float(text)
    except ValueError:
        milliseconds = -1.0
    if not 0 < milliseconds <= LONGEST_MS:
        raise ValueError(f"BOTS_SEARCH_MS is a number up to {LONGEST_MS:.0f}, not {text!r}")
    return milliseconds


if __name__ == "__main__":
    sys.exit(main())
