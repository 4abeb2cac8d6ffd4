"""A city: network, tokens and cards, read strictly from the content of its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.rules.core.bits import bits, members
from services.rules.core.content import Content
from services.rules.core.seats import read_players
from services.rules.core.types import Json
from services.rules.families.on_the_underground.check import check_edition
from services.rules.families.on_the_underground.moves import PlaceTrack
from services.rules.families.on_the_underground.network import (
    LANDMARK,
    TERMINUS,
    WATER,
    Network,
    read_network,
)
from services.rules.families.on_the_underground.state import OPEN_CARDS

FAMILY: Final = "on-the-underground"


@dataclass(frozen=True, eq=False, slots=True)
class Edition:
    """Everything the rules know of a city."""

    id: str
    name: str
    version: int
    players: tuple[int, ...]
    size: tuple[float, float]
    """The map: to the right, and down."""
    network: Network
    start: int
    """The station where the passenger starts."""
    visits: int
    """Destinations that the passenger goes to in a turn (OTU-G1)."""
    overbuilding: bool
    """Whether branch tiles open a closed connection (OTU-P5)."""
    rewards: tuple[str, ...]
    """What may be taken at a terminus; one reward leaves no choice (OTU-B2, OTU-B6)."""
    reward_tiles: tuple[int, ...]
    """The branch tiles that come with each of them."""
    tokens: Mapping[str, int]
    """Colour -> track tokens."""
    score_tiles: Mapping[int, tuple[str, ...]]
    """Number of players -> the tiles to draw from, each a list of colours."""
    landmark_types: tuple[str, ...]
    landmark_tiles: tuple[str, ...]
    """All landmark tiles by type."""
    landmark_places: Mapping[int, int]
    """Landmark station -> its place among them."""
    secrets: Mapping[str, int]
    """Secret objective -> its stations."""
    cards: tuple[str, ...]
    """The destination cards, each named by its station."""
    icons: int
    """The stations that are water icons."""
    wet: int
    """The connections at water icons."""
    placements: Mapping[str, tuple[PlaceTrack, ...]]
    """Colour -> the plain placement on each connection."""
    rewarded: Mapping[str, Mapping[int, tuple[PlaceTrack, ...]]]
    """Colour -> connection at a terminus -> a placement for each reward, if there is a choice."""

    def reward_at(self, name: str | None) -> int:
        """Give the place of a reward; without a choice it is the only one."""
        return self.rewards.index(name) if name else 0


def load_edition(content: Mapping[str, Json]) -> Edition:
    """Read a city; the first thing that is wrong with it is an `EditionError`."""
    file = Content(content)
    if file.text("family") != FAMILY:
        file.fail("family", f"expected {FAMILY}")
    edition = _read(file)
    check_edition(edition, file)
    file.finish()
    return edition


def _read(file: Content) -> Edition:
    network = read_network(file)
    rewards, tokens, landmarks = _rewards(file), _tokens(file), _landmarks(file)
    players = read_players(file)
    places = [number for number, each in enumerate(network.stations) if each.kind == LANDMARK]
    return Edition(
        id=file.text("id"),
        name=file.text("name"),
        version=file.whole("version"),
        players=players,
        size=file.point("size"),
        network=network,
        start=_station(file, network, "passenger_start"),
        visits=file.whole("destinations_per_turn", OPEN_CARDS),
        overbuilding=file.flag("overbuilding"),
        rewards=tuple(rewards),
        reward_tiles=tuple(rewards.values()),
        tokens=tokens,
        score_tiles=_score_tiles(file, players),
        landmark_types=tuple(landmarks),
        landmark_tiles=tuple(name for name, tiles in landmarks.items() for _ in range(tiles)),
        landmark_places={station: place for place, station in enumerate(places)},
        secrets=_secrets(file, network),
        cards=tuple(each.id for each in network.stations for _ in range(each.cards)),
        icons=network.kinds[WATER],
        wet=network.touching(network.kinds[WATER]),
        placements={
            colour: tuple(PlaceTrack(colour, *each.stations) for each in network.connections)
            for colour in tokens
        },
        rewarded={colour: _rewarded(network, colour, tuple(rewards)) for colour in tokens},
    )


def _rewarded(
    network: Network, colour: str, rewards: tuple[str, ...]
) -> dict[int, tuple[PlaceTrack, ...]]:
    """Lay out the placements at termini, where there is a choice of rewards (OTU-B6)."""
    if len(rewards) == 1:
        return {}
    return {
        number: tuple(
            PlaceTrack(colour, *network.connections[number].stations, reward) for reward in rewards
        )
        for number in members(network.touching(network.kinds[TERMINUS]))
    }


def _station(file: Content, network: Network, key: str) -> int:
    name = file.text(key)
    if name not in network.numbers:
        file.fail(key, f"{name} is not among the stations")
    return network.numbers[name]


def _rewards(file: Content) -> dict[str, int]:
    """Read what a terminus gives: the names of the rewards, and the branch tiles in each."""
    part = file.part("terminus")
    if not part.names():
        file.fail("terminus", "expected at least one reward")
    return {name: part.count(name) for name in part.names()}


def _tokens(file: Content) -> dict[str, int]:
    part = file.part("tokens")
    return {colour: part.whole(colour) for colour in part.names()}


def _score_tiles(file: Content, players: tuple[int, ...]) -> dict[int, tuple[str, ...]]:
    part = file.part("score_tiles")
    return {seats: part.texts(str(seats)) for seats in players}


def _landmarks(file: Content) -> dict[str, int]:
    if not file.has("landmarks"):
        return {}
    part = file.part("landmarks")
    return {name: part.whole(name) for name in part.names()}


def _secrets(file: Content, network: Network) -> dict[str, int]:
    if not file.has("secret_objectives"):
        return {}
    part = file.part("secret_objectives")
    for card in part.names():
        for name in part.texts(card):
            if name not in network.numbers:
                part.fail(card, f"{name} is not among the stations")
    return {card: bits(network.numbers[name] for name in part.texts(card)) for card in part.names()}
