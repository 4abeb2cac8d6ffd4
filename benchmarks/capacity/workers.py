"""Workers: results that scoring takes, and turns of bots, for the time of their processors."""

from itertools import count
from pathlib import Path
from typing import Any, Final

import orjson

from benchmarks.api import games
from benchmarks.api.load import body_of, request
from benchmarks.api.measure import Bench
from benchmarks.capacity.figures import Work
from benchmarks.capacity.processes import Spent, family
from benchmarks.scoring import plain
from benchmarks.scoring.messages import Messages
from benchmarks.scoring.throughput import WORKER, do_nothing, take
from benchmarks.scoring.workers import WorkerProcess, working
from services.contracts.ids import BOTS_JOB, BOTS_QUEUE
from services.contracts.messages import YourTurn1
from services.plumbing.connections import Client
from services.plumbing.queues import Address, RqOutside, job_id, queue

BOTS: Final = "clients.bots.worker"
LEVELS: Final = ("random", "greedy", "search")
ADDRESSES: Final = {"your_turn.1": Address(BOTS_QUEUE, BOTS_JOB)}
NUMBERS: Final = count(1)


def measure_results(bench: Bench, url: str, folder: Path, jobs: int) -> tuple[Work, float]:
    """Measure results through a worker of scoring beside plain RQ; and the bytes of a result."""
    messages, client = Messages(bench.editions), bench.client
    with (
        working(WORKER, url, folder / "scoring.log") as ours,
        working(plain.__name__, url, folder / "plain.log") as theirs,
    ):
        take(client, ours, messages.make(jobs))
        do_nothing(client, theirs, jobs)
        made, begun, spent = messages.make(jobs), _used(client), Spent(family(ours.process.pid))
        take(client, ours, made)
        seconds = spent.seconds()
        grown = (_used(client) - begun) / jobs
        spent = Spent(family(theirs.process.pid))
        do_nothing(client, theirs, jobs)
        floor = spent.seconds() / jobs
    what = "results, stored and announced, by a worker of scoring"
    return Work(what, jobs, seconds, floor), grown


def measure_bots(bench: Bench, url: str, folder: Path, edition: str, turns: int) -> list[Work]:
    """Measure turns of bots of every level, played over HTTP by a worker of bots."""
    log = folder / "bots.log"
    with working(BOTS, url, log, BOTS_EDITIONS=edition, PYTHONUNBUFFERED="1") as worker:
        for level in LEVELS:
            _play(bench, worker, edition, level, 2)
        return [_measured(bench, worker, edition, level, turns) for level in LEVELS]


def _measured(bench: Bench, worker: WorkerProcess, edition: str, level: str, turns: int) -> Work:
    spent = Spent(family(worker.process.pid))
    _play(bench, worker, edition, level, turns)
    return Work(f"turns of `{level}`, {edition}", turns, spent.seconds())


def _play(bench: Bench, worker: WorkerProcess, edition: str, level: str, turns: int) -> None:
    """Let bots of a level play against each other, one turn after the other."""
    outside, path = RqOutside(bench.client, ADDRESSES), ""
    own = queue(bench.client, BOTS_QUEUE.format(edition=edition))
    done = own.finished_job_registry.key
    for _ in range(turns):
        shown = _shown(bench, path)
        if not shown["to_play"]:
            path = _created(bench, edition)
            shown = _shown(bench, path)
        message = _message(bench, edition, path, level, shown)
        text, id_ = orjson.dumps(message), job_id(own.name, message["id"])
        worker.seconds(
            lambda text=text: outside.send(text),  # type: ignore[misc]
            lambda id_=id_: bench.client.zscore(done, id_) is not None,  # type: ignore[misc]
        )


def _message(bench: Bench, edition: str, path: str, level: str, shown: dict[str, Any]) -> YourTurn1:
    """Write down what the lobby would send."""
    seat, number = shown["to_play"][0], next(NUMBERS)
    return YourTurn1(
        type="your_turn.1",
        id=f"your_turn-1-{number}",
        request_id=f"bench-{number}",
        at="2026-03-01T12:00:00.000Z",
        game=path.rpartition("/")[2],
        edition=edition,
        version=shown["version"],
        player=f"p{seat}",
        level=level,
        address=f"http://127.0.0.1:{bench.service}{path}",
        token=bench.tokens[seat],
    )


def _shown(bench: Bench, path: str) -> dict[str, Any]:
    """Look at a game; one that is not there yet has nobody to play."""
    found: dict[str, Any] = {"to_play": []}
    return orjson.loads(body_of(bench.service, request("GET", path))) if path else found


def _created(bench: Bench, edition: str) -> str:
    seats = bench.editions[edition].edition.players[0]
    sent = games.creation(edition, seats, bench.tokens[0], next(bench.seeds))
    made = orjson.loads(body_of(bench.service, sent))
    return f"{games.GAMES.format(edition)}/{made['id']}"


def _used(client: Client) -> int:
    """Give the bytes of whatever scoring keeps."""
    return sum(client.memory_usage(key, 0) for key in client.scan_iter("scoring:*", 1000))
