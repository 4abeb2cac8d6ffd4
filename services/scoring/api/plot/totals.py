"""How often each total was reached: a histogram with the median and the quartiles."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from services.plumbing.pictures.lettering import width
from services.plumbing.pictures.svg import Svg, box, group, join, path, title, words
from services.scoring.api.plot.drawing import (
    DASHED,
    SMALL,
    TOP,
    Document,
    heading,
    key,
    mark,
    note,
)
from services.scoring.api.plot.figures import amount, counted
from services.scoring.api.plot.palette import BAND, BAR, INK, MARK, QUIET, RULE
from services.scoring.api.plot.scale import Scale, round_step, rounded_up

MOST: Final = 40
"""Bars that can be told from each other."""
FEWEST: Final = 8
"""Bars there is room for at least, so that a single one is not a wall."""
FOOT: Final = 42
"""The room below the plot, for the axis and what it shows."""
SAMPLE: Final = "M0-7V7"


class Bin(NamedTuple):
    """Totals next to each other that are drawn as one bar."""

    first: int
    last: int
    seats: int

    def says(self) -> str:
        """Say what the bar shows."""
        one = amount(self.first) if self.first == self.last else ""
        values = one or f"{amount(self.first)} to {amount(self.last)}"
        return f"{values} points: {counted(self.seats, 'seat')}"


class Plot(NamedTuple):
    """Where points and seats lie."""

    across: Scale
    up: Scale
    step: int
    """Seats from a line to the next one."""


def draw_totals(scores: Document, room: float, high: float) -> Svg:
    """Draw the histogram of all totals; without any it says so."""
    if not scores["count"]:
        return join([heading("Totals"), note("No seat was left to be scored.", room)])
    bins = bins_of(scores["histogram"])
    plot = _plot(bins, room, high)
    return join(
        [
            heading("Totals"),
            _key(scores["quartiles"], room),
            _band(scores["quartiles"], plot),
            _seats_axis(plot),
            group(*(_bar(each, plot) for each in bins), fill=BAR),
            _points_axis(plot, bins[0]),
            _marks(scores["quartiles"], plot),
        ]
    )


def bins_of(histogram: Sequence[Document]) -> list[Bin]:
    """Put totals together until there are few enough bars; each begins at a round number."""
    values = [each["value"] for each in histogram]
    size = round_step(max(values) - min(values) + 1, MOST)
    together: Counter[int] = Counter()
    for each in histogram:
        together[each["value"] // size] += each["count"]
    return [Bin(at * size, (at + 1) * size - 1, together[at]) for at in sorted(together)]


def _plot(bins: Sequence[Bin], room: float, high: float) -> Plot:
    most = max(each.seats for each in bins)
    step = round_step(most, 4)
    top = rounded_up(most, step)
    low, last = bins[0].first - 0.5, bins[-1].last + 0.5
    more = max(0.0, FEWEST * (bins[0].last - bins[0].first + 1) - (last - low)) / 2
    left = width(amount(top), SMALL) + 8
    return Plot(
        Scale(low - more, last + more, left, room),
        Scale(0, top, high - FOOT, TOP + 8),
        step,
    )


def _key(quartiles: Sequence[float], room: float) -> Svg:
    lower, median, upper = map(amount, quartiles)
    return key(
        [
            (mark(SAMPLE, MARK), f"median {median}"),
            (mark(SAMPLE, INK, DASHED), f"quartiles {lower} and {upper}"),
        ],
        room,
    )


def _band(quartiles: Sequence[float], plot: Plot) -> Svg:
    lower, upper = plot.across.at(quartiles[0]), plot.across.at(quartiles[2])
    return box(lower, plot.up.end, upper - lower, plot.up.start - plot.up.end, fill=BAND)


def _seats_axis(plot: Plot) -> Svg:
    left, right = plot.across.start, plot.across.end
    parts = [words("seats", 0, TOP - 10, SMALL, fill=QUIET)]
    for tick in plot.up.ticks(plot.step):
        y = plot.up.at(tick)
        parts.append(path(f"M{left:.1f} {y:.1f}H{right:g}", stroke=RULE))
        parts.append(words(amount(tick), left - 6, y, SMALL, text_anchor="end", fill=QUIET))
    return join(parts)


def _bar(each: Bin, plot: Plot) -> Svg:
    left, right = plot.across.at(each.first - 0.5), plot.across.at(each.last + 0.5)
    top = plot.up.at(each.seats)
    drawn = box(left + 0.5, top, right - left - 1, plot.up.start - top)
    return group(title(each.says()), drawn)


def _points_axis(plot: Plot, first: Bin) -> Svg:
    left, right, y = plot.across.start, plot.across.end, plot.up.start
    parts = [path(f"M{left:.1f} {y:g}H{right:g}", stroke=INK)]
    for tick in plot.across.ticks(_points_step(plot.across)):
        x = plot.across.at(tick)
        parts.append(path(f"M{x:.1f} {y:g}v4", stroke=INK))
        parts.append(words(amount(tick), x, y + 15, SMALL, text_anchor="middle", fill=QUIET))
    size = first.last - first.first + 1
    unit = "points" if size == 1 else f"points, {amount(size)} to a bar"
    parts.append(words(unit, (left + right) / 2, y + 33, SMALL, text_anchor="middle", fill=QUIET))
    return join(parts)


def _points_step(across: Scale) -> int:
    """Give a step between numbers that leaves room to tell them apart."""
    widest = max(width(amount(round(each)), SMALL) for each in (across.low, across.high))
    return round_step(across.high - across.low, int((across.end - across.start) // (widest + 20)))


def _marks(quartiles: Sequence[float], plot: Plot) -> Svg:
    places = [plot.across.at(each) for each in quartiles]
    lower, median, upper = (f"M{x:.1f} {plot.up.end - 6:g}V{plot.up.start:g}" for x in places)
    names = ("lower quartile", "upper quartile", "median")
    drawn = (mark(lower, INK, DASHED), mark(upper, INK, DASHED), mark(median, MARK))
    values = (quartiles[0], quartiles[2], quartiles[1])
    return join(
        group(title(f"{name}: {amount(value)} points"), each)
        for name, value, each in zip(names, values, drawn, strict=True)
    )
