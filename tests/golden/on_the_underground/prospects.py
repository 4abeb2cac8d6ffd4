"""What a greedy seat looks forward to: how near its lines are to the next reward.

Distances are those of the map, whoever has built there. The weights are of no deeper meaning: with
them games become lively, and every zone of every city comes to count.
"""

from functools import cache
from typing import Any, Final

from services.rules.core.bits import members
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.network import LANDMARK, RAIL, RER, TERMINUS
from services.rules.families.on_the_underground.state import Line, State

STEP: Final = 2
"""What a step nearer is worth; a point is worth ten."""
LANDMARK_TYPE: Final = 8
ICON: Final = 4
ICONS: Final = 3
"""The icon for which a line gets points (OTU-B4)."""
ENOUGH: Final = 4
"""Branch tiles of which no more are wanted."""
FAR: Final = 30
"""How far everything is from a seat without track."""


def prospects(edition: Edition, state: State, seat: int) -> int:
    """Weigh what a seat has to look forward to."""
    player, lines = state.players[seat], [state.lines[at] for at in state.own(seat)]
    begun = [line for line in lines if line.track]
    steps = sum(_steps_to_reward(edition, state, line) for line in begun)
    steps += sum(_steps_to_secret(edition, begun, card) for card in state.setup.secrets[seat])
    icons = sum(min(ICONS, (line.stations & edition.icons).bit_count()) for line in begun)
    types = sum(tiles > 0 for tiles in player.landmarks)
    held = min(ENOUGH, player.branch_tiles)
    return held + LANDMARK_TYPE * types + ICON * icons - STEP * steps


def _steps_to_reward(edition: Edition, state: State, line: Line) -> int:
    """Count the steps from an end of a line to the nearest place that rewards it."""
    places = _rewarding(edition, state, line)
    ends = members(line.ends or line.stations)
    return min(_steps(edition, end, places) for end in ends) if places else 0


def _rewarding(edition: Edition, state: State, line: Line) -> int:
    network, reached = edition.network, 0
    for each in state.lines:
        reached |= each.stations
    places = network.kinds[TERMINUS] | network.kinds[RAIL]
    places |= network.kinds[RER] & reached | network.kinds[LANDMARK] & ~reached
    for cluster in network.clusters.values():
        if not cluster & line.stations:
            places |= cluster
    return places & ~line.stations


def _steps_to_secret(edition: Edition, begun: list[Line], card: str) -> int:
    """Count the steps from the nearest line to all stations of a secret objective."""
    stations = list(members(edition.secrets[card]))
    ways = [sum(_steps(edition, each, line.stations) for each in stations) for line in begun]
    return min(ways, default=FAR)


def _steps(edition: Edition, station: int, goals: int) -> int:
    """Count the steps from a station to the nearest of some others."""
    circles = _circles(edition)[station]
    return next(steps for steps, circle in enumerate(circles) if circle & goals)


@cache
def _circles(edition: Any) -> list[list[int]]:
    """Find, for every station, the stations within 0 steps, within 1 step, and so on."""
    every = (1 << len(edition.network.stations)) - 1
    found = []
    for station in range(len(edition.network.stations)):
        circles = [1 << station]
        while circles[-1] != every:
            circles.append(_wider(edition, circles[-1]))
        found.append(circles)
    return found


def _wider(edition: Edition, circle: int) -> int:
    for station in members(circle):
        for _, neighbour, _ in edition.network.roads[station]:
            circle |= neighbour
    return circle
