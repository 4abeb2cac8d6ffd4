"""What the golden games of Get on Board have to show between them, city by city."""

import pytest

from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import (
    GameEnded,
    ObjectiveCompleted,
    RoutePlotted,
    TicketRevealed,
)
from services.rules.families.get_on_board.sheet import LIGHT
from services.rules.families.get_on_board.state import BLUE, ROUNDS, YELLOW
from tests.golden.playthrough import Wanted, golden_log, kept
from tests.rules.random_games import tables_of
from tests.support import EDITIONS

CITIES = {
    name: entry.edition for name, entry in EDITIONS.items() if isinstance(entry.edition, Edition)
}
WITH_METRO = [name for name, city in CITIES.items() if city.metro_spaces]
WITH_LIGHTS = [name for name, city in CITIES.items() if LIGHT in city.legend.values()]

pytestmark = pytest.mark.slow
each_city = pytest.mark.parametrize("edition", list(CITIES))
each_table = pytest.mark.parametrize(("edition", "seats"), tables_of("get-on-board"))


@pytest.mark.rule("GOB-X6")
@each_table
def test_the_last_one_standing_plays_every_round_and_wins(edition: str, seats: int) -> None:
    game = kept(Wanted(edition, seats, "last-one-standing"))
    tickets = [event for event in game.log if isinstance(event, TicketRevealed)]
    assert [event.round for event in tickets] == list(range(1, ROUNDS + 1))
    assert game.table.result(game.last).winners == (game.steps[-1].turn.seat,)


@pytest.mark.rule("GOB-X6")
@each_table
def test_a_game_is_over_at_its_last_elimination_and_nobody_wins(edition: str, seats: int) -> None:
    game = kept(Wanted(edition, seats, "nobody-left"))
    fatal = [step for step in game.steps if getattr(step.events[0], "eliminated", False)]
    assert len(fatal) == seats
    assert fatal[-1] is game.steps[-1]
    assert isinstance(fatal[-1].events[1], GameEnded)
    assert game.table.result(game.last).winners == ()


@each_city
def test_an_objective_is_completed_on_either_side(edition: str) -> None:
    completed = [event for event in golden_log(edition) if isinstance(event, ObjectiveCompleted)]
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


def _routes(edition: str) -> list[RoutePlotted]:
    return [event for event in golden_log(edition) if isinstance(event, RoutePlotted)]
