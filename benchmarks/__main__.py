"""Random playouts of every edition, with python-chess as the yardstick (`make bench`).

The machines are shared and noisy, so nothing here is an absolute promise: each edition is played in
slices that alternate with slices of python-chess, every slice is timed in the time of the process,
and the best slice of each counts. `--write` puts the table into benchmarks/README.md.
"""

import argparse
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.playouts import Figures, measure
from services.rules.editions import load_editions

TABLE = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- table -->", "<!-- end of the table -->"
TARGET = 4.0
STATE_LIMIT = 6 * 1024
HEADINGS = (
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


def main() -> int:
    """Measure, print, and say whether the targets are met."""
    arguments = argparse.ArgumentParser(prog="make bench", description=__doc__)
    arguments.add_argument("--slices", type=int, default=24, help="slices per table (default 24)")
    arguments.add_argument("--write", action="store_true", help="keep the table in the README")
    options = arguments.parse_args()
    editions = load_editions()
    rows = []
    for name in editions:
        for seats in editions[name].edition.players:
            print(f"measuring {name} with {seats} players ...", file=sys.stderr, flush=True)
            rows.append(measure(editions[name], seats, options.slices))
    table = render(rows)
    print(table)
    if options.write:
        keep(table)
    return 0 if met(rows) else 1


def render(rows: list[Figures]) -> str:
    """Make the table, with the yardstick, the machine and the date below."""
    lines = [
        "| " + " | ".join(HEADINGS) + " |",
        "|" + "---|" * len(HEADINGS),
        *("| " + " | ".join(cells(row)) + " |" for row in rows),
    ]
    chess = max(row.chess_moves_per_second for row in rows)
    date = datetime.now(UTC).date().isoformat()
    machine = f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    lines += ["", f"python-chess: {chess:,.0f} moves/s. {processor()}, {machine}, {date}."]
    return "\n".join(lines)


def cells(row: Figures) -> list[str]:
    """Write one row."""
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


def processor() -> str:
    """Name the processor, as far as the system tells."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or "unknown processor"
    names = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    return f"{names[0]}, {len(names)} cores" if names else "unknown processor"


def keep(table: str) -> None:
    """Put the table into the README, between its two marks."""
    before, _, rest = TABLE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    TABLE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


def met(rows: list[Figures]) -> bool:
    """Say which targets are missed."""
    missed = [f"{r.edition}, {r.players}: {r.ratio:.1f} times" for r in rows if r.ratio < TARGET]
    missed += [
        f"{r.edition}: {r.largest_state} bytes" for r in rows if r.largest_state > STATE_LIMIT
    ]
    for miss in missed:
        print(f"missed: {miss}", file=sys.stderr)
    return not missed


if __name__ == "__main__":
    sys.exit(main())
