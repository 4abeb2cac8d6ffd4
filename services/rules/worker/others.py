"""Other versions of the editions served here: which are up, and what is left to them."""

from collections.abc import Mapping
from contextlib import suppress
from time import time
from typing import Any

from rq import Retry
from rq.exceptions import DuplicateJobError

from services.contracts.ids import CREATE_JOB
from services.plumbing.connections import Client, failing
from services.plumbing.engines import Version, newest, version_of
from services.plumbing.queues import KEEP_FAILED, TRIES, job_id, request_meta
from services.rules.store.ports import Engines
from services.rules.worker.queues import rules_queue


class Others:
    """The versions that engines announce."""

    def __init__(self, engines: Engines, client: Client) -> None:
        self._engines = engines
        self._client = client

    def up(self) -> set[tuple[str, Version]]:
        """Say which versions of which editions are up."""
        return {(engine["edition"], version_of(engine)) for engine in self._engines.up(time())}

    def newer(self, edition: str, version: Version) -> Version | None:
        """Give the newest version of an edition that is up, if it is newer than one."""
        engine = newest(self._engines.up(time())).get(edition)
        found = version_of(engine) if engine else version
        return found if found > version else None

    def hand_on(self, message: Mapping[str, Any], edition: str, version: Version) -> None:
        """Leave a game that is wanted to the workers of a version.

        The job has another id than the one at hand, which is still there; its own is the same each
        time, so whoever is killed in between hands the message on once.
        """
        queue = rules_queue(self._client, edition, version)
        with failing(), suppress(DuplicateJobError):
            queue.enqueue(
                CREATE_JOB,
                message,
                unique=True,
                job_id=job_id(queue.name, message["id"]),
                retry=Retry(max=TRIES),
                failure_ttl=KEEP_FAILED,
                meta=request_meta(),
            )
