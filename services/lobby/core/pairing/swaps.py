"""A draw becomes better by swaps: two players of different tables change places.

`near` of a table tells what each player of the field would cost, or costs, among those who sit
there. So a swap is weighed by a handful of additions.
"""

from collections.abc import Iterable
from random import Random
from typing import Final, NamedTuple

from services.lobby.core.pairing.weights import Groups, Weights

SHAKES: Final = 1000
"""How often a draw is shaken at most."""
EFFORT: Final = 40_000
"""How often with so many players: a shake takes the longer, the more there are."""


class Swap(NamedTuple):
    """Who change places, and by how much a draw becomes worse."""

    player: int
    other: int
    change: int


class Seating:
    """Who sits where."""

    def __init__(self, weights: Weights, groups: Groups, wanted: int) -> None:
        self._weights = weights
        self.groups = [list(group) for group in groups]
        self._at = {player: table for table, group in enumerate(groups) for player in group}
        self._near = [self._row(group, wanted) for group in groups]

    def weigh(self, player: int, other: int) -> Swap:
        """Tell what a swap of two would change; nothing if they sit together."""
        home, away = self._at[player], self._at[other]
        if home == away:
            return Swap(player, other, 0)
        here, there = self._near[home], self._near[away]
        change = there[player] - here[player] + here[other] - there[other]
        return Swap(player, other, change - 2 * self._weights.pairs[player][other])

    def best_swap(self, player: int) -> Swap:
        """Find the best swap for a player."""
        home = self._at[player]
        here, pairs = self._near[home], self._weights.pairs[player]
        best, least = player, 0
        for table, there in enumerate(self._near):
            base = there[player] - here[player]
            for other in self.groups[table] if table != home else ():
                change = base + here[other] - there[other] - 2 * pairs[other]
                if change < least:
                    best, least = other, change
        return Swap(player, best, least)

    def swap(self, player: int, other: int) -> list[int]:
        """Let two change places, if they do not sit together; name all at their tables."""
        home, away = self._at[player], self._at[other]
        if home == away:
            return self.groups[home]
        pairs = self._weights.pairs
        moved = [gone - come for gone, come in zip(pairs[player], pairs[other], strict=True)]
        self._near[home] = [a - b for a, b in zip(self._near[home], moved, strict=True)]
        self._near[away] = [a + b for a, b in zip(self._near[away], moved, strict=True)]
        here, there = self.groups[home], self.groups[away]
        here[here.index(player)], there[there.index(other)] = other, player
        self._at[player], self._at[other] = away, home
        return here + there

    def costly(self) -> list[int]:
        """List those who sit where it costs anything."""
        tables = zip(self._near, self.groups, strict=True)
        return [player for near, group in tables for player in group if near[player]]

    def _row(self, group: Iterable[int], wanted: int) -> list[int]:
        members = list(group)
        usual = len(members) == wanted
        row = [0] * len(self._weights.odd) if usual else list(self._weights.odd)
        for member in members:
            row = [a + b for a, b in zip(row, self._weights.pairs[member], strict=True)]
        return row


def improved(weights: Weights, groups: Groups, wanted: int, chance: Random) -> Groups:
    """Make good swaps until there are none left, shake the draw a little, and do so again.

    No single swap makes the result any better.
    """
    seating = Seating(weights, groups, wanted)
    players = [player for group in groups for player in group]
    chance.shuffle(players)
    _settle(seating, players)
    for _ in range(min(SHAKES, EFFORT // max(len(players), 1))):
        costly = seating.costly()
        if not costly:
            break
        _shake(seating, seating.weigh(chance.choice(costly), chance.choice(players)))
    return seating.groups


def _settle(seating: Seating, players: Iterable[int]) -> list[Swap]:
    """Make the best swaps of players, and of those whose tables they change."""
    waiting, done = dict.fromkeys(players), []
    while waiting:
        swap = seating.best_swap(waiting.popitem()[0])
        if swap.change < 0:
            waiting.update(dict.fromkeys(seating.swap(swap.player, swap.other)))
            done.append(swap)
    return done


def _shake(seating: Seating, swap: Swap) -> None:
    """Make a swap, good or bad, and those that follow; take all back if that was no good."""
    done = [swap, *_settle(seating, seating.swap(swap.player, swap.other))]
    if sum(each.change for each in done) > 0:
        for each in reversed(done):
            seating.swap(each.player, each.other)
