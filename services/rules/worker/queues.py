"""What the rules ask of their own workers, and where their messages go."""

from collections.abc import Mapping
from datetime import UTC, datetime
from math import ceil
from typing import Final

from rq import Queue

from services.contracts.ids import (
    LOBBY_JOB,
    LOBBY_QUEUE,
    RULES_QUEUE,
    RULES_VERSION_QUEUE,
    SCORING_JOB,
    SCORING_QUEUE,
)
from services.plumbing import queues
from services.plumbing.connections import Client
from services.plumbing.engines import Version
from services.plumbing.queues import KEEP_FAILED, Address, job_id, lossy, request_meta
from services.rules.store.ports import Place

RELAY: Final = "services.rules.worker.jobs.relay"
EXPIRE: Final = "services.rules.worker.jobs.expire"
LOBBY: Final = Address(LOBBY_QUEUE, LOBBY_JOB)
ADDRESSES: Final = {
    "game_finished.1": Address(SCORING_QUEUE, SCORING_JOB),
    "game_created.1": LOBBY,
    "game_refused.1": LOBBY,
    "turn_began.1": LOBBY,
}
"""Where the messages of the rules go."""


def rules_queue(client: Client, edition: str, version: Version | None = None) -> Queue:
    """Give the queue of an edition's engines, or that of one version's."""
    return queues.queue(client, _name(edition, version))


def queues_of(client: Client, versions: Mapping[str, Version]) -> list[Queue]:
    """Give the queues of a worker; clocks come before what can wait."""
    return [
        rules_queue(client, edition, version)
        for edition, own in versions.items()
        for version in (own, None)
    ]


def queue_names(versions: Mapping[str, Version]) -> list[str]:
    """Name the queues of editions, and those of their versions."""
    return [_name(edition, which) for edition, own in versions.items() for which in (None, own)]


class RqJobs:
    """Asks the workers of an edition for something."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def relay(self, edition: str) -> None:
        """Ask for messages to be sent on."""
        with lossy("relay"):
            own = rules_queue(self._client, edition)
            own.enqueue(
                RELAY,
                edition,
                job_id=job_id(own.name),
                result_ttl=0,
                failure_ttl=KEEP_FAILED,
                meta=request_meta(),
            )

    def expire(self, place: Place, version: Version, at: int) -> None:
        """Ask for a game to be looked at when its turn's time is up, at that millisecond.

        RQ counts in whole seconds. A job that came before its time would ask for itself again, and
        be gone once it is done.
        """
        with lossy("expire"):
            own = rules_queue(self._client, place.edition, version)
            own.enqueue_at(
                datetime.fromtimestamp(ceil(at / 1000), UTC),
                EXPIRE,
                *place,
                job_id=job_id(own.name, f"expire-{place.game}-{at}"),
                result_ttl=0,
                failure_ttl=KEEP_FAILED,
                meta=request_meta(),
            )


def _name(edition: str, version: Version | None) -> str:
    if version is None:
        return RULES_QUEUE.format(edition=edition)
    return RULES_VERSION_QUEUE.format(edition=edition, **version._asdict())
