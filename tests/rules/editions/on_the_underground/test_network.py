"""A city is read into exactly what its file says."""

from pathlib import Path

import pytest

from services.rules.core.bits import members
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.network import (
    KINDS,
    Connection,
    Network,
    Station,
)
from tests.rules.editions.changed import changed
from tests.rules.editions.on_the_underground.cities import OSLO, SMALL, load

NAMES = ["sentrum", "vest", "nord", "ost", "syd", "fjord", "park", "torg", "bukt"]
"""The stations of the small city, in the order of its file."""


@pytest.fixture
def oslo(tmp_path: Path) -> Edition:
    return load(tmp_path, OSLO, SMALL)


@pytest.fixture
def network(oslo: Edition) -> Network:
    return oslo.network


def named(stations: int) -> set[str]:
    """Name the stations of a set of bits."""
    return {NAMES[number] for number in members(stations)}


def test_stations_are_read_in_the_order_of_the_file(network: Network) -> None:
    assert network.stations == (
        Station("sentrum", "Sentrum", (5, 5), "rer", 0, None),
        Station("vest", "Vest", (0, 5.5), "terminus", 0, None),
        Station("nord", "Nord", (5, 0), "rail", 0, "midt"),
        Station("ost", "Øst", (10, 5), "plain", 2, "midt"),
        Station("syd", "Syd", (4, 10.5), "landmark", 0, None),
        Station("fjord", "Fjord", (7.5, 2), "water", 0, None),
        Station("park", "Park", (3, 7), "plain", 1, None),
        Station("torg", "Torg", (8, 8), "plain", 2, None),
        Station("bukt", "Bukt", (9, 9), "landmark", 0, None),
    )
    assert network.numbers == {name: number for number, name in enumerate(NAMES)}


def test_connections_name_their_stations_in_alphabetical_order(network: Network) -> None:
    assert network.connections == (
        Connection(("nord", "sentrum"), 2),
        Connection(("sentrum", "vest"), 1),
        Connection(("park", "sentrum"), 1),
        Connection(("sentrum", "torg"), 9),
        Connection(("fjord", "nord"), 1),
        Connection(("fjord", "ost"), 3),
        Connection(("park", "syd"), 1),
        Connection(("bukt", "torg"), 1),
    )


def test_a_connection_is_found_by_its_stations_in_either_order(network: Network) -> None:
    assert len(network.between) == 2 * len(network.connections)
    for number, connection in enumerate(network.connections):
        first, second = connection.stations
        assert network.between[first, second] == network.between[second, first] == number


def test_every_connection_knows_its_stations_and_every_station_its_connections(
    network: Network,
) -> None:
    pairs = [named(pair) for pair in network.pairs]
    assert pairs == [set(connection.stations) for connection in network.connections]
    at = {name: set(members(network.at[number])) for number, name in enumerate(NAMES)}
    assert at == {
        "sentrum": {0, 1, 2, 3},
        "vest": {1},
        "nord": {0, 4},
        "ost": {5},
        "syd": {6},
        "fjord": {4, 5},
        "park": {2, 6},
        "torg": {3, 7},
        "bukt": {7},
    }


def test_roads_lead_to_the_neighbours_of_a_station(network: Network) -> None:
    roads = network.roads[network.numbers["sentrum"]]
    assert roads == ((1, 1 << 2, 2), (2, 1 << 1, 1), (4, 1 << 6, 6), (8, 1 << 7, 7))
    assert network.roads[network.numbers["ost"]] == ((1 << 5, 1 << 5, 5),)


def test_stations_are_sorted_by_kind_and_cluster(network: Network) -> None:
    assert {kind: named(stations) for kind, stations in network.kinds.items()} == {
        "plain": {"ost", "park", "torg"},
        "rail": {"nord"},
        "terminus": {"vest"},
        "rer": {"sentrum"},
        "landmark": {"syd", "bukt"},
        "water": {"fjord"},
    }
    assert tuple(network.kinds) == KINDS
    clusters = {name: named(stations) for name, stations in network.clusters.items()}
    assert clusters == {"midt": {"nord", "ost"}}


def test_what_touches_some_stations_are_the_connections_of_each(network: Network) -> None:
    numbers = network.numbers
    assert network.touching(0) == 0
    assert network.touching(1 << numbers["sentrum"]) == 0b00001111
    assert network.touching(1 << numbers["nord"] | 1 << numbers["ost"]) == 0b00110001


def test_the_top_of_the_file_is_read(oslo: Edition) -> None:
    assert (oslo.id, oslo.name, oslo.version, oslo.players) == ("otu-oslo", "Oslo", 3, (2,))
    assert (oslo.size, oslo.start, oslo.visits) == ((10, 10.5), NAMES.index("sentrum"), 2)
    assert (oslo.rewards, oslo.reward_tiles) == (("points", "tiles"), (0, 3))
    assert oslo.overbuilding is True


def test_every_key_is_read_for_itself(tmp_path: Path) -> None:
    text = changed(SMALL, "overbuilding: true", "overbuilding: false")
    text = changed(text, "passenger_start: sentrum", "passenger_start: torg")
    text = changed(text, "destinations_per_turn: 2", "destinations_per_turn: 1")
    other = load(tmp_path, OSLO, text)
    assert (other.overbuilding, other.start, other.visits) == (False, NAMES.index("torg"), 1)


def test_tokens_tiles_and_cards_are_read(oslo: Edition) -> None:
    colours = {"red": 6, "black": 6, "yellow": 6, "blue": 6}
    assert oslo.tokens == colours | {"pink": 4, "orange": 4, "green": 4, "gray": 5}
    assert oslo.score_tiles == {2: ("red black orange gray", "yellow blue pink green")}
    assert oslo.cards == ("ost", "ost", "park", "torg", "torg")
    assert {card: named(stations) for card, stations in oslo.secrets.items()} == {
        "a": {"sentrum", "nord", "torg"},
        "b": {"sentrum", "nord", "park"},
        "c": {"sentrum", "torg", "park"},
        "d": {"nord", "torg", "park"},
    }


def test_landmark_stations_have_their_places_in_the_order_of_the_file(oslo: Edition) -> None:
    assert oslo.landmark_types == oslo.landmark_tiles == ("opera", "museum")
    assert oslo.landmark_places == {NAMES.index("syd"): 0, NAMES.index("bukt"): 1}


def test_there_are_as_many_landmark_tiles_of_a_type_as_the_file_says(tmp_path: Path) -> None:
    text = changed(SMALL, "{opera: 1, museum: 1}", "{opera: 2, museum: 1}")
    text = changed(text, "at: [3, 7], cards: 1", "at: [3, 7], kind: landmark")
    text = changed(text, "at: [8, 8], kind: plain, cards: 2", "at: [8, 8], cards: 3")
    text = changed(text, "landmark: 2,", "landmark: 3,")
    other = load(tmp_path, OSLO, text)
    assert other.landmark_types == ("opera", "museum")
    assert other.landmark_tiles == ("opera", "opera", "museum")


@pytest.mark.rule("OTU-P7")
def test_the_icons_are_known(oslo: Edition) -> None:
    assert named(oslo.icons) == {"fjord"}
