"""What waits for a line of On the Underground at each station, and along the ways it may go."""

from typing import Any, Final

from clients.bots.on_the_underground.points import Points
from services.rules.core.bits import members
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.network import LANDMARK, RAIL, RER, TERMINUS
from services.rules.families.on_the_underground.state import State

TILE: Final = 0.6
"""Points that a branch tile is worth."""
PATIENCE: Final = 0.7
"""What a reward is worth that is one token further away."""
STEPS: Final = 4
"""How many tokens ahead is looked."""
RIDDEN: Final = 0.2
"""What a destination card is worth to a line: for each destination of a turn, and once more."""
NEXT_CLUSTER: Final = 0.7
NEXT_ICON: Final = 0.7
FIRST_AT_RER: Final = 0.1
"""What is gained for later by something that brings nothing now."""
NEW_TYPE: Final = 1.5
OLD_TYPE: Final = 0.5
"""Landmark tiles: about a fifth of a set, or something for a later one."""
SECRET: Final = (0.1, 0.35, 1.0)
"""What part of a card a station is worth, by how many of its stations a line has already."""


class Outlook:
    """What a line would gain at each station; nothing where it has been."""

    def __init__(self, gains: list[float], near: list[list[tuple[int, int]]]) -> None:
        self.gains = gains
        self._near = near
        self._known: dict[tuple[int, int], float] = {}

    def beyond(self, here: int, been: int) -> float:
        """Say what lies ahead of a line that ends here, along the best way."""
        known = self._known.get((here, been))
        if known is None:
            known = self._known[here, been] = self._ahead(here, been, STEPS)
        return known

    def _ahead(self, here: int, been: int, steps: int) -> float:
        best = 0.0
        for there, bit in self._near[here]:
            if not been & bit:
                gain = self.gains[there]
                if steps > 1:
                    gain += self._ahead(there, been | bit, steps - 1)
                best = max(best, gain)
        return PATIENCE * best


class Prospects:
    """Works out outlooks in one game, and remembers them: a move changes one line of many."""

    def __init__(self, edition: Edition, points: Points) -> None:
        network = edition.network
        self._edition, self._points = edition, points
        self._near = [[(number, bit) for _, bit, number in roads] for roads in network.roads]
        ridden = RIDDEN * (1 + edition.visits)
        self._always = [ridden * station.cards for station in network.stations]
        _add(self._always, network.kinds[RAIL], points.rail)
        only = edition.reward_tiles[0] if len(edition.rewards) == 1 else 0
        _add(self._always, network.kinds[TERMINUS], max(points.rewards) + TILE * only)
        self._changing = network.kinds[RER] | network.kinds[LANDMARK]
        self._known: dict[tuple[Any, ...], Outlook] = {}

    def of(self, state: State, seat: int, at: int) -> Outlook:
        """Give the outlook of one of a seat's lines."""
        everywhere = 0
        for line in state.lines:
            everywhere |= line.stations
        stations, hand = state.lines[at].stations, state.players[seat].landmarks
        key = seat, stations, everywhere & self._changing, hand
        known = self._known.get(key)
        if known is None:
            gains = self._gains(state, seat, stations, everywhere)
            known = self._known[key] = Outlook(gains, self._near)
        return known

    def _gains(self, state: State, seat: int, stations: int, everywhere: int) -> list[float]:
        gains, kinds = self._always.copy(), self._edition.network.kinds
        self._add_clusters(gains, stations)
        self._add_water(gains, stations)
        _add(gains, kinds[RER] & everywhere, self._points.later)
        _add(gains, kinds[RER] & ~everywhere, FIRST_AT_RER)
        self._add_landmarks(gains, state, seat, everywhere)
        self._add_secrets(gains, state.setup.secrets[seat], stations)
        for station in members(stations):
            gains[station] = 0.0
        return gains

    def _add_clusters(self, gains: list[float], stations: int) -> None:
        """Add the clusters: each is worth more than the one before (OTU-B3)."""
        clusters = self._edition.network.clusters.values()
        new = [cluster for cluster in clusters if not cluster & stations]
        if new:
            gain = self._points.clusters[len(clusters) - len(new)]
            for cluster in new:
                _add(gains, cluster, gain + NEXT_CLUSTER * (len(new) > 1))

    def _add_water(self, gains: list[float], stations: int) -> None:
        """Add the water icons, as long as there is one to come that counts (OTU-B4)."""
        icons = self._edition.icons
        coming = self._points.water[(stations & icons).bit_count() :]
        if any(coming):
            _add(gains, icons, coming[0] or NEXT_ICON)

    def _add_landmarks(self, gains: list[float], state: State, seat: int, everywhere: int) -> None:
        """Add the tiles that lie on the board, by what they are for a set (OTU-B8)."""
        types = self._edition.landmark_types
        hand = dict(zip(types, state.players[seat].landmarks, strict=True))
        last = sum(not tiles for tiles in hand.values()) == 1
        for station, place in self._edition.landmark_places.items():
            if not everywhere >> station & 1:
                new = not hand[state.setup.landmarks[place]]
                gains[station] += (self._points.sets if last else NEW_TYPE) if new else OLD_TYPE

    def _add_secrets(self, gains: list[float], cards: tuple[str, ...], stations: int) -> None:
        for card in cards:
            wanted = self._edition.secrets[card]
            if wanted & ~stations:
                part = SECRET[(wanted & stations).bit_count()]
                _add(gains, wanted, part * self._points.cards[card])


def _add(gains: list[float], stations: int, gain: float) -> None:
    for station in members(stations):
        gains[station] += gain
