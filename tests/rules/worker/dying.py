"""A worker that is killed at the worst moment.

`python -m tests.rules.worker.dying`: a message has left, and is still in the outbox; DIES_AT is its
number. With DIES_CREATING a game is there, and nobody was told.
"""

import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace

from services.plumbing.connections import connect, connect_to_wait
from services.plumbing.outbox import Waiting
from services.plumbing.queues import RqOutside
from services.plumbing.runner import Runner
from services.rules.config import read_config
from services.rules.store.ports import NewGame, Place
from services.rules.store.redis import RedisGames
from services.rules.store.redis_signals import RedisEngines
from services.rules.wiring import wire_rules
from services.rules.worker.jobs import Desk, work_at
from services.rules.worker.others import Others
from services.rules.worker.queues import ADDRESSES, queues_of
from services.rules.worker.sweeper import Sweeper


class DyingGames(RedisGames):
    """A store whose user is killed when a game is created, or before a message is taken out."""

    left = int(os.environ.get("DIES_AT", "1"))

    def create(self, place: Place, game: NewGame) -> bool:
        """Create a game, and die."""
        created = super().create(place, game)
        if "DIES_CREATING" in os.environ:
            os.kill(os.getpid(), signal.SIGKILL)
        return created

    def sent(self, edition: str, messages: Sequence[Waiting]) -> None:
        """Take messages out, or die."""
        self.left -= len(messages)
        if self.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        super().sent(edition, messages)


def main() -> int:
    """Work until death."""
    config = read_config()
    rules = replace(wire_rules(config), games=DyingGames(connect(config.redis_url)))
    waiting, client = connect_to_wait(config.queues_url), connect(config.queues_url)
    others = Others(RedisEngines(client), client)
    desk = Desk(rules, RqOutside(client, ADDRESSES), config.address, others)
    work_at(desk)
    queues = queues_of(waiting, rules.served.versions)
    return Runner(waiting, queues, Sweeper(desk, client).sweep).run()


if __name__ == "__main__":
    sys.exit(main())
