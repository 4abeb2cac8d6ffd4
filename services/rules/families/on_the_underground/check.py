"""What must be true of a city before anybody plays in it."""

from collections import Counter
from typing import TYPE_CHECKING, Final

from services.rules.core.content import Content
from services.rules.core.errors import EditionError
from services.rules.families.on_the_underground.network import (
    LANDMARK,
    PLAIN,
    TERMINUS,
    WATER,
    Network,
    Station,
)
from services.rules.families.on_the_underground.state import OPEN_CARDS

if TYPE_CHECKING:
    from services.rules.families.on_the_underground.edition import Edition

COLOURS: Final = {2: 4, 3: 3, 4: 2, 5: 2}
"""Number of players -> colours on a score tile (OTU-S2)."""
SECRETS: Final = 2
"""Secret objectives dealt to each seat (OTU-S6)."""
LANDMARKS_KEY: Final = "landmarks"
SECRETS_KEY: Final = "secret_objectives"
STATIONS: Final = 3
"""Stations of a secret objective (OTU-E3)."""


def check_edition(edition: "Edition", file: Content) -> None:
    """Check the parts of the file against each other; the first fault is an error."""
    _check_counts(edition, file.part("counts"))
    _check_tiles(edition, file)
    _check_cards(edition, file)
    _check_secrets(edition, file)
    _check_landmarks(edition, file)
    _check_stations(edition)
    _check_reachable(edition)


def _check_counts(edition: "Edition", counts: Content) -> None:
    """Compare what the lists hold with what the file says they should."""
    network = edition.network
    kinds = {kind: stations.bit_count() for kind, stations in network.kinds.items()}
    listed = {
        "stations": len(network.stations) - kinds[WATER],
        "icons": kinds[WATER],
        **{kind: number for kind, number in kinds.items() if kind not in (PLAIN, WATER)},
        "clusters": len(network.clusters),
        "connections": len(network.connections),
        "cards": len(edition.cards),
    }
    for what, number in listed.items():
        if number and counts.whole(what) != number:
            counts.fail(what, f"the file says {counts.whole(what)}, but {number} are listed")


def _check_tiles(edition: "Edition", file: Content) -> None:
    """Check that every seat of every table gets lines of its own (OTU-S2)."""
    for seats, tiles in edition.score_tiles.items():
        key = f"score_tiles.{seats}"
        if seats not in COLOURS:
            file.fail("players", f"expected some of {', '.join(map(str, COLOURS))} (OTU-S1)")
        if len(tiles) < seats:
            file.fail(key, f"{seats} players need as many tiles")
        if any(len(tile.split()) != COLOURS[seats] for tile in tiles):
            file.fail(key, f"expected {COLOURS[seats]} colours on each tile")
        colours = [colour for tile in tiles for colour in tile.split()]
        if len(set(colours)) != len(colours) or not set(colours) <= edition.tokens.keys():
            file.fail(key, "expected colours that have tokens, none of them twice")
    used = {colour for tiles in edition.score_tiles.values() for colour in " ".join(tiles).split()}
    for colour in edition.tokens:
        if colour not in used:
            file.fail(f"tokens.{colour}", "this colour is on no score tile")


def _check_cards(edition: "Edition", file: Content) -> None:
    if len(edition.cards) <= OPEN_CARDS:
        file.fail("stations", f"{len(edition.cards)} destination cards, but {OPEN_CARDS} lie open")
    if edition.icons >> edition.start & 1:
        file.fail("passenger_start", "an icon is no station")


def _check_secrets(edition: "Edition", file: Content) -> None:
    for card, stations in edition.secrets.items():
        key = f"secret_objectives.{card}"
        if stations.bit_count() != STATIONS or len(file.part(SECRETS_KEY).texts(card)) != STATIONS:
            file.fail(key, f"expected {STATIONS} different stations")
        if stations & edition.icons:
            file.fail(key, "an icon is no station")
        if list(edition.secrets.values()).count(stations) > 1:
            file.fail(key, "another card has the same stations")
    if file.has(SECRETS_KEY) and len(edition.secrets) < SECRETS * max(edition.players):
        file.fail(SECRETS_KEY, f"{SECRETS} are dealt to each of {max(edition.players)}")


def _check_landmarks(edition: "Edition", file: Content) -> None:
    tiles, stations = len(edition.landmark_tiles), len(edition.landmark_places)
    if file.has(LANDMARKS_KEY) and len(edition.landmark_types) < 2:
        file.fail(LANDMARKS_KEY, "a set has at least two types")
    if tiles != stations:
        reason = f"{tiles} tiles for {stations} landmark stations"
        file.fail(LANDMARKS_KEY if tiles else "stations", reason)


def _check_stations(edition: "Edition") -> None:
    network = edition.network
    names = Counter(station.name for station in network.stations)
    places = Counter(station.at for station in network.stations)
    width, height = edition.size
    for number, station in enumerate(network.stations):
        if not (0 <= station.at[0] <= width and 0 <= station.at[1] <= height):
            _fail(station, "at", f"off the map, which is {width:g} by {height:g}")
        if places[station.at] > 1:
            _fail(station, "at", "another station is at this place")
        if names[station.name] > 1:
            _fail(station, "name", "another station has this name")
        if station.cluster and network.clusters[station.cluster].bit_count() < 2:
            _fail(station, "cluster", f"no other station is in the cluster {station.cluster}")
        _check_kind(network, number, station)


def _check_kind(network: Network, number: int, station: Station) -> None:
    """Check what a station of its kind may not be or lead to."""
    neighbours = [network.stations[other] for _, _, other in network.roads[number]]
    if station.kind == WATER and (station.cards or station.cluster or len(neighbours) < 2):
        _fail(station, "", "an icon only joins connections: at least two, and no card or cluster")
    if station.kind in (TERMINUS, LANDMARK) and station.cards:
        _fail(station, "cards", f"destinations are stations of the other kinds, not {station.kind}")
    if station.kind == TERMINUS and any(other.kind == TERMINUS for other in neighbours):
        _fail(station, "", "two termini side by side: one token would be rewarded twice")


def _check_reachable(edition: "Edition") -> None:
    network = edition.network
    reached, frontier = 1 << edition.start, [edition.start]
    while frontier:
        for _, there, number in network.roads[frontier.pop()]:
            if not reached & there:
                reached |= there
                frontier.append(number)
    for number, station in enumerate(network.stations):
        if not reached >> number & 1:
            _fail(station, "", "cannot be reached from where the passenger starts")


def _fail(station: Station, key: str, reason: str) -> None:
    place = f"stations.{station.id}.{key}" if key else f"stations.{station.id}"
    raise EditionError(place, reason)
