"""The passenger's best routes once more, found twice over from the words of OTU-G2 to OTU-G4.

`try_everything` follows every route there is, token by token, and is for small maps. `search` looks
at stations together with the lines used so far, and can be asked about a whole city. Neither knows
that a line is one piece: they ride from station to station, and change as often as they like.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from random import Random
from typing import Final, NamedTuple, TypeAlias

from hypothesis import strategies as st

COLOURS: Final = ("black", "blue", "gray", "green", "red")

Lines: TypeAlias = frozenset[str]
Map: TypeAlias = Mapping[int, Sequence["Link"]]
"""Station -> the connections there."""


class Link(NamedTuple):
    """A connection: the numbers of its stations, its track spaces, and whose tokens it holds."""

    stations: tuple[int, int]
    spaces: int
    tokens: Lines


class Arrival(NamedTuple):
    """Being at a station: empty spaces walked, number of lines, the station, the lines."""

    spaces: int
    changes: int
    station: int
    lines: Lines

    def onward(self, there: int, line: str | None) -> "Arrival":
        """Go on to a neighbour, on a line or on foot (None)."""
        lines = self.lines if line is None else self.lines | {line}
        return Arrival(self.spaces + (line is None), len(lines), there, lines)


class Best(NamedTuple):
    """The least that a destination costs, and every outcome that costs no more."""

    spaces: int
    changes: int
    outcomes: set[tuple[int, Lines]]
    """Destinations, each with lines that lead there."""


class Trip(NamedTuple):
    """A map, where the passenger stands, and the destinations."""

    links: tuple[Link, ...]
    start: int
    goals: set[int]


def try_everything(links: Sequence[Link], start: int, goals: set[int]) -> Best:
    """Follow every route that comes to no station twice, and keep the best."""
    routes = _routes(_map(links), (start,), Arrival(0, 0, start, frozenset()))
    return _best(each for each in routes if each.station in goals)


def search(links: Sequence[Link], start: int, goals: set[int]) -> Best:
    """Settle stations with sets of lines, the cheapest first, until no destination is as cheap.

    At a station a set of lines is of no use if a part of it was enough to come there as cheaply:
    whatever follows, the part would be enough again.
    """
    places, number = _map(links), 0
    waiting = [(0, 0, number, Arrival(0, 0, start, frozenset()))]
    settled: dict[int, list[Lines]] = {}
    found: list[Arrival] = []
    while waiting and not (found and waiting[0][:2] > found[0][:2]):
        here = heappop(waiting)[-1]
        known = settled.setdefault(here.station, [])
        if any(part <= here.lines for part in known):
            continue
        known.append(here.lines)
        if here.station in goals:
            found.append(here)
        for there in _onward(places, here):
            number += 1  # two entries are never compared further than to here
            heappush(waiting, (*there[:2], number, there))
    return _best(found)


@st.composite
def small_trips(draw: st.DrawFn) -> Trip:
    """Draw a map that hangs together, lines on it that do, and a passenger with a way to go."""
    chance = Random(draw(st.integers(0, 10**9)))  # noqa: S311
    size = chance.randint(2, 9)
    pairs = {(chance.randrange(max(0, there - 3), there), there) for there in range(1, size)}
    for _ in range(chance.randrange(4)):
        first, second = sorted(chance.sample(range(size), 2))
        pairs.add((first, second))
    roads = sorted(pairs)
    tracks = [_track(roads, chance) for _ in range(chance.randint(0, len(COLOURS)))]
    links = tuple(
        Link(
            road,
            chance.randint(1, 3),
            frozenset(COLOURS[at] for at, track in enumerate(tracks) if road in track),
        )
        for road in roads
    )
    start, *others = chance.sample(range(size), size)
    return Trip(links, start, set(others[: chance.randint(1, 2)]))


def _map(links: Sequence[Link]) -> Map:
    stations = {at for link in links for at in link.stations}
    return {at: [link for link in links if at in link.stations] for at in stations}


def _routes(places: Map, route: tuple[int, ...], here: Arrival) -> Iterator[Arrival]:
    """Give the end of a route and of all that go on from there."""
    yield here
    for there in _onward(places, here):
        if there.station not in route:
            yield from _routes(places, (*route, there.station), there)


def _onward(places: Map, here: Arrival) -> Iterator[Arrival]:
    """Ride any line that has a token on a connection, or walk over an empty space (OTU-X3)."""
    for link in places[here.station]:
        there = sum(link.stations) - here.station
        yield from (here.onward(there, line) for line in sorted(link.tokens))
        if len(link.tokens) < link.spaces:
            yield here.onward(there, None)


def _best(arrivals: Iterable[Arrival]) -> Best:
    """Keep the fewest empty spaces, and of those the fewest lines (OTU-G2, OTU-G3)."""
    found = list(arrivals)
    least = min(each[:2] for each in found)
    return Best(*least, {each[2:] for each in found if each[:2] == least})


def _track(roads: list[tuple[int, int]], chance: Random) -> set[tuple[int, int]]:
    """Build a line: a connection, and a few others that touch what there is."""
    track = {chance.choice(roads)}
    for _ in range(chance.randrange(3)):
        reached = {end for road in track for end in road}
        onward = [road for road in roads if road not in track and {*road} & reached]
        track |= {chance.choice(onward)} if onward else set()
    return track
