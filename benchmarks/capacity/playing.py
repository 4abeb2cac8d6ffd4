"""Whole games over HTTP: what they cost the processes that answer, and what they leave behind."""

from collections.abc import Iterator
from itertools import chain, repeat
from typing import Final

from benchmarks.api import games
from benchmarks.api.floor import SAMPLE
from benchmarks.api.load import body_of, request, run
from benchmarks.api.measure import CONNECTIONS, Bench
from benchmarks.api.servers import FLOOR, SERVICE
from benchmarks.capacity.figures import Games
from benchmarks.capacity.processes import Spent, ours
from services.rules.core.registry import Entry
from services.rules.store.keys import game_key, log_key
from services.rules.store.ports import Place

WARM: Final = 2
"""Games that are not measured: processes lay out routes when they first need them."""
LONG: Final = 3600.0
POSTS: Final = 400
"""Requests to the floor."""


def measure_games(bench: Bench, edition: str, seats: int, number: int) -> Games:
    """Measure games of a table, and the floor with bodies of the same size."""
    entry = bench.editions[edition]
    _play(bench, entry, seats, WARM)
    half = [bench.halfway(edition, seats) for _ in range(WARM)]
    running = sum(_bytes(bench, edition, play.path) for play in half) / len(half)
    web, store = Spent(ours(SERVICE)), Spent(ours("valkey-server"))
    bench.client.config_set("auto-aof-rewrite-percentage", 0)  # a log made anew would be shorter
    begun = _log(bench)
    plays = _play(bench, entry, seats, number)
    log, seconds, store_seconds = (_log(bench) - begun) / number, web.seconds(), store.seconds()
    finished = sum(_bytes(bench, edition, play.path) for play in plays) / number
    moves = sum(len(play.requests) for play in plays)
    floor = _floor(bench, edition, half[0])
    return Games(
        *(edition, seats, number, moves, seconds, store_seconds, floor, running, finished, log)
    )


def _play(bench: Bench, entry: Entry, seats: int, number: int) -> list[games.Play]:
    """Create games and play them to their ends; before each move the legal ones are asked for."""
    plays = [bench.play(entry.edition.id, seats) for _ in range(number)]
    shares = [plays[at::CONNECTIONS] for at in range(min(CONNECTIONS, number))]
    sources = [chain.from_iterable(map(_requests, share)) for share in shares]
    figures = run(bench.service, sources, LONG)
    if {*figures.statuses} - {200, 201}:
        raise RuntimeError(f"games were answered with {dict(figures.statuses)}")
    return plays


def _requests(play: games.Play) -> Iterator[bytes]:
    """Ask for the legal moves with the token of whoever moves then, and move."""
    for move in play.requests:
        token = move.partition(b"Authorization: Bearer ")[2].partition(b"\r\n")[0].decode()
        yield request("GET", f"{play.path}/legal-moves", token)
        yield move


def _floor(bench: Bench, edition: str, play: games.Play) -> float:
    """Give the seconds that a POST costs the floor, with what this table reads and writes."""
    view = body_of(bench.service, request("GET", play.path, bench.tokens[0]))
    moved = body_of(bench.service, play.requests[0])
    state = bench.client.hget(game_key(_place(edition, play.path)), "state")
    for name, value in (("view", view), ("move", moved), ("state", state)):
        bench.client.set(SAMPLE.format(edition, name), value)
    body = play.requests[0].partition(b"\r\n\r\n")[2]
    sent = request("POST", f"/floor/{edition}/capacity/moves", bench.tokens[0], body)
    _post(bench, sent, 1)
    web, store = Spent(ours(FLOOR)), Spent(ours("valkey-server"))
    number = _post(bench, sent, POSTS // CONNECTIONS)
    return (web.seconds() + store.seconds()) / number


def _post(bench: Bench, sent: bytes, times: int) -> int:
    """Send a request to the floor, so often on every connection; give how often in all."""
    run(bench.floor, [repeat(sent, times) for _ in range(CONNECTIONS)], LONG)
    return times * CONNECTIONS


def _bytes(bench: Bench, edition: str, path: str) -> int:
    """Give the bytes that a game takes in memory."""
    place = _place(edition, path)
    return sum(bench.client.memory_usage(key, 0) for key in (game_key(place), log_key(place)))


def _log(bench: Bench) -> int:
    return int(bench.client.info("persistence")["aof_current_size"])


def _place(edition: str, path: str) -> Place:
    return Place(edition, path.rpartition("/")[2])
