"""What must be true of a city before anybody plays in it."""

from collections import Counter
from typing import TYPE_CHECKING, Final

from services.rules.core.content import Content
from services.rules.core.errors import EditionError
from services.rules.families.on_the_underground.network import (
    LANDMARK,
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
STATIONS: Final = 3
"""Stations of a secret objective (OTU-E3)."""


def check_edition(edition: "Edition", file: Content) -> None:
    """Check the parts of the file against each other; the first fault is an error."""
    _check_counts(edition, file.part("counts"))
    _check_tiles(edition, file)
    _check_cards(edition, file)
    _check_landmarks(edition, file)
    _check_stations(edition)
    _check_reachable(edition)


def _check_counts(edition: "Edition", counts: Content) -> None:
    """Compare what the lists hold with what the file says they should."""
    network = edition.network
    icons = network.kinds[WATER].bit_count()
    listed = {
        "stations": len(network.stations) - icons,
        "connections": len(network.connections),
        "cards": len(edition.cards),
    }
    if icons:
        listed["icons"] = icons
    for what, number in listed.items():
        if counts.whole(what) != number:
            counts.fail(what, f"the file says {counts.whole(what)}, but {number} are listed")


def _check_tiles(edition: "Edition", file: Content) -> None:
    """Check that every seat of every table gets lines of its own (OTU-S2)."""
    for seats, tiles in edition.score_tiles.items():
        key = f"score_tiles.{seats}"
        colours = [colour for tile in tiles for colour in tile.split()]
        if len(tiles) < seats:
            file.fail(key, f"{seats} players need as many tiles")
        if any(len(tile.split()) != COLOURS.get(seats) for tile in tiles):
            file.fail(key, f"expected {COLOURS.get(seats)} colours on each tile")
        if len(set(colours)) != len(colours) or not set(colours) <= edition.tokens.keys():
            file.fail(key, "expected colours that have tokens, none of them twice")


def _check_cards(edition: "Edition", file: Content) -> None:
    if len(edition.cards) <= OPEN_CARDS:
        file.fail("stations", f"{len(edition.cards)} destination cards, but {OPEN_CARDS} lie open")
    for card, stations in edition.secrets.items():
        if stations.bit_count() != STATIONS:
            file.fail(f"secret_objectives.{card}", f"expected {STATIONS} different stations")
    if 0 < len(edition.secrets) < SECRETS * max(edition.players):
        file.fail("secret_objectives", f"{SECRETS} are dealt to each of {max(edition.players)}")


def _check_landmarks(edition: "Edition", file: Content) -> None:
    tiles, stations = len(edition.landmark_tiles), len(edition.landmark_places)
    if tiles != stations:
        reason = f"{tiles} tiles for {stations} landmark stations"
        file.fail("landmarks" if tiles else "stations", reason)


def _check_stations(edition: "Edition") -> None:
    network = edition.network
    names = Counter(station.name for station in network.stations)
    for number, station in enumerate(network.stations):
        width, height = edition.size
        if not (0 <= station.at[0] <= width and 0 <= station.at[1] <= height):
            _fail(station, "at", f"off the map, which is {width:g} by {height:g}")
        if names[station.name] > 1:
            _fail(station, "name", "another station has this name")
        _check_kind(network, number, station)


def _check_kind(network: Network, number: int, station: Station) -> None:
    """Check what a station of its kind may not be or lead to."""
    neighbours = [network.stations[other] for _, _, other in network.roads[number]]
    if station.kind == WATER and (station.cards or station.cluster or len(neighbours) < 2):
        _fail(station, "", "an icon only joins connections: at least two, and no card or cluster")
    if station.kind in (TERMINUS, LANDMARK, WATER) and station.cards:
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
