"""The passenger against searches of their own, on small maps and on the boards of real games.

brute_force.py goes by the words of the rules alone. On small maps it tries every route there is; in
a city it goes through all stations with all sets of lines. The engine must find the same.
"""

from itertools import pairwise

import pytest
from hypothesis import given

from services.rules.core.bits import bits, members
from services.rules.core.events import PlayerResigned
from services.rules.families.on_the_underground.edition import FAMILY, Edition
from services.rules.families.on_the_underground.events import (
    DestinationsOpened,
    Event,
    PassengerMoved,
    TrackPlaced,
)
from services.rules.families.on_the_underground.moves import MovePassenger, TakeBranch
from services.rules.families.on_the_underground.passenger import Ground, Search
from services.rules.families.on_the_underground.state import TRAVELLING
from tests.laws import examples
from tests.rules.on_the_underground.brute_force import (
    COLOURS,
    Best,
    Link,
    Trip,
    search,
    small_trips,
    try_everything,
)
from tests.rules.on_the_underground.positions import (
    NEW_YORK,
    edition_of,
    moved,
    play,
    position,
    trips,
)
from tests.rules.random_games import games
from tests.support import Game

WAYS = ("OTU-G2", "OTU-G3", "OTU-G4", "OTU-X2", "OTU-X3")


def ground(links: tuple[Link, ...]) -> Ground:
    """Give a map as the engine has it."""
    size = 1 + max(max(link.stations) for link in links)
    roads: list[list[tuple[int, int, int]]] = [[] for _ in range(size)]
    for number, (stations, _, _) in enumerate(links):
        for here, there in (stations, stations[::-1]):
            roads[here].append((1 << number, 1 << there, there))
    tracked = bits(number for number, link in enumerate(links) if link.tokens)
    lines = tuple(
        bits(at for link in links if colour in link.tokens for at in link.stations)
        for colour in COLOURS
    )
    return Ground(roads, tracked, lines)


def engine_search(trip: Trip) -> Search:
    return Search(ground(trip.links), trip.start, bits(trip.goals))


def found(way: Search, colours: tuple[str, ...] = COLOURS) -> Best:
    """Tell what the engine found, and see that it tells nothing twice."""
    outcomes = [
        (each.destination, frozenset(colours[line] for line in members(each.lines)))
        for each in way.outcomes()
    ]
    assert len(set(outcomes)) == len(outcomes)
    return Best(way.spaces, way.changes, set(outcomes))


def assert_same_routes(trip: Trip) -> None:
    assert found(engine_search(trip)) == try_everything(*trip)


@pytest.mark.slow
@pytest.mark.rule(*WAYS)
@examples(800)
@given(small_trips())
def test_the_passenger_finds_what_trying_every_route_finds(trip: Trip) -> None:
    assert_same_routes(trip)


@pytest.mark.deep
@examples(5000)
@given(small_trips())
def test_the_passenger_finds_what_trying_every_route_finds_on_many_more_maps(trip: Trip) -> None:
    assert_same_routes(trip)


@examples(100)
@given(small_trips())
def test_the_search_for_cities_finds_what_trying_every_route_finds(trip: Trip) -> None:
    assert search(*trip) == try_everything(*trip)


@pytest.mark.rule("OTU-X1", "OTU-X3")
@examples(150)
@given(small_trips())
def test_every_outcome_has_a_path_with_just_its_lines_and_spaces(trip: Trip) -> None:
    way = engine_search(trip)
    tokens = {frozenset(link.stations): link.tokens for link in trip.links}
    for outcome in way.outcomes():
        path = way.path(outcome)
        stops = [trip.start, *(ride.end for ride in path)]
        assert [ride.start for ride in path] == stops[:-1]
        assert stops[-1] == outcome.destination
        ridden = [ride.line for ride in path if ride.line is not None]
        assert sorted(ridden) == list(members(outcome.lines))
        walked = [tokens[frozenset((ride.start, ride.end))] for ride in path if ride.line is None]
        assert walked == [frozenset()] * way.spaces
        for ride in path:
            line = ground(trip.links).lines[ride.line] if ride.line is not None else -1
            assert line >> ride.start & line >> ride.end & 1


@pytest.mark.rule("OTU-G6")
@examples(50)
@given(small_trips())
def test_a_destination_where_the_passenger_stands_costs_nothing(trip: Trip) -> None:
    here = trip._replace(goals=trip.goals | {trip.start})
    assert found(engine_search(here)) == Best(0, 0, {(trip.start, frozenset())})


def test_a_passenger_without_a_destination_is_an_error() -> None:
    links = (Link((0, 1), 1, frozenset()),)
    with pytest.raises(ValueError, match="no destination"):
        Search(ground(links), 0, 0)


