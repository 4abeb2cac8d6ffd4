"""What is measured: slices of the floor and of the real operations take turns in one run."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, count, cycle, repeat
from typing import Any, Final, TypeAlias

import orjson

from benchmarks.api import games, load
from benchmarks.api.floor import SAMPLE
from benchmarks.api.load import Figures, request, run
from benchmarks.api.report import BESIDE, FLOOR, LEGAL, MOVES, UNCHANGED, VIEW
from services.rules.core.registry import Registry
from services.rules.store.keys import game_key
from services.rules.store.ports import Place

CONNECTIONS: Final = 16
GAMES_AT_ONCE: Final = 32
"""Games that are read from."""
WARM: Final = 3.0
"""Seconds that are not measured: processes lay out routes when they first need them."""
POLICIES: Final = ("always", "everysec", "no")
MANY: Final = 200
"""Games whose memory is measured; a thousand take five times as much."""

Kind: TypeAlias = tuple[int, list[Iterator[bytes]]]
"""A port, and the requests of every connection to it."""


@dataclass
class Bench:
    """Two servers on one Valkey, and who plays there."""

    editions: Registry
    service: int
    floor: int
    client: Any
    tokens: list[str]
    seconds: float
    slices: int
    seeds: Iterator[str] = field(default_factory=lambda: (f"bench-{at}" for at in count()))

    def play(self, edition: str, seats: int) -> games.Play:
        """Make a game, and know how it is played."""
        entry = self.editions[edition]
        return games.make(self.service, entry, seats, self.tokens, next(self.seeds))

    def moves(self, edition: str, seats: int, enough: int) -> list[Iterator[bytes]]:
        """Make games for every connection, with so many moves in all."""
        plays: list[games.Play] = []
        while sum(len(play.requests) for play in plays) < enough:
            plays.append(self.play(edition, seats))
        shares = [plays[at::CONNECTIONS] for at in range(CONNECTIONS)]
        return [chain.from_iterable(play.requests for play in share) for share in shares]

    def halfway(self, edition: str, seats: int) -> games.Play:
        """Make a game and play half of it."""
        play = self.play(edition, seats)
        half = len(play.requests) // 2
        for sent in play.requests[:half]:
            load.body_of(self.service, sent)
        return games.Play(play.path, play.requests[half:])


def compare(bench: Bench, edition: str, seats: int, rate: int) -> dict[str, Figures]:
    """Measure the operations of a table beside the floor; `rate` is more than can be reached."""
    plays = [bench.halfway(edition, seats) for _ in range(GAMES_AT_ONCE)]
    _put_samples(bench, edition, plays[0])
    moves = bench.moves(edition, seats, int(rate * (WARM + bench.seconds * bench.slices)))
    floors, reads = _floors(bench, edition, plays[0]), _reads(bench, plays)
    kinds: dict[str, Kind] = {
        FLOOR: (bench.floor, floors[FLOOR]),
        MOVES: (bench.service, moves),
    }
    for name, sources in reads.items():
        if beside := BESIDE.get(name):
            kinds[beside] = bench.floor, floors[beside]
        kinds[name] = bench.service, sources
    for port, sources in kinds.values():
        run(port, sources, WARM)
    found = {name: Figures() for name in kinds}
    for _ in range(bench.slices):
        for name, (port, sources) in kinds.items():
            found[name].add(run(port, sources, bench.seconds))
    return found


def create(bench: Bench, edition: str, seats: int) -> Figures:
    """Measure how fast games are created."""
    sent = games.creation(edition, seats, bench.tokens[0])
    return run(bench.service, [repeat(sent) for _ in range(CONNECTIONS)], bench.seconds)


def read_log(bench: Bench, edition: str, seats: int) -> tuple[int, Figures]:
    """Measure how fast the whole log of a finished game is read; and say how long it is."""
    play = bench.play(edition, seats)
    for sent in play.requests:
        load.body_of(bench.service, sent)
    sent = request("GET", f"{play.path}/events?limit=1000", bench.tokens[0])
    events = len(orjson.loads(load.body_of(bench.service, sent))["items"])
    sources = [repeat(sent) for _ in range(CONNECTIONS)]
    return events, run(bench.service, sources, bench.seconds)


def policies(bench: Bench, edition: str, seats: int, rate: int) -> dict[str, Figures]:
    """Measure moves with every policy of writing to disk, in turns."""
    enough = int(rate * bench.seconds * bench.slices * len(POLICIES))
    moves = bench.moves(edition, seats, enough)
    found = {policy: Figures() for policy in POLICIES}
    for _ in range(bench.slices):
        for policy in POLICIES:
            bench.client.config_set("appendfsync", policy)
            found[policy].add(run(bench.service, moves, bench.seconds))
    bench.client.config_set("appendfsync", POLICIES[0])
    return found


def memory(bench: Bench, edition: str, seats: int) -> tuple[float, float]:
    """Give the bytes that a new game takes in Redis, and those of a finished one."""
    begun = _used(bench)
    plays = [bench.play(edition, seats) for _ in range(MANY)]
    new = _used(bench)
    shares = [plays[at::CONNECTIONS] for at in range(CONNECTIONS)]
    sources = [chain.from_iterable(play.requests for play in share) for share in shares]
    run(bench.service, sources, 3600)
    return (new - begun) / MANY, (_used(bench) - begun) / MANY


def _used(bench: Bench) -> int:
    return int(bench.client.info("memory")["used_memory_dataset"])


def _put_samples(bench: Bench, edition: str, play: games.Play) -> None:
    """Let the floor read, write and answer what the service does."""
    view = load.body_of(bench.service, request("GET", play.path, bench.tokens[0]))
    answer = load.body_of(bench.service, play.requests.pop(0))
    bench.client.set(SAMPLE.format(edition, "view"), view)
    bench.client.set(SAMPLE.format(edition, "move"), answer)
    stored = bench.client.hget(game_key(Place(edition, play.path.rpartition("/")[2])), "state")
    bench.client.set(SAMPLE.format(edition, "state"), stored)


def _floors(bench: Bench, edition: str, play: games.Play) -> dict[str, list[Iterator[bytes]]]:
    """Write down what is asked of the floor: the same as of the service."""
    paths = [f"/floor/{edition}/{at}" for at in range(CONNECTIONS)]
    body, token = play.requests[0].partition(b"\r\n\r\n")[2], bench.tokens[0]
    return {
        FLOOR: _spread(request("POST", f"{path}/moves", token, body) for path in paths),
        BESIDE[UNCHANGED]: _spread(
            request("GET", path, token, If_None_Match="*") for path in paths
        ),
        BESIDE[VIEW]: _spread(request("GET", path, token) for path in paths),
    }


def _reads(bench: Bench, plays: list[games.Play]) -> dict[str, list[Iterator[bytes]]]:
    """Write down what is read of games: as it is, as it was known, and what may be done."""
    paths, token = [play.path for play in plays], bench.tokens[0]
    return {
        UNCHANGED: _spread(request("GET", path, token, If_None_Match="*") for path in paths),
        VIEW: _spread(request("GET", path, token) for path in paths),
        LEGAL: _spread(_question(bench, path) for path in paths),
    }


def _question(bench: Bench, path: str) -> bytes:
    """Ask for the legal moves of the one whose turn it is."""
    shown = orjson.loads(load.body_of(bench.service, request("GET", path)))
    return request("GET", f"{path}/legal-moves", bench.tokens[shown["to_play"][0]])


def _spread(sent: Iterable[bytes]) -> list[Iterator[bytes]]:
    """Spread requests over the connections, each again and again."""
    listed = list(sent)
    return [cycle(listed[at::CONNECTIONS]) for at in range(CONNECTIONS)]
