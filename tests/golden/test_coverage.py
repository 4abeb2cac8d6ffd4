"""What the golden games have to show between them, for each edition found."""

from collections.abc import Iterator
from typing import Any

import pytest

from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import (
    EVENT_TYPES,
    GameEnded,
    ObjectiveCompleted,
    RoutePlotted,
    TicketRevealed,
)
from services.rules.families.get_on_board.sheet import LIGHT
from services.rules.families.get_on_board.state import BLUE, ROUNDS, YELLOW
from tests.golden.playthrough import FOLDER, WANTED, Playthrough, Wanted, kept
from tests.golden.table import POINTS
from tests.support import EDITIONS, TABLES_OF_PLAYERS

DEMANDED = {"twelve-rounds", "last-one-standing", "nobody-left", "all-resigned"}
"""Ways of ending that no table may lack."""
CITIES = {
    name: entry.edition for name, entry in EDITIONS.items() if isinstance(entry.edition, Edition)
}
WITH_METRO = [name for name, city in CITIES.items() if city.metro_spaces]
WITH_LIGHTS = [name for name, city in CITIES.items() if LIGHT in city.legend.values()]

each_edition = pytest.mark.parametrize("edition", list(EDITIONS))
each_city = pytest.mark.parametrize("edition", list(CITIES))


@pytest.mark.parametrize(("edition", "seats"), TABLES_OF_PLAYERS)
def test_every_table_has_a_golden_game_for_every_ending(edition: str, seats: int) -> None:
    start = f"{edition}-{seats}p-"
    endings = {path.stem.removeprefix(start) for path in FOLDER.glob(f"{start}*.txt")}
    assert not DEMANDED - endings, "run `make golden`"


@pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: wanted.name)
def test_a_golden_game_ends_in_the_way_it_is_named_after(wanted: Wanted) -> None:
    assert kept(wanted).as_wanted


@pytest.mark.rule("GOB-X6")
@pytest.mark.parametrize(("edition", "seats"), TABLES_OF_PLAYERS)
def test_the_last_one_standing_plays_every_round_and_wins(edition: str, seats: int) -> None:
    game = kept(Wanted(edition, seats, "last-one-standing"))
    tickets = [event for event in game.log if isinstance(event, TicketRevealed)]
    assert [event.round for event in tickets] == list(range(1, ROUNDS + 1))
    assert game.table.result(game.last).winners == (game.steps[-1].turn.seat,)


@pytest.mark.rule("GOB-X6")
@pytest.mark.parametrize(("edition", "seats"), TABLES_OF_PLAYERS)
def test_a_game_is_over_at_its_last_elimination_and_nobody_wins(edition: str, seats: int) -> None:
    game = kept(Wanted(edition, seats, "nobody-left"))
    fatal = [step for step in game.steps if getattr(step.events[0], "eliminated", False)]
    assert len(fatal) == seats
    assert fatal[-1] is game.steps[-1]
    assert isinstance(fatal[-1].events[1], GameEnded)
    assert game.table.result(game.last).winners == ()


@each_edition
def test_every_scoring_zone_counts_somewhere(edition: str) -> None:
    counted = {zone for game in _games(edition) for zone in _zones_that_count(game)}
    assert counted == {zone.name for zone in POINTS[edition].zones}


@each_city
def test_every_type_of_event_occurs(edition: str) -> None:
    assert {type(event) for event in _log(edition)} == set(EVENT_TYPES.values())


@each_city
def test_an_objective_is_completed_on_either_side(edition: str) -> None:
    completed = [event for event in _log(edition) if isinstance(event, ObjectiveCompleted)]
    assert {event.side for event in completed} == {YELLOW, BLUE}


@pytest.mark.parametrize("edition", WITH_METRO)
def test_a_metro_extra_is_placed_where_there_is_a_metro(edition: str) -> None:
    assert any(event.metro for event in _routes(edition))


@pytest.mark.parametrize("edition", WITH_LIGHTS)
def test_a_marker_is_placed_for_a_light_where_there_are_lights(edition: str) -> None:
    assert any(event.lights for event in _routes(edition))


@each_city
def test_a_line_meets_itself(edition: str) -> None:
    assert any(event.eliminated for event in _routes(edition))


def test_there_are_cities_with_a_metro_and_cities_with_lights() -> None:
    assert WITH_METRO
    assert WITH_LIGHTS


def _games(edition: str) -> Iterator[Playthrough]:
    return (kept(wanted) for wanted in WANTED if wanted.edition == edition)


def _log(edition: str) -> list[Any]:
    return [event for game in _games(edition) for event in game.log]


def _routes(edition: str) -> list[RoutePlotted]:
    return [event for event in _log(edition) if isinstance(event, RoutePlotted)]


def _zones_that_count(game: Playthrough) -> Iterator[str]:
    for seat in game.table.result(game.last).seats:
        if seat.breakdown:
            yield from (zone for zone, points in seat.breakdown.zones if points)
