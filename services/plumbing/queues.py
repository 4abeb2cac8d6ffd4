"""The queues, with RQ: jobs are named by their path and carry JSON.

Whoever asks for a job is not made to wait or fail for it. What gets lost on the way is found by
a sweeper, as what the job is about is in the store.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, NamedTuple
from uuid import uuid4

import orjson
import structlog
from redis import RedisError, WatchError
from rq import Queue, Retry
from rq.exceptions import DuplicateJobError
from rq.job import Job
from rq.serializers import JSONSerializer

from services.plumbing import tracing
from services.plumbing.connections import Client, failing

KEEP_FAILED: Final = 7 * 24 * 60 * 60
"""How many seconds a failed job can be looked at."""
TRIES: Final = 3
"""How often a message is given to a worker that failed before."""


class Address(NamedTuple):
    """Where a type of message goes, and what takes it there."""

    queue: str
    """It may name members of the message, such as `rules.{edition}`."""
    job: str


class RqOutside:
    """Puts messages on the queues of other services, by their type."""

    def __init__(self, client: Client, addresses: Mapping[str, Address]) -> None:
        self._client = client
        self._addresses = addresses

    def send(self, message: bytes, trace: str = "") -> None:
        """Put a message on its queue; one that is there already is not put there twice."""
        content: dict[str, Any] = orjson.loads(message)
        name, job = self._address(content)
        with (
            failing(),
            suppress(DuplicateJobError),
            tracing.sending(name, job_id(name, content["id"]), trace) as traced,
        ):
            queue(self._client, name).enqueue(
                job, content, unique=True, **_settings(name, content, traced)
            )

    def send_all(self, messages: Sequence[bytes], traces: Sequence[str] = ()) -> None:
        """Put messages on their queues in one go; one by one if any of them is there already."""
        contents = [orjson.loads(message) for message in messages]
        names = [Job.key_for(job_id(self._address(each).queue, each["id"])) for each in contents]
        traces = traces or [""] * len(messages)
        with failing(), self._client.pipeline() as pipe, suppress(WatchError):
            pipe.watch(*names)
            if not pipe.exists(*names):
                pipe.multi()
                for content, trace in zip(contents, traces, strict=True):
                    self._add(content, trace, pipe)
                pipe.execute()
                return
        for message, trace in zip(messages, traces, strict=True):
            self.send(message, trace)

    def _add(self, content: dict[str, Any], trace: str, pipe: Client) -> None:
        name, job = self._address(content)
        with tracing.sending(name, job_id(name, content["id"]), trace) as traced:
            data = Queue.prepare_data(job, (content,), **_settings(name, content, traced))
            queue(self._client, name).enqueue_many([data], pipeline=pipe)

    def _address(self, content: Mapping[str, Any]) -> Address:
        address = self._addresses[content["type"]]
        return address._replace(queue=address.queue.format_map(content))


def _settings(name: str, content: Mapping[str, Any], traced: Mapping[str, str]) -> dict[str, Any]:
    """Say how the job of a message is kept: under its id, with its request, and tried again."""
    return {
        "job_id": job_id(name, content["id"]),
        "retry": Retry(max=TRIES),
        "failure_ttl": KEEP_FAILED,
        "meta": {"request_id": content["request_id"], **traced},
    }


def queue(client: Client, name: str) -> Queue:
    """Give a queue."""
    return Queue(name, connection=client, serializer=JSONSerializer)


def job_id(queue: str, name: str = "") -> str:
    """Name a job of a queue, or a worker; without a name of its own it gets one that is new.

    It begins with the queue's name, so that a server can tell whose it is (deploy/acl.py). RQ
    allows no dots.
    """
    return f"{queue.replace('.', '_')}-{name or uuid4().hex}"


@contextmanager
def lossy(what: str) -> Iterator[None]:
    """Go on without a job that cannot be asked for."""
    try:
        yield
    except RedisError as error:
        structlog.get_logger().warning("job_not_queued", job=what, error=str(error))


def request_meta() -> dict[str, str]:
    """Give what travels with a job: the id of the request that asked for it, and its trace."""
    request: str = structlog.contextvars.get_contextvars().get("request_id", "")
    return {"request_id": request, **tracing.job_meta()}
