"""Landmark tiles: where they lie, who takes them, and the sets they make (OTU-B7, OTU-B8)."""

from typing import Final

from services.rules.core.bits import members
from services.rules.core.types import new
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.lines import BRANCH_COST
from services.rules.families.on_the_underground.network import LANDMARK
from services.rules.families.on_the_underground.state import Player, State

MOST_AT_ONCE: Final = 2
"""Tiles that one token may take: the first of a line touches two stations."""


def lying(edition: Edition, state: State) -> int:
    """Give the stations where a landmark tile lies: those that no line has come to yet."""
    stations = edition.network.kinds[LANDMARK]
    if stations:
        for line in state.lines:
            stations &= ~line.stations
    return stations


def types_at(edition: Edition, state: State, stations: int) -> list[str]:
    """Name the types of the tiles that still lie at these stations."""
    if not stations & edition.network.kinds[LANDMARK]:
        return []
    places, tiles = edition.landmark_places, state.setup.landmarks
    return [tiles[places[station]] for station in members(stations & lying(edition, state))]


def least_cost(player: Player) -> int:
    """Count the branch tiles that complete a set at the very least, whatever is taken first."""
    missing = player.landmarks.count(0) - MOST_AT_ONCE
    return BRANCH_COST * max(1, missing)


def replacing_cost(edition: Edition, player: Player, taken: list[str]) -> int:
    """Count the branch tiles that complete a set with these tiles; 0 if none are missing."""
    hand = zip(edition.landmark_types, player.landmarks, strict=True)
    return BRANCH_COST * sum(not tiles and name not in taken for name, tiles in hand)


def collected(
    edition: Edition, player: Player, taken: list[str], *, replacing: bool
) -> tuple[Player, int, tuple[str, ...]]:
    """Take tiles and score the sets they make; tell how many sets, and which types were replaced.

    A complete set is always scored; one with replaced types if the player says so (OTU-X4).
    """
    types = edition.landmark_types
    hand = [tiles + taken.count(name) for name, tiles in zip(types, player.landmarks, strict=True)]
    complete = min(hand)
    hand = [tiles - complete for tiles in hand]
    replaced: tuple[str, ...] = ()
    if replacing:
        replaced = tuple(name for name, tiles in zip(types, hand, strict=True) if not tiles)
        hand = [max(0, tiles - 1) for tiles in hand]
    sets = complete + replacing
    branch_tiles = player.branch_tiles - BRANCH_COST * len(replaced)
    values = (player.standing, branch_tiles, tuple(hand), player.sets + sets)
    return new(Player, values), sets, replaced
