"""The passenger's way: fewest empty track spaces, then fewest lines, then the player's choice.

A line is one connected piece, so whoever is on it can ride to any of its stations at no further
cost (OTU-X2). Hence the search goes from set of stations to set of stations: `bands[spaces][lines]`
holds the stations that cannot be reached with less. A line is boarded once, at the first set that
it touches; nothing is gained by boarding it later.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from services.rules.core.bits import members

Roads: TypeAlias = Sequence[Sequence[tuple[int, int, int]]]
"""Of each station, where it leads: the connection and the neighbour as bits, its number."""


class Ground(NamedTuple):
    """What the passenger moves on."""

    roads: Roads
    tracked: int
    """The connections with any token: these are ridden, the others walked (OTU-X3)."""
    lines: tuple[int, ...]
    """Of each line, its stations."""


class Outcome(NamedTuple):
    """A destination, and the lines that lead there."""

    destination: int
    lines: int


class Ride(NamedTuple):
    """A step of a path: from one station to another, on a line or on foot (None)."""

    line: int | None
    start: int
    end: int


class Search:
    """All best ways from a station to the nearest of some destinations (OTU-G2 to OTU-G4)."""

    def __init__(self, ground: Ground, start: int, goals: int) -> None:
        self._ground = ground
        self._start = start
        self._bands: list[list[int]] = []
        self._boarded: list[list[list[int]]] = []
        self._sets: dict[int, frozenset[int]] = {start: frozenset({0})}
        self.spaces, self.changes, self.reached = self._explore(goals)
        """Empty spaces and number of lines of the best ways, and the destinations they lead to."""

    def outcomes(self) -> list[Outcome]:
        """List every destination with every set of lines, in no particular order."""
        return [
            Outcome(station, lines)
            for station in members(self.reached)
            for lines in self._line_sets(station, self.spaces, self.changes)
        ]

    def path(self, outcome: Outcome) -> list[Ride]:
        """Find one way that has this outcome."""
        station, lines = outcome
        spaces, changes = self.spaces, self.changes
        rides: list[Ride] = []
        while spaces or changes:
            ride = self._last_ride(station, lines, spaces, changes)
            rides.append(ride)
            station = ride.start
            if ride.line is None:
                spaces -= 1
            else:
                changes -= 1
                lines ^= 1 << ride.line
        return rides[::-1]

    def _explore(self, goals: int) -> tuple[int, int, int]:
        waiting = [line for line, stations in enumerate(self._ground.lines) if stations]
        band, done = [1 << self._start], 0
        while any(band):
            boarded: list[list[int]] = []
            self._bands.append(band)
            self._boarded.append(boarded)
            changes = 0
            while changes < len(band):
                here = band[changes] = band[changes] & ~done
                if here & goals:
                    return len(self._bands) - 1, changes, here & goals
                done |= here
                boarded.append(self._board(here, waiting))
                self._ride(band, changes, boarded[-1], done)
                changes += 1
            band = self._walk(band)
        raise ValueError("no destination can be reached")

    def _board(self, here: int, waiting: list[int]) -> list[int]:
        """Board every line that can be boarded here for the first time."""
        boarded = [line for line in waiting if self._ground.lines[line] & here]
        for line in boarded:
            waiting.remove(line)
        return boarded

    def _ride(self, band: list[int], changes: int, boarded: list[int], done: int) -> None:
        """Reach the stations of lines just boarded, with one line more."""
        fresh = 0
        for line in boarded:
            fresh |= self._ground.lines[line]
        fresh &= ~done
        if fresh:
            if changes + 1 == len(band):
                band.append(fresh)
            else:
                band[changes + 1] |= fresh

    def _walk(self, band: list[int]) -> list[int]:
        """Reach the neighbours over connections without a token, with one empty space more."""
        roads, tracked, _ = self._ground
        after = []
        for here in band:
            there = 0
            for station in members(here):
                for road, neighbour, _ in roads[station]:
                    if not road & tracked:
                        there |= neighbour
            after.append(there)
        return after

    def _line_sets(self, station: int, spaces: int, changes: int) -> frozenset[int]:
        """Find the sets of lines with which a station is reached at its least cost."""
        known = self._sets.get(station)
        if known is None:
            found: set[int] = set()
            for line, start in self._arrivals(station, spaces, changes):
                earlier = self._line_sets(start, spaces, changes - 1)
                found.update(lines | 1 << line for lines in earlier)
            for start in self._approaches(station, spaces, changes):
                found |= self._line_sets(start, spaces - 1, changes)
            known = self._sets[station] = frozenset(found)
        return known

    def _last_ride(self, station: int, lines: int, spaces: int, changes: int) -> Ride:
        for line, start in self._arrivals(station, spaces, changes):
            if lines >> line & 1:
                earlier = self._line_sets(start, spaces, changes - 1)
                if lines ^ 1 << line in earlier:
                    return Ride(line, start, station)
        for start in self._approaches(station, spaces, changes):
            if lines in self._line_sets(start, spaces - 1, changes):
                return Ride(None, start, station)
        raise ValueError("this way was never found")

    def _arrivals(self, station: int, spaces: int, changes: int) -> list[tuple[int, int]]:
        """List the lines that lead here, each with the stations where it was boarded."""
        if not changes:
            return []
        reach, before = self._ground.lines, self._bands[spaces][changes - 1]
        return [
            (line, start)
            for line in self._boarded[spaces][changes - 1]
            if reach[line] >> station & 1
            for start in members(before & reach[line])
        ]

    def _approaches(self, station: int, spaces: int, changes: int) -> list[int]:
        """List the stations from where one walks here."""
        if not spaces or changes >= len(self._bands[spaces - 1]):
            return []
        before = self._bands[spaces - 1][changes]
        roads, tracked, _ = self._ground
        return [
            number
            for road, neighbour, number in roads[station]
            if not road & tracked and before & neighbour
        ]
