"""What the games of an edition have in common: spreads, seats, zones."""

from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from clients.cli.api import Json
from clients.cli.rendering.listings import listing
from clients.cli.rendering.moves import some
from clients.cli.rendering.palette import plain_words

BARS: Final = " ▁▂▃▄▅▆▇█"
MOST: Final = 60


def show_statistics(statistics: Json) -> RenderableType:
    """Show everything, for each number of players."""
    games = statistics["games"]
    parts: list[RenderableType] = [Text(f"{statistics['edition']}: {some(games, 'game')}", "bold")]
    for each in statistics["by_players"]:
        if each["games"]:
            parts += [Text(), *_table_of(each)]
    return Group(*parts)


def _table_of(each: Json) -> list[RenderableType]:
    scores = each["scores"]
    title = Text(f"{each['players']} players, {some(each['games'], 'game')}", "bold")
    parts: list[RenderableType] = [title]
    if scores["count"]:
        low, middle, high = scores["quartiles"]
        spread = (
            f"{scores['min']} … {low} {middle} {high} … {scores['max']}, mean {scores['mean']:.1f}"
        )
        parts.append(Text(f"points  {spread}"))
        parts.append(Text(f"        {histogram(scores['histogram'])}", "cyan"))
    rates = {"out": each["elimination_rate"], "resigned": each["resignation_rate"]}
    parts.append(Text("  ".join(f"{name} {_percent(rate)}" for name, rate in rates.items())))
    return [*parts, Text(), _seats(each), Text(), _zones(each)]


def histogram(bars: list[Json]) -> str:
    """Draw how often each number came, as one line of blocks."""
    if not bars:
        return ""
    low, high = min(bar["value"] for bar in bars), max(bar["value"] for bar in bars)
    step = max(1, -(-(high - low + 1) // MOST))
    heights = [0] * ((high - low) // step + 1)
    for bar in bars:
        heights[(bar["value"] - low) // step] += bar["count"]
    top = max(heights)
    return "".join(BARS[-(-height * (len(BARS) - 1) // top)] for height in heights)


def _seats(each: Json) -> Table:
    rows = [
        (seat["seat"] + 1, seat["wins"], _percent(seat["win_rate"]), _number(seat["mean_rank"]))
        for seat in each["seats"]
    ]
    return listing(
        ("seat", "wins", "win rate", "mean rank"), rows, right=("wins", "win rate", "mean rank")
    )


def _zones(each: Json) -> Table:
    rows = [
        (plain_words(zone["zone"]), _number(zone["mean"]), _percent(zone["share"]))
        for zone in each["zones"]
    ]
    return listing(("zone", "points a sheet", "share"), rows, right=("points a sheet", "share"))


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.0%}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"
