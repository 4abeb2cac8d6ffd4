"""The yardstick: a worker of plain RQ whose jobs do nothing. `python -m benchmarks.scoring.plain`.

Connection, serializer and level of logging are those of our own workers.
"""

import os
import sys
from typing import Final

from rq import SimpleWorker
from rq.serializers import JSONSerializer

from services.plumbing.connections import connect_to_wait
from services.plumbing.queues import queue

QUEUE: Final = "plain"
JOB: Final = "benchmarks.scoring.plain.nothing"


def nothing() -> None:
    """Do nothing."""


def main() -> int:
    """Work until told to stop."""
    client = connect_to_wait(os.environ["QUEUES_URL"])
    worker = SimpleWorker([queue(client, QUEUE)], connection=client, serializer=JSONSerializer)
    worker.work(logging_level="WARNING")
    return 0


if __name__ == "__main__":
    sys.exit(main())
