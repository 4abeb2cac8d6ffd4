"""The tables that `make bench` prints and keeps, and the targets it holds them to."""

import platform
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.passenger import Travel
from benchmarks.playouts import Figures

PAGE = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- {} -->", "<!-- end of {} -->"
MARK = "table"

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
    lines = [
        *table(PLAYOUTS, [_playout(row) for row in rows]),
        "",
        *table(TRAVELS, [_travel(row) for row in travels]),
        "",
        f"python-chess: {chess:,.0f} moves/s. {place_and_date()}",
    ]
    return "\n".join(lines)


def table(headings: Sequence[str], rows: list[list[str]]) -> Iterator[str]:
    """Write a table for Markdown."""
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


def place_and_date() -> str:
    """Say on which machine something was measured, and when."""
    system = f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    return f"{processor()}, {system}, {datetime.now(UTC).date().isoformat()}."


def processor() -> str:
    """Name the processor, as far as the system tells."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or "unknown processor"
    names = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    return f"{names[0]}, {len(names)} cores" if names else "unknown processor"


def keep(tables: str, mark: str = MARK) -> None:
    """Put tables into the README, between their two marks."""
    begin, end = BEGIN.format(mark), END.format(mark)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    PAGE.write_text(f"{before}{begin}\n{tables}\n{end}{after}", encoding="utf-8")


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
