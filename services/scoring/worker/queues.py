"""What scoring asks of its own workers, and where its messages go."""

from typing import Final

from services.contracts.ids import LOBBY_JOB, LOBBY_QUEUE, SCORING_QUEUE
from services.plumbing.connections import Client
from services.plumbing.queues import KEEP_FAILED, Address, job_id, lossy, queue, request_meta

RELAY: Final = "services.scoring.worker.jobs.relay"
ADDRESSES: Final = {"game_scored.1": Address(LOBBY_QUEUE, LOBBY_JOB)}
"""Where the messages of scoring go."""


class RqJobs:
    """Asks the workers for something."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def relay(self, edition: str) -> None:
        """Ask for messages to be sent on."""
        with lossy("relay"):
            queue(self._client, SCORING_QUEUE).enqueue(
                RELAY,
                edition,
                job_id=job_id(SCORING_QUEUE),
                result_ttl=0,
                failure_ttl=KEEP_FAILED,
                meta=request_meta(),
            )


class Noted:
    """Notes in which outboxes a worker has put something: it sends it itself, after some more."""

    def __init__(self) -> None:
        self._editions: list[str] = []

    def relay(self, edition: str) -> None:
        """Note an edition."""
        if edition not in self._editions:
            self._editions.append(edition)

    def taken(self) -> list[str]:
        """Give the editions that were noted since the last time."""
        editions, self._editions = self._editions, []
        return editions
