"""The edition files of On the Underground hold what the boxes hold."""

from collections import Counter

import pytest

from services.rules.core.bits import members
from services.rules.core.chance import Seeded
from services.rules.families.on_the_underground import new_game
from services.rules.families.on_the_underground.edition import Edition
from tests.rules.editions.on_the_underground.cities import NEW_YORK, PARIS, city

CITIES = (NEW_YORK, PARIS)
LONG = ("red", "black", "yellow", "blue", "purple")
SHORT = ("pink", "orange", "green", "brown", "white", "gray")
TWICE = {
    "museum-of-natural-history",
    "grand-av-newtown",
    "lexington-av",
    "borough-hall",
    "crown-hts-utica-av",
    "whitehall-st",
    "kings-highway",
}
"""The stations of New York that two destination cards name."""
CLUSTERS = {
    "midtown": {"times-sq", "bryant-park", "grand-central"},
    "village": {"wash-sq", "bway-lafayette-st"},
    "downtown": {"chambers-st-wtc", "fulton-st"},
    "bronx": {"grand-concourse", "yankee-stadium"},
    "prospect": {"franklin-av", "botanic-garden", "prospect-park"},
}


def named(edition: Edition, stations: int) -> set[str]:
    """Name the stations of a set of bits."""
    return {edition.network.stations[number].id for number in members(stations)}


def neighbours(edition: Edition, name: str) -> set[str]:
    """Name the places that a station or icon is connected with, as the connections say."""
    pairs = [each.stations for each in edition.network.connections if name in each.stations]
    return {other for pair in pairs for other in pair if other != name}


def tokens_between(edition: Edition, start: str, end: str) -> int:
    """Count the tokens that a line needs from shore to shore, over icons only."""
    icons = named(edition, edition.icons)
    tokens, reached = 1, neighbours(edition, start) & icons
    while end not in {shore for icon in reached for shore in neighbours(edition, icon)}:
        reached = reached | {far for icon in reached for far in neighbours(edition, icon) & icons}
        tokens += 1
        assert tokens <= len(icons)
    return tokens + 1


@pytest.mark.rule("OTU-S1")
@pytest.mark.parametrize("name", CITIES)
def test_both_cities_are_for_two_to_five(name: str) -> None:
    assert city(name).players == (2, 3, 4, 5)


@pytest.mark.rule("OTU-S2")
@pytest.mark.parametrize("name", CITIES)
def test_five_colours_have_twenty_tokens_and_six_have_fifteen(name: str) -> None:
    tokens = city(name).tokens
    assert tokens == dict.fromkeys(LONG, 20) | dict.fromkeys(SHORT, 15)
    assert sum(tokens.values()) == 190


@pytest.mark.rule("OTU-S2")
@pytest.mark.parametrize("name", CITIES)
def test_every_score_tile_has_long_and_short_lines_for_its_number_of_players(name: str) -> None:
    tiles = city(name).score_tiles
    lengths = {
        seats: {tuple(colour in LONG for colour in tile.split()) for tile in each}
        for seats, each in tiles.items()
    }
    assert lengths == {
        2: {(True, True, False, False)},
        3: {(True, False, False)},
        4: {(True, False)},
        5: {(True, False)},
    }
    assert tiles[4] == tiles[5]
    assert len({*tiles[2], *tiles[3], *tiles[4]}) == 10


@pytest.mark.rule("OTU-S3")
def test_the_passenger_starts_at_grand_central_and_at_republique() -> None:
    starts = [city(name).network.stations[city(name).start] for name in CITIES]
    assert [station.name for station in starts] == ["Grand Central", "République"]


@pytest.mark.rule("OTU-S4")
def test_paris_has_thirty_seven_cards_of_different_stations() -> None:
    assert len(city(PARIS).cards) == len(set(city(PARIS).cards)) == 37


@pytest.mark.rule("OTU-S4")
def test_new_york_has_fifty_four_cards_and_seven_stations_have_two() -> None:
    cards = Counter(city(NEW_YORK).cards)
    assert (cards.total(), len(cards)) == (54, 47)
    assert {station for station, number in cards.items() if number == 2} == TWICE
    assert max(cards.values()) == 2


@pytest.mark.rule("OTU-S4")
@pytest.mark.parametrize("name", CITIES)
def test_four_cards_lie_open_when_a_game_begins(name: str) -> None:
    state, _ = new_game(city(name), 3, Seeded("open"))
    assert len(state.open) == state.drawn == 4
    stations = [city(name).network.stations[number].id for number in state.open]
    assert tuple(stations) == state.setup.deck[:4]


