"""The tables that `make bench` prints and keeps, and the targets it holds them to."""

import platform
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.passenger import Travel
from benchmarks.playouts import Figures

PAGE = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- table -->", "<!-- end of the table -->"

TARGET = 4.0
"""Moves while python-chess makes one, in the family that has this target."""
TARGET_FAMILY = "gob-"
STATE_LIMIT = 6 * 1024
TRAVEL_TARGET = 6.0
TRAVEL_LIMIT = 1000
"""Times Dijkstra, and microseconds, for a movement of the passenger."""

PLAYOUTS = (
    "edition",
    "players",
    "turns/s",
    "times python-chess",
    "moves/s",
    "times python-chess",
    "games/s",
    "options/turn",
    "turns/s with consequences",
    "µs/apply",
    "µs/JSON round trip",
    "largest state, bytes",
)
TRAVELS = (
    "edition",
    "late boards",
    "outcomes/movement",
    "µs/movement",
    "slowest board, µs",
    "µs/Dijkstra",
    "times Dijkstra",
)


def render(rows: Sequence[Figures], travels: Sequence[Travel]) -> str:
    """Make both tables, with the yardstick, the machine and the date below."""
    chess = max(row.chess_moves_per_second for row in rows)
    date = datetime.now(UTC).date().isoformat()
    machine = f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    lines = [
        *_table(PLAYOUTS, [_playout(row) for row in rows]),
        "",
        *_table(TRAVELS, [_travel(row) for row in travels]),
        "",
        f"python-chess: {chess:,.0f} moves/s. {processor()}, {machine}, {date}.",
    ]
    return "\n".join(lines)


def _table(headings: Sequence[str], rows: list[list[str]]) -> Iterator[str]:
    yield "| " + " | ".join(headings) + " |"
    yield "|" + "---|" * len(headings)
    yield from ("| " + " | ".join(row) + " |" for row in rows)


def _playout(row: Figures) -> list[str]:
    return [
        row.edition,
        str(row.players),
        f"{row.turns_per_second:,.0f}",
        f"{row.turn_ratio:.1f}",
        f"{row.moves_per_second:,.0f}",
        f"{row.ratio:.1f}",
        f"{row.games_per_second:,.0f}",
        f"{row.options_per_turn:.1f}",
        f"{row.consequences_per_second:,.0f}",
        f"{row.apply_microseconds:.1f}",
        f"{row.json_microseconds:.0f}",
        f"{row.largest_state:,}",
    ]


def _travel(row: Travel) -> list[str]:
    return [
        row.edition,
        str(row.positions),
        f"{row.outcomes:.1f}",
        f"{row.microseconds:.0f}",
        f"{row.slowest:.0f}",
        f"{row.dijkstra_microseconds:.0f}",
        f"{row.ratio:.1f}",
    ]


def processor() -> str:
    """Name the processor, as far as the system tells."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or "unknown processor"
    names = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    return f"{names[0]}, {len(names)} cores" if names else "unknown processor"


def keep(tables: str) -> None:
    """Put the tables into the README, between its two marks."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{tables}\n{END}{after}", encoding="utf-8")


def misses(rows: Sequence[Figures], travels: Sequence[Travel]) -> list[str]:
    """Say which targets are missed."""
    return [
        *(
            f"{r.edition}, {r.players}: {r.ratio:.1f} times python-chess"
            for r in rows
            if r.edition.startswith(TARGET_FAMILY) and r.ratio < TARGET
        ),
        *(f"{r.edition}: {r.largest_state} bytes" for r in rows if r.largest_state > STATE_LIMIT),
        *(f"{t.edition}: {t.ratio:.1f} times Dijkstra" for t in travels if t.ratio > TRAVEL_TARGET),
        *(f"{t.edition}: {t.slowest:.0f} µs" for t in travels if t.slowest > TRAVEL_LIMIT),
    ]
