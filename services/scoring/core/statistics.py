"""What many results have in common, as counters: whole numbers that are only ever added up.

Sums of whole numbers are exact and do not depend on the order, so counters that grow game by game
and counters that are made anew from all results are the same. Means and quartiles are made from
them when somebody asks. A counter is named `<players>:<what>`, as `2:total:17` or `3:seat:0:wins`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from services.scoring.core.rating import RESIGNED

ELIMINATED = "eliminated"

Counters = Mapping[str, int]
Histogram = Mapping[int, int]
"""How often each value was seen."""
Document = dict[str, Any]


def counters_of(result: Mapping[str, Any], moves: int) -> dict[str, int]:
    """Count one result, given as `GameResult.to_json` writes it."""
    counted: Counter[str] = Counter({"games": 1, f"moves:{moves}": 1})
    for seat in result["seats"]:
        counted[f"standing:{seat['standing']}"] += 1
        counted[f"seat:{seat['seat']}:ranks"] += seat["rank"]
        if seat["breakdown"] is not None:
            counted[f"total:{seat['total']}"] += 1
            for zone, points in seat["breakdown"].items():
                counted[f"zone:{zone}"] += points
    for seat in result["winners"]:
        counted[f"seat:{seat}:wins"] += 1
        counted[f"seat:{seat}:shared"] += len(result["winners"]) > 1
    return {f"{len(result['seats'])}:{name}": by for name, by in counted.items() if by}


def summary(counters: Counters, zones: Sequence[str]) -> list[Document]:
    """Describe what was counted, for every number of players that there were games of."""
    groups: dict[int, dict[str, int]] = {}
    for name, value in counters.items():
        players, _, what = name.partition(":")
        groups.setdefault(int(players), {})[what] = value
    return [_group(players, groups[players], zones) for players in sorted(groups)]


def mean(histogram: Histogram) -> float | None:
    """Give the mean; None of nothing."""
    number = sum(histogram.values())
    return _share(sum(value * times for value, times in histogram.items()), number)


def quartiles(histogram: Histogram) -> list[float] | None:
    """Give the three values that part a histogram in four; None of nothing.

    Between two values it is the way from one to the other that counts, the first value being at
    the very beginning and the last at the very end.
    """
    last = sum(histogram.values()) - 1
    if last < 0:
        return None
    return [_at(histogram, last * part, 4) for part in (1, 2, 3)]


def _group(players: int, counters: Counters, zones: Sequence[str]) -> Document:
    games = counters["games"]
    seats = games * players
    totals, moves = _histogram(counters, "total:"), _histogram(counters, "moves:")
    return {
        "players": players,
        "games": games,
        "scores": {**_spread(totals), "histogram": _listed(totals)},
        "seats": [_seat(counters, seat, games) for seat in range(players)],
        "zones": _zones(counters, zones, sum(totals.values())),
        "elimination_rate": _share(counters.get(f"standing:{ELIMINATED}", 0), seats),
        "resignation_rate": _share(counters.get(f"standing:{RESIGNED}", 0), seats),
        "moves": _spread(moves),
    }


def _spread(histogram: Histogram) -> Document:
    return {
        "count": sum(histogram.values()),
        "mean": mean(histogram),
        "min": min(histogram, default=None),
        "quartiles": quartiles(histogram),
        "max": max(histogram, default=None),
    }


def _seat(counters: Counters, seat: int, games: int) -> Document:
    """Describe what became of a seat: shared victories are victories, and counted apart too."""
    wins = counters.get(f"seat:{seat}:wins", 0)
    return {
        "seat": seat,
        "games": games,
        "wins": wins,
        "shared_wins": counters.get(f"seat:{seat}:shared", 0),
        "win_rate": _share(wins, games),
        "mean_rank": _share(counters.get(f"seat:{seat}:ranks", 0), games),
    }


def _zones(counters: Counters, zones: Sequence[str], sheets: int) -> list[Document]:
    """Describe what zones bring; their share is of all points, and may be less than nothing."""
    points = {zone: counters.get(f"zone:{zone}", 0) for zone in zones}
    together = sum(points.values())
    return [
        {
            "zone": zone,
            "points": points[zone],
            "mean": _share(points[zone], sheets),
            "share": _share(points[zone], together),
        }
        for zone in zones
    ]


def _histogram(counters: Counters, prefix: str) -> dict[int, int]:
    found = {
        int(name.removeprefix(prefix)): times
        for name, times in counters.items()
        if name.startswith(prefix)
    }
    return {value: found[value] for value in sorted(found)}


def _listed(histogram: Histogram) -> list[Document]:
    return [{"value": value, "count": count} for value, count in histogram.items()]


def _at(histogram: Histogram, place: int, parts: int) -> float:
    """Give the value at a place that is counted in parts of a step, from 0 on."""
    step, rest = divmod(place, parts)
    low, high = _nth(histogram, step), _nth(histogram, step + bool(rest))
    return (low * (parts - rest) + high * rest) / parts


def _nth(histogram: Histogram, number: int) -> int:
    for value in sorted(histogram):
        number -= histogram[value]
        if number < 0:
            return value
    raise IndexError(number)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
