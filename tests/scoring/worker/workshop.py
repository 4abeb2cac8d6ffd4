"""Results and queues in a real server, and RQ's loop in this very process."""

import os
from dataclasses import replace
from typing import Any, Final

import orjson
from rq import SimpleWorker
from rq.executions import prepare_execution
from rq.job import Job
from rq.serializers import JSONSerializer

from services.contracts.ids import LOBBY_QUEUE, SCORING_JOB, SCORING_QUEUE
from services.plumbing.connections import Client
from services.plumbing.moments import utc_now
from services.plumbing.queues import RqOutside, queue
from services.rules.worker.queues import ADDRESSES as TO_SCORING
from services.scoring.app.results import Result
from services.scoring.store.redis import RedisResults
from services.scoring.worker.jobs import Desk, work_at
from services.scoring.worker.queues import ADDRESSES, RqJobs
from tests.scoring.app.bench import Bench, bench, game_id
from tests.worker_loop import signals_kept

MODULE: Final = "services.scoring.worker"


def lossy_bench(client: Client) -> Bench:
    """Set up a bench on a real store; whatever is asked of the workers gets lost.

    So it is with a process that is killed after writing and before asking.
    """
    at = bench(RedisResults(client))
    return at._replace(scoring=replace(at.scoring, now=utc_now))


def real_bench(client: Client) -> Bench:
    """Set up a bench on a real store with real queues."""
    at = lossy_bench(client)
    return at._replace(scoring=replace(at.scoring, jobs=RqJobs(client)))


def later(at: Bench, seconds: float) -> Bench:
    """Give the same bench some seconds on."""
    at.time.now = utc_now()
    at.time.turn(seconds)
    return at._replace(scoring=replace(at.scoring, now=at.time))


def desk_of(at: Bench, client: Client) -> Desk:
    """Give what jobs work with."""
    return Desk(at.scoring, RqOutside(client, ADDRESSES))


def deliver(client: Client, *messages: dict[str, Any]) -> None:
    """Put messages on the queue `scoring` as the rules do."""
    for message in messages:
        RqOutside(client, TO_SCORING).send(orjson.dumps(message))


def deliver_again(client: Client, message: Any, name: str) -> Job:
    """Put a message on the queue as another job: so it comes when the first is forgotten."""
    return queue(client, SCORING_QUEUE).enqueue(
        SCORING_JOB, message, job_id=name, meta={"request_id": "again"}
    )


def waiting(client: Client) -> list[Job]:
    """Give the jobs on the queue `scoring`."""
    return queue(client, SCORING_QUEUE).jobs


def told(client: Client) -> list[Any]:
    """Give the messages on the queue `lobby`, in their order."""
    jobs = queue(client, LOBBY_QUEUE).jobs
    assert [job.id for job in jobs] == [f"lobby-{job.args[0]['id']}" for job in jobs]
    return [job.args[0] for job in jobs]


def sent_id(message: dict[str, Any]) -> str:
    """Name the job by which a message waits on the queue `scoring`."""
    return f"scoring-{message['id']}"


def scored_id(message: dict[str, Any]) -> str:
    """Say under which id the lobby is told about a game."""
    return f"game_scored-1-{message['game']}"


def games_of(results: list[Result]) -> list[str]:
    """Name the games of results."""
    return [result.message["game"] for result in results]


def named(*names: str) -> list[str]:
    """Give the ids of games by the names under which they were told."""
    return [game_id(name) for name in names]


def failures(client: Client) -> dict[str, str]:
    """Say of the jobs that have failed why they have."""
    found = queue(client, SCORING_QUEUE)
    jobs = {name: found.fetch_job(name) for name in found.failed_job_registry.get_job_ids()}
    results = {name: job and job.latest_result() for name, job in jobs.items()}
    return {name: str(result and result.exc_string) for name, result in results.items()}


def work_off(client: Client, desk: Desk) -> None:
    """Do the jobs that wait, as a worker does, until there are none."""
    work_at(desk)
    with signals_kept():
        _worker(client).work(burst=True, logging_level="CRITICAL")


def popped(client: Client) -> Job:
    """Take a job as a worker does that is killed between the pop and the start."""
    own = queue(client, SCORING_QUEUE)
    found = own.dequeue_any([own], None, client, serializer=JSONSerializer)
    assert found is not None
    assert client.lrange(own.intermediate_queue_key, 0, -1) == [found[0].id.encode()]
    return found[0]


def begun(client: Client) -> Job:
    """Take a job as a worker does that is killed while it works on it."""
    job, worker = popped(client), _worker(client)
    prepare_execution(worker, job)
    worker.prepare_job_execution(job, remove_from_intermediate_queue=True)
    assert client.exists(queue(client, SCORING_QUEUE).intermediate_queue_key) == 0
    return job


def is_begun(client: Client, job: Job) -> bool:
    """Tell whether a job is among those that are worked on."""
    return job.id in queue(client, SCORING_QUEUE).started_job_registry


def is_popped(client: Client, job: Job) -> bool:
    """Tell whether a job was taken, and not yet begun."""
    name = queue(client, SCORING_QUEUE).intermediate_queue_key
    return job.id.encode() in client.lrange(name, 0, -1)


def _worker(client: Client) -> SimpleWorker:
    own = queue(client, SCORING_QUEUE)
    name = f"{os.getpid()}-{client.incr('tests:workers')}"
    return SimpleWorker([own], name=name, connection=client, serializer=JSONSerializer)
