"""The tables that `make capacity` prints and keeps."""

from typing import Final

from benchmarks.capacity.figures import Figures, Games, Streams, Work
from benchmarks.report import place_and_date, table

MARK: Final = "capacity"
MIB: Final = 1024 * 1024
GAMES: Final = (
    "edition",
    "players",
    "moves/game",
    "games per CPU second",
    "moves per CPU second",
    "share of Valkey",
    "times the floor's POST",
    "KB in memory, half played",
    "KB in memory, finished",
    "KB in the log",
)
STREAMS: Final = (
    "streams on one process",
    "KB each",
    "p50, ms",
    "p99, ms",
    "events per CPU second",
)
WORK: Final = ("one worker", "per CPU second", "ms of CPU", "times plain RQ's job")
MEMORY: Final = ("process", "MiB (PSS)")


def render(figures: Figures) -> str:
    """Make the tables, with the machine, its load and the date below."""
    sizes = [[name, f"{size / MIB:.0f}"] for name, size in figures.memory.items()]
    begun, ended = figures.load
    lines = [
        *table(GAMES, [_game(each) for each in figures.games]),
        "",
        *table(STREAMS, [_stream(each) for each in figures.streams]),
        "",
        *table(WORK, [_work(each) for each in figures.work]),
        "",
        *table(MEMORY, sizes),
        "",
        f"A result takes {figures.result / 1000:.1f} KB in memory with what follows from it.",
        f"Load of the machine: {begun:.1f} at the beginning, {ended:.1f} at the end.",
        place_and_date(),
    ]
    return "\n".join(lines)


def _game(each: Games) -> list[str]:
    share = each.store_seconds / (each.seconds + each.store_seconds)
    return [
        each.edition,
        str(each.players),
        f"{each.moves / each.games:.0f}",
        f"{each.per_second:.2f}",
        f"{each.moves_per_second:.0f}",
        f"{share:.0%}",
        f"{each.times_floor:.1f}",
        *(f"{size / 1000:.1f}" for size in (each.running, each.finished, each.log)),
    ]


def _stream(each: Streams) -> list[str]:
    times = [f"{each.delay(share):.0f}" for share in (0.5, 0.99)]
    return [f"{each.streams:,}", f"{each.bytes / 1000:.1f}", *times, f"{1 / each.seconds:,.0f}"]


def _work(each: Work) -> list[str]:
    cost = each.seconds / each.number
    ratio = "" if each.floor is None else f"{cost / each.floor:.1f}"
    return [each.what, f"{each.per_second:,.1f}", f"{1000 * cost:.1f}", ratio]
