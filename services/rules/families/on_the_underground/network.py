"""The network of a city: stations, water icons, and the connections between them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from services.rules.core.bits import bits, members
from services.rules.core.content import Content

PLAIN: Final = "plain"
RAIL: Final = "rail"
TERMINUS: Final = "terminus"
RER: Final = "rer"
LANDMARK: Final = "landmark"
WATER: Final = "water"
KINDS: Final = (PLAIN, RAIL, TERMINUS, RER, LANDMARK, WATER)
CLUSTER: Final = "cluster"

MOST_SPACES: Final = 9
ID: Final = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
BAR: Final = "|"
"""What stands between the two stations of a connection."""


class Station(NamedTuple):
    """A place that tracks meet at: a station, or the icon of a water crossing."""

    id: str
    name: str
    at: tuple[float, float]
    """Its place on the map: to the right, and down."""
    kind: str
    cards: int
    """How many destination cards name it."""
    cluster: str | None


class Connection(NamedTuple):
    """Parallel track spaces between two stations."""

    stations: tuple[str, str]
    """In alphabetical order."""
    spaces: int


@dataclass(frozen=True, eq=False, slots=True)
class Network:
    """Stations and connections by number, in the order of the file; sets of them are bits."""

    stations: tuple[Station, ...]
    connections: tuple[Connection, ...]
    numbers: Mapping[str, int]
    """Station id -> number."""
    between: Mapping[tuple[str, str], int]
    """Two station ids, in either order -> connection."""
    pairs: tuple[int, ...]
    """Of each connection, its two stations."""
    at: tuple[int, ...]
    """Of each station, its connections."""
    roads: tuple[tuple[tuple[int, int, int], ...], ...]
    """Of each station, where it leads: the connection and the neighbour as bits, its number."""
    kinds: Mapping[str, int]
    """The stations of each kind."""
    clusters: Mapping[str, int]
    """The stations of each cluster."""

    def touching(self, stations: int) -> int:
        """Give the connections of these stations."""
        found = 0
        for station in members(stations):
            found |= self.at[station]
        return found


def read_network(file: Content) -> Network:
    """Read stations and connections."""
    stations = _read_stations(file.part("stations"))
    numbers = {station.id: number for number, station in enumerate(stations)}
    return lay_out(stations, _read_connections(file.part("connections"), numbers))


def lay_out(stations: tuple[Station, ...], connections: tuple[Connection, ...]) -> Network:
    """Give stations and connections their numbers, and find out what lies at what."""
    numbers = {station.id: number for number, station in enumerate(stations)}
    pairs = tuple(bits(numbers[name] for name in each.stations) for each in connections)
    at = tuple(
        bits(number for number, pair in enumerate(pairs) if pair >> station & 1)
        for station in range(len(stations))
    )
    clusters = dict.fromkeys(each.cluster for each in stations if each.cluster)
    return Network(
        stations=stations,
        connections=connections,
        numbers=numbers,
        between={
            names: number
            for number, each in enumerate(connections)
            for names in (each.stations, (each.stations[1], each.stations[0]))
        },
        pairs=pairs,
        at=at,
        roads=tuple(_roads(pairs, station) for station in range(len(stations))),
        kinds={kind: _those(each.kind == kind for each in stations) for kind in KINDS},
        clusters={name: _those(each.cluster == name for each in stations) for name in clusters},
    )


def _roads(pairs: tuple[int, ...], station: int) -> tuple[tuple[int, int, int], ...]:
    here = 1 << station
    there = ((1 << number, pair ^ here) for number, pair in enumerate(pairs) if pair & here)
    return tuple((road, other, other.bit_length() - 1) for road, other in there)


def _those(wanted: Iterable[bool]) -> int:
    return bits(number for number, each in enumerate(wanted) if each)


def _read_stations(part: Content) -> tuple[Station, ...]:
    for name in part.names():
        if not ID.fullmatch(name):
            part.fail(name, "expected an id of small letters, digits and hyphens")
    return tuple(_read_station(name, part.part(name)) for name in part.names())


def _read_station(name: str, part: Content) -> Station:
    kind = part.text("kind") if part.has("kind") else PLAIN
    if kind not in KINDS:
        part.fail("kind", f"expected one of {', '.join(KINDS)}, found {kind}")
    return Station(
        id=name,
        name=part.text("name"),
        at=part.point("at"),
        kind=kind,
        cards=part.whole("cards") if part.has("cards") else 0,
        cluster=part.text("cluster") if part.has("cluster") else None,
    )


def _read_connections(part: Content, numbers: Mapping[str, int]) -> tuple[Connection, ...]:
    found: dict[tuple[str, str], Connection] = {}
    for key in part.names():
        first, _, second = (text.strip() for text in key.partition(BAR))
        if not {first, second} <= numbers.keys() or first == second:
            part.fail(key, f"expected two different stations with a {BAR} between them")
        names = (first, second) if first < second else (second, first)
        if names in found:
            part.fail(key, "these stations are connected twice")
        found[names] = Connection(names, part.whole(key, MOST_SPACES))
    return tuple(found.values())