@pytest.mark.rule("OTU-S5")
def test_paris_has_forty_landmarks_of_five_types_and_new_york_has_none() -> None:
    paris = city(PARIS)
    types = ("monument", "museum", "brasserie", "bakery", "garden")
    assert paris.landmark_types == types
    assert Counter(paris.landmark_tiles) == dict.fromkeys(types, 8)
    assert len(paris.landmark_places) == 40
    assert city(NEW_YORK).landmark_tiles == ()


@pytest.mark.rule("OTU-S6", "OTU-E3")
def test_paris_has_eleven_secret_objectives_of_three_rer_stations_each() -> None:
    paris = city(PARIS)
    assert [*paris.secrets] == [str(number) for number in range(1, 12)]
    assert {stations.bit_count() for stations in paris.secrets.values()} == {3}
    assert len(set(paris.secrets.values())) == 11
    used = set().union(*(members(stations) for stations in paris.secrets.values()))
    assert used == set(members(paris.network.kinds["rer"]))
    assert city(NEW_YORK).secrets == {}


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        (NEW_YORK, {"plain": 57, "rail": 11, "terminus": 18, "water": 11}),
        (PARIS, {"plain": 37, "terminus": 23, "rer": 19, "landmark": 40}),
    ],
)
def test_every_kind_of_station_is_there_as_often_as_on_the_board(
    name: str, numbers: dict[str, int]
) -> None:
    kinds = city(name).network.kinds
    assert {kind: kinds[kind].bit_count() for kind in kinds if kinds[kind]} == numbers


@pytest.mark.rule("OTU-B3")
def test_new_york_has_five_clusters_and_paris_none() -> None:
    edition = city(NEW_YORK)
    clusters = edition.network.clusters
    assert {name: named(edition, stations) for name, stations in clusters.items()} == CLUSTERS
    assert city(PARIS).network.clusters == {}


@pytest.mark.rule("OTU-B2", "OTU-B6")
def test_a_terminus_gives_one_reward_in_new_york_and_a_choice_of_three_in_paris() -> None:
    rewards = [
        dict(zip(each.rewards, each.reward_tiles, strict=True)) for each in map(city, CITIES)
    ]
    assert rewards == [{"both": 1}, {"points": 0, "mixed": 1, "branches": 2}]


@pytest.mark.rule("OTU-P5", "OTU-G1")
def test_only_paris_lets_branch_tiles_open_connections_and_only_new_york_visits_two() -> None:
    assert [city(name).overbuilding for name in CITIES] == [False, True]
    assert [city(name).visits for name in CITIES] == [2, 1]


@pytest.mark.rule("OTU-P7")
def test_whitehall_st_to_borough_hall_needs_three_tokens() -> None:
    edition = city(NEW_YORK)
    icons = {"water-whitehall-west", "water-whitehall-east"}
    assert tokens_between(edition, "whitehall-st", "borough-hall") == 3
    assert neighbours(edition, "water-whitehall-west") == {"whitehall-st", "water-whitehall-east"}
    assert neighbours(edition, "water-whitehall-east") == {"borough-hall", "water-whitehall-west"}
    others = named(edition, edition.icons) - icons
    assert len(others) == 9
    for icon in others:
        assert not neighbours(edition, icon) & named(edition, edition.icons)


@pytest.mark.rule("OTU-P7")
@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("york-st", "marcy-av"),
        ("marcy-av", "bway-lafayette-st"),
        ("fulton-st", "borough-hall"),
        ("155-st", "yankee-stadium"),
        ("86-st", "hunts-point-av"),
    ],
)
def test_every_other_crossing_needs_two_tokens(start: str, end: str) -> None:
    assert tokens_between(city(NEW_YORK), start, end) == 2
    assert end not in neighbours(city(NEW_YORK), start)


@pytest.mark.parametrize("name", CITIES)
def test_every_destination_can_be_reached_from_where_the_passenger_starts(name: str) -> None:
    edition = city(name)
    reached, frontier = set[str](), {edition.network.stations[edition.start].id}
    while frontier:
        reached |= frontier
        frontier = set[str]().union(*(neighbours(edition, each) for each in frontier)) - reached
    assert set(edition.cards) <= reached
    assert reached == set(edition.network.numbers)


@pytest.mark.parametrize("name", CITIES)
def test_no_two_stations_lie_at_the_same_place(name: str) -> None:
    places = Counter(station.at for station in city(name).network.stations)
    assert [place for place, number in places.items() if number > 1] == []


@pytest.mark.parametrize(("name", "connections"), [(NEW_YORK, 132), (PARIS, 167)])
def test_no_connection_has_more_than_four_spaces(name: str, connections: int) -> None:
    spaces = Counter(each.spaces for each in city(name).network.connections)
    assert spaces.total() == connections
    assert set(spaces) == {1, 2, 3, 4}
