"""Results that flow through workers while these are killed at random, and are replaced."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import sleep
from typing import Any, Final, TypeAlias

from rq.job import Job
from rq.utils import as_text

from services.contracts.ids import SCORING_QUEUE
from services.plumbing.connections import Client
from services.plumbing.queues import queue
from tests.rules.worker.processes import PATIENCE, Start, WorkerProcess
from tests.scoring.app.bench import FAR, PARIS, ROME, TABLES, Bench, finished
from tests.scoring.worker.workshop import MODULE, deliver, deliver_again
from tests.servers import wait_until

Message: TypeAlias = dict[str, Any]
RESULTS: Final = 500
AGAIN: Final = 80
"""How many messages come a second time under the id of their job, and how many under another."""
WORKERS: Final = 3
KILLS: Final = 8
BACKLOG: Final = 50
"""Jobs that may wait when more are delivered, so that workers are killed from first to last."""
SIZES: Final = {ROME: (2, 3), PARIS: (2, 3, 4, 5), "gob-london": (4, 5)}
PLAYERS: Final = ("ana", "bo", "cy", "di", "ed", "fay", "bot.x", "bot.y")
"""So few that many results at a time are about the same ratings."""
SEEDS: Final = 4
LEAVES: Final = 10
"""One of so many games is left by a player."""


def some_messages(chance: Random) -> list[Message]:
    """Tell of games of all kinds: other editions and numbers of players, with bots or without."""
    return [_message(chance, number) for number in range(RESULTS)]


def _message(chance: Random, number: int) -> Message:
    edition = chance.choice([*SIZES])
    players = chance.sample(PLAYERS, chance.choice(SIZES[edition]))
    leaving = [(0, 5)] if number % LEAVES == 0 else []
    seed = f"seed {number % SEEDS}"
    return finished(edition, players, seed, name=f"game {number}", leaving=leaving)


def deliveries(
    chance: Random, client: Client, messages: list[Message]
) -> list[Callable[[], object]]:
    """Deliver each message at least once, in any order, some of them again."""
    again = messages + chance.sample(messages, AGAIN)
    other = chance.sample(messages, AGAIN)
    found: list[Callable[[], object]] = [partial(deliver, client, each) for each in again]
    found += [partial(deliver_again, client, each, f"again-{each['id']}") for each in other]
    chance.shuffle(found)
    return found


class Killer:
    """Keeps some workers at work, and kills one of them now and then."""

    def __init__(self, chance: Random, start: Start) -> None:
        self._chance = chance
        self._start = partial(start, module=MODULE, ready=False)
        self.alive: list[WorkerProcess] = [self._start() for _ in range(WORKERS)]
        self.killed: list[WorkerProcess] = []

    def kill(self) -> None:
        """Kill one of those who have begun to work, in any moment, and start another one."""
        wait_until(self._working, PATIENCE)
        sleep(self._chance.uniform(0, 0.5))
        victim = self._chance.choice(self._working())
        victim.kill()
        self.alive.remove(victim)
        self.killed.append(victim)
        self.alive.append(self._start())

    def count(self, event: str) -> int:
        """Count what workers, dead or alive, have logged."""
        return sum(worker.events().count(event) for worker in self.alive + self.killed)

    def outcomes(self) -> Counter[str]:
        """Count what has become of messages, as far as it was logged."""
        lines = [line for worker in self.alive + self.killed for line in worker.lines()]
        return Counter(line["outcome"] for line in lines if line["event"] == "message_taken")

    def _working(self) -> list[WorkerProcess]:
        return [worker for worker in self.alive if worker.lines()]


def flood(chance: Random, client: Client, start: Start, messages: list[Message]) -> Killer:
    """Deliver messages while workers are killed; those that are left go on."""
    killer = Killer(chance, start)
    for batch in _parts(deliveries(chance, client, messages), KILLS):
        wait_until(lambda: queue(client, SCORING_QUEUE).count < BACKLOG, PATIENCE)
        for send in batch:
            send()
        killer.kill()
    return killer


def _parts(items: list[Callable[[], object]], number: int) -> Iterator[list[Callable[[], object]]]:
    return (items[at::number] for at in range(number))


def is_quiet(at: Bench, client: Client) -> bool:
    """Tell whether no job waits or is worked on, and no message waits to leave.

    Names of jobs that are gone may lie about: nobody has to do anything for them.
    """
    own = queue(client, SCORING_QUEUE)
    between = client.lrange(own.intermediate_queue_key, 0, -1)
    taken = [*own.started_job_registry.get_job_ids(cleanup=False), *map(as_text, between)]
    if own.count or any(Job.exists(name, client) for name in taken):
        return False
    return not any(at.results.outbox(edition, FAR) for edition in TABLES)
