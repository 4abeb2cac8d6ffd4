"""Games and queues in a real server, and RQ's loop in this very process."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

import orjson
import structlog
from rq import Queue
from rq.job import Job

from services.contracts.ids import CREATE_JOB, LOBBY_QUEUE, RULES_QUEUE, SCORING_QUEUE
from services.plumbing.callers import Request
from services.plumbing.connections import Client
from services.plumbing.moments import utc_now
from services.plumbing.queues import Address, RqOutside, queue
from services.rules.app.resign import resign
from services.rules.app.rules import Jobs, Served
from services.rules.config import ADDRESS
from services.rules.store.keys import game_key
from services.rules.store.ports import Clock, Place
from services.rules.store.redis import RedisGames
from services.rules.store.redis_signals import RedisEngines
from services.rules.worker.jobs import Desk, work_at
from services.rules.worker.others import Others
from services.rules.worker.queues import ADDRESSES, RqJobs, queues_of, rules_queue
from tests.rules.app.bench import ONCE, Bench, bench, player, to_play
from tests.support import EDITIONS
from tests.worker_loop import work_off_queues

ROME: Final = "gob-rome"
PARIS: Final = "gob-paris"
SECOND: Final = {word: Clock(1, word) for word in ("resign", "play")}
VERSIONS: Final = Served(EDITIONS).versions
"""What is served, by edition."""
FAR: Final = 10**14
"""A millisecond that nobody will see."""


def lossy_bench(client: Client) -> Bench:
    """Set up a bench on a real store; whatever is asked of the workers gets lost.

    So it is with a process that is killed after writing and before asking.
    """
    at = bench(RedisGames(client))
    return at._replace(rules=replace(at.rules, now=utc_now))


def real_bench(client: Client, jobs: Jobs | None = None) -> Bench:
    """Set up a bench on a real store with real queues."""
    at = lossy_bench(client)
    return at._replace(rules=replace(at.rules, jobs=jobs or RqJobs(client)))


def desk_of(at: Bench, client: Client) -> Desk:
    """Give what jobs work with."""
    others = Others(RedisEngines(client), client)
    return Desk(at.rules, RqOutside(client, ADDRESSES), ADDRESS, others)


def finished(at: Bench, edition: str = ROME, request: Request = ONCE) -> Place:
    """Create a game that is over at once, as everybody leaves."""
    place = at.create(edition, at.rules.served.entries[edition].edition.players[0])
    while seats := to_play(at.table(place)):
        resign(at.rules, player(seats[0]), place, request)
    return place


def expired(at: Bench, word: str, edition: str = ROME, seconds: float = 60) -> Place:
    """Create a game whose turn's time was up some seconds ago."""
    at.time.now = utc_now()
    at.time.turn(-1 - seconds)
    players = at.rules.served.entries[edition].edition.players
    return by_hand(at).create(edition, players[0], clock=SECOND[word])


def by_hand(at: Bench) -> Bench:
    """Give the same bench with the clock that is turned by hand."""
    return at._replace(rules=replace(at.rules, now=at.time))


def of_other_rules(client: Client, place: Place) -> Place:
    """Let a stored game be one of rules that are not served any more."""
    settled = orjson.loads(client.hget(game_key(place), "settled"))
    client.hset(game_key(place), "settled", orjson.dumps({**settled, "edition_version": 0}))
    return place


def gone(client: Client, place: Place) -> Place:
    """Let a stored game be lost; its deadline stays."""
    client.delete(game_key(place))
    return place


def scoring(client: Client) -> list[Job]:
    """Give the jobs on the queue `scoring`."""
    return queue(client, SCORING_QUEUE).jobs


def deliver(client: Client, wanted: dict[str, Any]) -> None:
    """Ask for a game as the lobby does."""
    address = Address(RULES_QUEUE.format(edition=wanted["edition"]), CREATE_JOB)
    RqOutside(client, {"create_game.1": address}).send(orjson.dumps(wanted))


def told(client: Client) -> list[dict[str, Any]]:
    """Give the messages on the queue `lobby`, in their order."""
    jobs = queue(client, LOBBY_QUEUE).jobs
    assert [job.id for job in jobs] == [f"lobby-{message(job)['id']}" for job in jobs]
    return [message(job) for job in jobs]


def message(job: Job) -> dict[str, Any]:
    """Give the message that a job carries."""
    (content,) = job.args
    assert isinstance(content, dict)
    return content


def finished_job(place: Place) -> str:
    """Name the job that tells scoring about a game's end."""
    return f"scoring-game_finished-1-{place.game}"


def created_id(wanted: dict[str, Any]) -> str:
    """Say under which id the lobby is told that a game is there."""
    return f"game_created-1-{wanted['game']}"


def clock_entries(at: Bench, place: Place) -> list[Any]:
    """Give what is in a game's log because time was up."""
    return [entry for entry in at.log(place) if entry["by"] == "clock"]


def scheduled(client: Client, edition: str = ROME) -> list[str]:
    """Name the jobs of an edition that wait for their time."""
    names: list[str] = clock_queue(client, edition).scheduled_job_registry.get_job_ids()
    return names


def clock_queue(client: Client, edition: str = ROME) -> Queue:
    """Give the queue of the version of an edition that is served: it has the clocks."""
    return rules_queue(client, edition, VERSIONS[edition])


def make_due(client: Client, edition: str) -> None:
    """Let every job that waits for its time be due."""
    registry = clock_queue(client, edition).scheduled_job_registry
    if names := registry.get_job_ids():
        client.zadd(registry.key, dict.fromkeys(names, 1))


def failures(client: Client, edition: str = ROME) -> dict[str, str]:
    """Say of the jobs of an edition that have failed why they have."""
    found: dict[str, str] = {}
    for each in queues_of(client, {edition: VERSIONS[edition]}):
        names = each.failed_job_registry.get_job_ids()
        found |= {name: _reason(each.fetch_job(name)) for name in names}
    return found


def _reason(job: Job | None) -> str:
    result = job and job.latest_result()
    return str(result and result.exc_string)


def work_off(client: Client, desk: Desk, edition: str) -> None:
    """Do the jobs of an edition that wait or are due, as a worker does, until there are none."""
    work_at(desk)
    version = desk.rules.served.versions[edition]
    work_off_queues(client, *queues_of(client, {edition: version}))


@contextmanager
def requested(name: str) -> Iterator[None]:
    """Do something on behalf of a request, as the API does."""
    with structlog.contextvars.bound_contextvars(request_id=name):
        yield
