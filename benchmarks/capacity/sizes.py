"""The memory of every kind of process, started as it is deployed and left alone for a moment."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from benchmarks.api.servers import served
from benchmarks.capacity.processes import memory, ours
from benchmarks.scoring.workers import working
from services.plumbing.connections import connect
from services.plumbing.http.numbers import WORKERS

SETTLE: Final = 1.0
WAIT: Final = 60.0
ONE: Final = "gob-rome"
APIS: Final = {
    "rules, API of one city": ("services.rules.api:create_app()", {"RULES_EDITIONS": ONE}),
    "rules, API of all cities": ("services.rules.api:create_app()", {}),
    "scoring, API": ("services.scoring.api:create_app()", {}),
    "lobby, API": ("services.lobby.api:create_app()", {}),
}
OTHERS: Final = {
    "rules, worker of one city": ("services.rules.worker", {"RULES_EDITIONS": ONE}, f"rules.{ONE}"),
    "scoring, worker": ("services.scoring.worker", {}, "scoring"),
    "lobby, worker": ("services.lobby.worker", {}, "lobby"),
    "bots, worker of one city": ("clients.bots.worker", {"BOTS_EDITIONS": ONE}, f"bots.{ONE}"),
}


def measure_memory(url: str, folder: Path, keys: Path) -> dict[str, int]:
    """Start one after the other, with one process that answers, and read their memory."""
    named = {"LOBBY_KEYS": str(keys.parent)}
    found = {}
    for name, (app, more) in APIS.items():
        log = folder / "size.log"
        found[name] = _size(served(app, url, keys, log, workers=1, **named, **more), app)
    for name, (module, settings, queue) in OTHERS.items():
        found[name] = _size(_worker(module, url, folder, {**named, **settings}, queue), module)
    return found


def _size(running: AbstractContextManager[object], word: str) -> int:
    others = ours(word)
    with running:
        sleep(SETTLE)
        return memory(ours(word) - others)


@contextmanager
def _worker(
    module: str, url: str, folder: Path, settings: dict[str, str], queue: str
) -> Iterator[None]:
    """Run a worker that waits for jobs."""
    client, until = connect(url), monotonic() + WAIT
    client.delete(WORKERS.format(queue))
    with working(module, url, folder / "size.log", **settings) as worker:
        _wait(lambda: worker.process.poll() is None and client.scard(WORKERS.format(queue)), until)
        yield


def _wait(sign: Callable[[], object], until: float) -> None:
    while not sign():
        if monotonic() > until:
            raise TimeoutError("a worker does not begin")
        sleep(0.05)