@pytest.mark.rule("OTU-G4", "OTU-G6", "OTU-S4", "OTU-X1")
@pytest.mark.parametrize("visits", [1, 2])
def test_two_tokens_at_one_station_are_one_outcome_and_the_second_is_next(visits: int) -> None:
    twice = "lexington-av"
    cards = [twice, "union-sq", twice, "whitehall-st"]
    state = position(NEW_YORK, passenger="grand-central", open=cards, actions=1, visits=visits)
    state, _ = play(state, TakeBranch())
    assert trips(state) == [(twice, ()), ("union-sq", ())]
    after, happened = play(state, MovePassenger(0))
    taken = [(twice, 1), (twice, 0)][:visits]
    assert [(trip.destination, trip.spaces) for trip in moved(happened)] == taken
    left = [NEW_YORK.network.stations[at].id for at in after.open]
    assert left[: 4 - visits] == ["union-sq", *[twice] * (2 - visits), "whitehall-st"]


@pytest.mark.rule("OTU-G2", "OTU-P7")
@pytest.mark.parametrize(
    ("start", "end", "spaces"),
    [("grand-central", "hunters-point-av", 2), ("whitehall-st", "borough-hall", 3)],
)
def test_water_is_walked_icon_by_icon(start: str, end: str, spaces: int) -> None:
    numbers = NEW_YORK.network.numbers
    empty = Ground(NEW_YORK.network.roads, 0, ())
    way = Search(empty, numbers[start], 1 << numbers[end])
    assert (way.spaces, way.changes) == (spaces, 0)


class Board:
    """The board as the log tells of it: tokens, passenger, destinations, and who has left."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.passenger = edition.network.stations[edition.start].id
        self.open: list[str] = []
        self.tokens: dict[frozenset[str], set[str]] = {}
        self.left: set[int] = set()

    def links(self) -> list[Link]:
        """Give the connections with their tokens."""
        numbers = self.edition.network.numbers
        return [
            Link(
                (numbers[first], numbers[second]),
                spaces,
                frozenset(self.tokens.get(frozenset((first, second)), ())),
            )
            for (first, second), spaces in self.edition.network.connections
        ]

    def best(self) -> Best:
        """Search for the next trip."""
        numbers = self.edition.network.numbers
        return search(self.links(), numbers[self.passenger], {numbers[at] for at in self.open})

    def hear(self, event: Event) -> None:
        """Note what has happened."""
        match event:
            case TrackPlaced():
                pair = frozenset((event.from_station, event.to_station))
                self.tokens.setdefault(pair, set()).add(event.line)
            case DestinationsOpened():
                self.open.extend(event.stations)
            case PassengerMoved():
                self.passenger = event.destination
                self.open.remove(event.destination)
            case PlayerResigned():
                self.left.add(event.seat)

    def choices(self) -> list[tuple[str, tuple[str, ...]]]:
        """Name destinations and lines of the next trip, in the order in which they are listed."""
        stations = self.edition.network.stations
        return sorted((stations[at].id, tuple(sorted(lines))) for at, lines in self.best().outcomes)


def assert_by_the_rules(board: Board, trip: PassengerMoved) -> None:
    """Check a trip: as good as any, and chosen by those who had a choice."""
    choices = board.choices()
    asked = len(choices) > 1 and trip.seat not in board.left
    assert (trip.outcome is not None) == asked
    assert choices[trip.outcome or 0] == (trip.destination, trip.lines)
    assert trip.spaces == board.best().spaces


def assert_path(board: Board, trip: PassengerMoved) -> None:
    """Check the path of a trip: from here to there, with all of its lines and spaces."""
    legs = [leg.stations for leg in trip.path]
    joints = [board.passenger, *(stations[-1] for stations in legs)]
    assert [stations[0] for stations in legs] == joints[:-1]
    assert joints[-1] == trip.destination
    assert sorted(leg.line for leg in trip.path if leg.line) == list(trip.lines)
    on_foot = [leg.stations for leg in trip.path if leg.line is None]
    assert sum(len(stations) - 1 for stations in on_foot) == trip.spaces
    assert all(first.line or second.line for first, second in pairwise(trip.path))
    for leg in trip.path:
        assert len(leg.stations) > 1
        for pair in pairwise(leg.stations):
            assert pair in board.edition.network.between
            tokens = board.tokens.get(frozenset(pair), set())
            assert leg.line in tokens if leg.line else not tokens


def assert_every_trip(game: Game) -> None:
    board = Board(edition_of(game.last))
    for event in game.log[: -sum(len(step.events) for step in game.steps)]:
        board.hear(event)
    for step in game.steps:
        for event in step.events:
            if isinstance(event, PassengerMoved):
                assert_by_the_rules(board, event)
                assert_path(board, event)
            board.hear(event)
        if step.after.turn.phase == TRAVELLING:
            assert trips(step.after) == board.choices()


@pytest.mark.slow
@pytest.mark.rule(*WAYS, "OTU-G1", "OTU-G6", "OTU-X1", "OTU-X6")
@examples(8)
@given(games(FAMILY))
def test_every_trip_of_a_game_is_one_that_a_slow_search_finds(game: Game) -> None:
    assert_every_trip(game)


@pytest.mark.deep
@examples(60)
@given(games(FAMILY))
def test_every_trip_of_many_more_games_is_one_that_a_slow_search_finds(game: Game) -> None:
    assert_every_trip(game)
