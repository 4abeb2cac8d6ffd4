"""A lobby in a real server, its jobs in real queues, and RQ's loop in this very process."""

from dataclasses import replace
from typing import Any

from rq import Queue
from structlog.testing import capture_logs

from services.contracts.ids import LOBBY_QUEUE, WEBHOOKS_QUEUE
from services.lobby.store.redis import RedisRecords
from services.lobby.worker.jobs import Desk, work_at
from services.lobby.worker.queues import ADDRESSES, RqJobs
from services.lobby.worker.sweeper import Sweeper
from services.plumbing.connections import Client
from services.plumbing.moments import utc_now
from services.plumbing.queues import RqOutside, queue
from tests.lobby.app.hall import Hall
from tests.lobby.app.hooks import Receiver
from tests.lobby.app.people import Town, town
from tests.worker_loop import work_off_queues


class Workshop:
    """What the workers of the lobby have at hand."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.receiver = Receiver()
        quiet = town(RedisRecords(client))
        quiet.time.now = utc_now()  # the server has a clock of its own
        jobs = RqJobs(client)
        self.town = Town(replace(quiet.lobby, jobs=jobs), quiet.around, quiet.time)
        self.desk = Desk(self.town.lobby, RqOutside(client, ADDRESSES), self.receiver, jobs)

    def queue(self, name: str = LOBBY_QUEUE) -> Queue:
        """Give a queue."""
        return queue(self.client, name)

    def asked(self, name: str = LOBBY_QUEUE) -> list[tuple[Any, ...]]:
        """Say which jobs wait, each with what it is about."""
        jobs = self.queue(name).jobs
        return [(str(job.func_name).rpartition(".")[2], *job.args) for job in jobs]

    def messages(self, name: str) -> list[dict[str, Any]]:
        """Give the messages that wait for another service."""
        return [job.args[0] for job in self.queue(name).jobs]

    def lose(self) -> None:
        """Let everything that was asked of the workers get lost."""
        self.drop(LOBBY_QUEUE)
        self.drop(WEBHOOKS_QUEUE)

    def drop(self, name: str) -> None:
        """Forget the jobs of a queue."""
        for job in self.queue(name).jobs:
            job.delete()

    def work(self) -> None:
        """Do what waits, until there is nothing."""
        work_at(self.desk)
        work_off_queues(self.client, self.queue(), self.queue(WEBHOOKS_QUEUE))

    def sweep(self, seconds: float = 0) -> list[str]:
        """Go one round after some time; give what is said about it."""
        self.town.time.turn(seconds=seconds)
        with capture_logs() as logs:
            Sweeper(self.desk, self.queue()).sweep()
        return [line["event"] for line in logs]

    def hall(self, entries: int, **body: Any) -> Hall:
        """Give a tournament that people have entered."""
        return Hall(self.town, entries, **body)
