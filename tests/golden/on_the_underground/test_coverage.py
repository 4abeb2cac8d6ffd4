"""What the golden games of On the Underground have to show between them, city by city."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from services.rules.core.events import PlayerResigned
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import (
    DestinationsOpened,
    GameEnded,
    PassengerMoved,
    TrackPlaced,
    TurnBegan,
)
from services.rules.families.on_the_underground.state import TRAVELLING, Line, State
from tests.golden.playthrough import Playthrough, Step, Wanted, golden_games, golden_log, kept
from tests.rules.random_games import tables_of
from tests.support import EDITIONS

CITIES = {
    name: entry.edition for name, entry in EDITIONS.items() if isinstance(entry.edition, Edition)
}
WITH_WATER = [name for name, city in CITIES.items() if city.icons]
WITH_LANDMARKS = [name for name, city in CITIES.items() if city.landmark_types]
WITH_OVERBUILDING = [name for name, city in CITIES.items() if city.overbuilding]
WITH_TWO_TRIPS = [name for name, city in CITIES.items() if city.visits == 2]
PLAYED_OUT = ("all-cards-drawn", "all-cards-drawn-greedy", "one-left")

pytestmark = pytest.mark.slow
each_city = pytest.mark.parametrize("edition", list(CITIES))
each_table = pytest.mark.parametrize(("edition", "seats"), tables_of("on-the-underground"))


class Placement(NamedTuple):
    """A token that a seat placed, and how things were before."""

    before: State
    line: Line
    connection: int
    stations: int
    event: TrackPlaced

    @property
    def closed(self) -> bool:
        """Whether all track spaces were taken."""
        return bool(self.before.closed >> self.connection & 1)


def test_there_are_cities_with_every_peculiarity() -> None:
    assert WITH_WATER
    assert WITH_LANDMARKS
    assert WITH_OVERBUILDING
    assert WITH_TWO_TRIPS


@pytest.mark.rule("OTU-E1")
@pytest.mark.parametrize("ending", PLAYED_OUT)
@each_table
def test_all_have_had_equally_many_turns_when_the_game_ends(
    edition: str, seats: int, ending: str
) -> None:
    turns = [each for each in kept(Wanted(edition, seats, ending)).log if _is_turn(each)]
    assert [each.seat for each in turns] == list(range(seats)) * (len(turns) // seats)


@pytest.mark.rule("OTU-E1")
@each_city
def test_the_last_card_is_drawn_in_the_middle_of_a_round_and_by_the_last_seat(edition: str) -> None:
    games = [game for game in golden_games(edition) if game.wanted.ending in PLAYED_OUT]
    assert {_turns_after_the_last_card(game) == 0 for game in games} == {True, False}


@pytest.mark.rule("OTU-X6")
@each_table
def test_the_one_left_plays_to_the_end_and_wins(edition: str, seats: int) -> None:
    game = kept(Wanted(edition, seats, "one-left"))
    assert len(_resignations(game)) == seats - 1
    assert not isinstance(game.steps[-1].events[0], PlayerResigned)
    assert game.table.result(game.last).winners == (game.steps[-1].turn.seat,)


@pytest.mark.rule("OTU-X6")
@each_table
def test_a_game_is_over_at_the_last_resignation_and_nobody_wins(edition: str, seats: int) -> None:
    game = kept(Wanted(edition, seats, "nobody-left"))
    assert len(_resignations(game)) == seats
    assert list(map(type, game.steps[-1].events)) == [PlayerResigned, GameEnded]
    assert game.table.result(game.last).winners == ()


@pytest.mark.rule("OTU-X6")
@each_city
def test_people_leave_in_turn_out_of_turn_while_choosing_and_on_the_water(edition: str) -> None:
    leaving = [step for game in golden_games(edition) for step in _resignations(game)]
    moments = {"in turn", "out of turn", "choosing"}
    assert {_moment(step) for step in leaving} == moments | (
        {"crossing"} if edition in WITH_WATER else set()
    )


@each_city
def test_a_line_branches(edition: str) -> None:
    assert any(each.event.spent and not each.closed for each in _placements(edition))


@pytest.mark.parametrize("edition", WITH_OVERBUILDING)
def test_a_closed_connection_is_built_over_from_an_end_and_by_a_branch(edition: str) -> None:
    assert {each.event.spent for each in _placements(edition) if each.closed} == {2, 4}


@each_city
def test_a_line_makes_a_loop(edition: str) -> None:
    assert any(not each.stations & ~each.line.stations for each in _placements(edition))


@pytest.mark.parametrize("edition", WITH_WATER)
def test_water_is_crossed_over_one_icon_and_over_two(edition: str) -> None:
    icons = CITIES[edition].icons
    assert {(each.stations & icons).bit_count() for each in _placements(edition)} == {0, 1, 2}


@pytest.mark.parametrize("edition", WITH_LANDMARKS)
def test_landmark_sets_are_scored_whole_and_with_replaced_types(edition: str) -> None:
    sets = [each.event for each in _placements(edition) if each.event.sets]
    assert {bool(event.replaced) for event in sets} == {True, False}


@each_city
def test_every_reward_is_taken_at_a_terminus(edition: str) -> None:
    lines = [line for game in golden_games(edition) for line in game.last.lines]
    assert all(map(sum, zip(*(line.rewards for line in lines), strict=True)))


@each_city
def test_the_passenger_is_sent_to_the_first_outcome_and_to_another(edition: str) -> None:
    numbers = {event.outcome for event in _journeys(golden_log(edition))}
    assert numbers >= {None, 0, 1}


@each_city
def test_the_passenger_walks_rides_and_changes(edition: str) -> None:
    journeys = _journeys(golden_log(edition))
    assert any(event.spaces and not event.lines for event in journeys)
    assert any(event.lines and not event.spaces for event in journeys)
    assert any(len(event.lines) > 1 for event in journeys)


@pytest.mark.parametrize("edition", WITH_TWO_TRIPS)
def test_the_passenger_stays_where_a_second_token_lies(edition: str) -> None:
    turns = [_journeys(turn) for game in golden_games(edition) for turn in _turns(game)]
    pairs = [turn for turn in turns if len(turn) == 2]
    still = [last for first, last in pairs if first.destination == last.destination]
    assert still
    assert not any(event.path for event in still)


@pytest.mark.rule("OTU-E2")
@pytest.mark.parametrize("edition", WITH_TWO_TRIPS)
def test_the_passenger_stays_when_no_destination_is_left(edition: str) -> None:
    games = [game for game in golden_games(edition) if game.wanted.ending in PLAYED_OUT]
    assert any(not _journeys(turn) for game in games for turn in _turns(game))


def _placements(edition: str) -> Iterator[Placement]:
    network = CITIES[edition].network
    for step in (step for game in golden_games(edition) for step in game.steps):
        event, before = step.events[0], step.before
        if isinstance(event, TrackPlaced):
            connection = network.between[event.from_station, event.to_station]
            line = before.lines[before.setup.colours.index(event.line)]
            yield Placement(before, line, connection, network.pairs[connection], event)


def _journeys(log: list[Any]) -> list[PassengerMoved]:
    return [event for event in log if isinstance(event, PassengerMoved)]


def _is_turn(event: Any) -> bool:
    return isinstance(event, TurnBegan)


def _turns(game: Playthrough) -> list[list[Any]]:
    """Give what happened in each turn."""
    log = game.log
    begun = [*(at for at, event in enumerate(log) if _is_turn(event)), len(log)]
    return [log[start:end] for start, end in pairwise(begun)]


def _turns_after_the_last_card(game: Playthrough) -> int:
    log = game.log
    empty = [isinstance(event, DestinationsOpened) and not event.deck for event in log]
    return sum(map(_is_turn, log[empty.index(True) :]))


def _resignations(game: Playthrough) -> list[Step]:
    return [step for step in game.steps if isinstance(step.events[0], PlayerResigned)]


def _moment(step: Step) -> str:
    if step.turn.seat not in step.before.to_play:
        return "out of turn"
    if step.before.turn.phase == TRAVELLING:
        return "choosing"
    crosses = any(isinstance(event, TrackPlaced) for event in step.events)
    return "crossing" if crosses else "in turn"
