"""The table that `make strength` prints and keeps, and the demands it holds the bots to."""

from collections.abc import Sequence
from statistics import mean
from typing import Final

from benchmarks.report import place_and_date, table
from benchmarks.strength.matches import Match

MARK: Final = "strength"
HEADINGS: Final = (
    "edition",
    "seats",
    "levels",
    "pairs of games",
    "comparisons",
    "ahead",
    "95 % interval",
    "demanded",
    "points on average",
    "out of the game",
)


def render(matches: Sequence[Match], search_ms: float) -> str:
    """Make the table, with the time that `search` had, the machine and the date below."""
    rows = [_row(match) for match in matches]
    where = f"`search` thought {search_ms:.0f} ms of processor time a move. {place_and_date()}"
    return "\n".join([*table(HEADINGS, rows), "", where])


def misses(matches: Sequence[Match]) -> list[str]:
    """Say which demands are missed."""
    return [
        f"{each.edition}: {each.pairing.strong} is ahead of {each.pairing.weak} in "
        f"{each.share:.1%}, {each.pairing.demand:.0%} are demanded"
        for each in matches
        if each.share < each.pairing.demand
    ]


def _row(match: Match) -> list[str]:
    low, high = match.interval()
    strong, weak, demand = match.pairing
    return [
        match.edition,
        str(match.seats),
        f"{strong} : {weak}",
        str(len(match.pairs)),
        str(match.comparisons),
        f"{match.share:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{demand:.0%}",
        f"{_average(match, strong)} : {_average(match, weak)}",
        f"{_out(match, strong)} : {_out(match, weak)}",
    ]


def _average(match: Match, level: str) -> str:
    points = match.points.get(level)
    return f"{mean(points):.1f}" if points else "none"


def _out(match: Match, level: str) -> int:
    """Count the seats of a level that had no points: half of all seats are its own."""
    return len(match.pairs) * match.seats - len(match.points.get(level, ()))
