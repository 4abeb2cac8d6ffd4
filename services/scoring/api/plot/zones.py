"""Where points come from: what each zone brings a seat."""

from collections.abc import Sequence
from typing import Final

from services.plumbing.pictures.lettering import clean, width
from services.plumbing.pictures.svg import Svg, join, path
from services.scoring.api.plot.drawing import (
    AIR,
    ROW,
    TEXT,
    TOP,
    Column,
    Document,
    Rows,
    heading,
    note,
    room_of,
    rows_of,
)
from services.scoring.api.plot.figures import aligned_percent, fixed
from services.scoring.api.plot.palette import BAR, INK, MARK
from services.scoring.api.plot.scale import Scale

LONGEST: Final = 130
"""The room for the name of a zone."""
FOOT: Final = 8


def height_of(zones: Sequence[Document]) -> float:
    """Give the height of the drawing."""
    return TOP + len(zones) * ROW + FOOT


def draw_zones(zones: Sequence[Document], room: float, high: float) -> Svg:
    """Draw a bar for the mean of every zone, to the left if it costs more than it brings."""
    name = heading("Zones: mean points of a seat")
    if all(each["mean"] is None for each in zones):
        return join([name, note("No seat was left to be scored.", room)])
    names, table = [_name(each) for each in zones], _columns(zones)
    rows = rows_of(len(zones), high - FOOT)
    label = min(LONGEST, max(width(each, TEXT) for each in names)) + 8
    scale = _scale(zones, label, room - room_of(table) - AIR)
    return join(
        [
            name,
            rows.labels(names, label - 8),
            *(_bar(each, row, rows, scale) for row, each in enumerate(zones)),
            path(f"M{scale.at(0):.1f} {TOP}V{rows.bottom:g}", stroke=INK),
            rows.columns(room, table),
        ]
    )


def _name(zone: Document) -> str:
    return clean(zone["zone"]).replace("_", " ")


def _columns(zones: Sequence[Document]) -> list[Column]:
    return [
        Column("mean", [fixed(each["mean"]) for each in zones]),
        Column("share", [aligned_percent(each["share"]) for each in zones]),
    ]


def _scale(zones: Sequence[Document], start: float, end: float) -> Scale:
    """Make room for every mean and for nothing; if all are nothing, for one point."""
    means = [0.0, *(each["mean"] for each in zones)]
    low, high = min(means), max(means)
    return Scale(low, high if high > low else 1.0, start, end)


def _bar(zone: Document, row: int, rows: Rows, scale: Scale) -> Svg:
    says = f"{_name(zone)}: {fixed(zone['mean'], 2)} points"
    fill = BAR if zone["mean"] >= 0 else MARK
    return rows.bar(row, scale.at(0), scale.at(zone["mean"]), says, fill)
