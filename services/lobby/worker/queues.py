"""What the lobby asks of its own workers, and where its messages go."""

from datetime import UTC, datetime
from math import ceil
from typing import Any, Final

from services.contracts.ids import (
    BOTS_JOB,
    BOTS_QUEUE,
    CREATE_JOB,
    LOBBY_QUEUE,
    RULES_QUEUE,
    WEBHOOKS_QUEUE,
)
from services.plumbing.connections import Client
from services.plumbing.queues import KEEP_FAILED, Address, job_id, lossy, queue, request_meta

RELAY: Final = "services.lobby.worker.jobs.relay"
CALL: Final = "services.lobby.worker.jobs.call"
GO_ON: Final = "services.lobby.worker.jobs.go_on"
ADDRESSES: Final = {
    "create_game.1": Address(RULES_QUEUE, CREATE_JOB),
    "create_game.2": Address(RULES_QUEUE, CREATE_JOB),
    "your_turn.1": Address(BOTS_QUEUE, BOTS_JOB),
}
"""Where the messages of the lobby go."""


class RqJobs:
    """Asks the workers for something."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def relay(self) -> None:
        """Ask for messages to be sent on."""
        self._ask(RELAY)

    def go_on(self, tournament: str) -> None:
        """Ask for the next round of a tournament."""
        self._ask(GO_ON, tournament)

    def call(self, delivery: str, at: datetime | None = None) -> None:
        """Ask for an attempt to deliver something to a webhook, at once or at a time.

        The job's name has the second in it: one that waits already is not asked for twice.
        """
        own, when = queue(self._client, WEBHOOKS_QUEUE), at or datetime.now(UTC)
        settings: dict[str, Any] = {
            "job_id": job_id(WEBHOOKS_QUEUE, f"call-{delivery}-{ceil(when.timestamp())}"),
            "result_ttl": 0,
            "failure_ttl": KEEP_FAILED,
            "meta": request_meta(),
        }
        with lossy("call"):
            if at is None:
                own.enqueue(CALL, delivery, **settings)
            else:
                whole = datetime.fromtimestamp(ceil(at.timestamp()), UTC)  # RQ counts in seconds
                own.enqueue_at(whole, CALL, delivery, **settings)

    def _ask(self, job: str, *arguments: str) -> None:
        """Ask for something at once; what gets lost is found by the sweeper."""
        with lossy(job.rpartition(".")[2]):
            queue(self._client, LOBBY_QUEUE).enqueue(
                job,
                *arguments,
                job_id=job_id(LOBBY_QUEUE),
                result_ttl=0,
                failure_ttl=KEEP_FAILED,
                meta=request_meta(),
            )
