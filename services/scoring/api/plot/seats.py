"""Whether it matters where one sits: how often each seat wins, beside its fair share."""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from services.plumbing.pictures.svg import Svg, group, join, path, title, words
from services.scoring.api.plot.drawing import (
    AIR,
    DASHED,
    ROW,
    SMALL,
    TOP,
    Column,
    Document,
    Rows,
    heading,
    key,
    mark,
    room_of,
    rows_of,
)
from services.scoring.api.plot.figures import aligned_percent, amount, counted, fixed, percent
from services.scoring.api.plot.palette import BAR, INK, MARK, QUIET
from services.scoring.api.plot.scale import Scale, round_step, rounded_up

LABEL: Final = 52
FOOT: Final = 26
CERTAIN: Final = 1.96
"""Standard deviations to either side that hold 95 of 100 cases."""


def height_of(seats: Sequence[Document]) -> float:
    """Give the height of the drawing."""
    return TOP + len(seats) * ROW + FOOT


def draw_seats(seats: Sequence[Document], room: float, high: float) -> Svg:
    """Draw a bar for every seat and a line at the share that all would win if all were equal."""
    table, rows = _columns(seats), rows_of(len(seats), high - FOOT)
    scale = _scale(seats, LABEL, room - room_of(table) - AIR)
    return join(
        [
            heading("Seats: how often each wins"),
            _key(len(seats), room),
            rows.labels([f"Seat {each['seat']}" for each in seats], LABEL - 4),
            *(_bar(each, row, rows, scale) for row, each in enumerate(seats)),
            _axis(scale, rows.bottom),
            *(_interval(each, rows.middle(row), scale) for row, each in enumerate(seats)),
            _fair_share(scale.at(100 / len(seats)), rows),
            rows.columns(room, table),
        ]
    )


def interval(wins: int, games: int) -> tuple[float, float]:
    """Give the shares between which the chance to win lies, as sure as 95 to 5 (Wilson)."""
    rate, spread = wins / games, CERTAIN**2 / games
    middle = rate + spread / 2
    around = sqrt(spread * (rate * (1 - rate) + spread / 4))
    return max(0.0, (middle - around) / (1 + spread)), min(1.0, (middle + around) / (1 + spread))


def _columns(seats: Sequence[Document]) -> list[Column]:
    return [
        Column("win rate", [aligned_percent(each["win_rate"]) for each in seats]),
        Column("wins", [amount(each["wins"]) for each in seats]),
        Column("shared", [amount(each["shared_wins"]) for each in seats]),
        Column("mean rank", [fixed(each["mean_rank"], 2) for each in seats]),
    ]


def _scale(seats: Sequence[Document], start: float, end: float) -> Scale:
    """Make room for all that is drawn, in percent."""
    highest = max(interval(each["wins"], each["games"])[1] for each in seats)
    top = 100 * max(highest, 1 / len(seats))
    return Scale(0, min(100, rounded_up(top, round_step(top, 5))), start, end)


def _key(players: int, room: float) -> Svg:
    return key(
        [
            (mark("M0-7V7", MARK, DASHED), f"fair share {percent(1 / players)}"),
            (mark(_whisker(-7, 7, 0)), "95% interval of the win rate"),
        ],
        room,
    )


def _bar(seat: Document, row: int, rows: Rows, scale: Scale) -> Svg:
    wins, games = counted(seat["wins"], "win"), counted(seat["games"], "game")
    says = f"seat {seat['seat']}: {wins} in {games}"
    return rows.bar(row, scale.start, scale.at(100 * seat["win_rate"]), says, BAR)


def _interval(seat: Document, y: float, scale: Scale) -> Svg:
    low, high = interval(seat["wins"], seat["games"])
    says = f"seat {seat['seat']}: 95% interval {percent(low)} to {percent(high)}"
    drawn = mark(_whisker(scale.at(100 * low), scale.at(100 * high), y))
    return group(title(says), drawn)


def _whisker(low: float, high: float, y: float) -> str:
    ends = "".join(f"M{x:.1f} {y - 4:g}v8" for x in (low, high))
    return f"M{low:.1f} {y:g}H{high:.1f}{ends}"


def _axis(scale: Scale, y: float) -> Svg:
    parts = [path(f"M{scale.start:g} {TOP}V{y:g}H{scale.end:g}", stroke=INK, fill="none")]
    for share in (scale.low, scale.high):
        text = f"{amount(share)}%"
        parts.append(words(text, scale.at(share), y + 13, SMALL, text_anchor="middle", fill=QUIET))
    return join(parts)


def _fair_share(x: float, rows: Rows) -> Svg:
    drawn = mark(f"M{x:.1f} {TOP - 2:g}V{rows.bottom:g}", MARK, DASHED)
    return group(title(f"fair share: {percent(1 / rows.number)}"), drawn)
