"""The points that bots count fast are those that scoring counts."""

from random import Random
from typing import Any

import pytest

from clients.bots.get_on_board.points import sheet_points
from clients.bots.on_the_underground.points import Points
from services.rules.families import FAMILIES
from services.scoring.core.score import score
from services.scoring.editions import load_tables
from tests.rules.random_games import tables_of
from tests.support import EDITIONS, carefully, play

TABLES = load_tables()


def states(name: str, seats: int) -> list[Any]:
    """Give some states of several games."""
    games = [play(name, seats, f"points {seed}", carefully(str(seed))) for seed in range(4)]
    chance = Random(name)  # noqa: S311
    chosen = [chance.choice(game.steps).after for game in games for _ in range(8)]
    return [*chosen, *(game.last for game in games)]


def scored(name: str, state: Any) -> list[int]:
    entry = EDITIONS[name]
    seats: Any = entry.family.outcome(entry.edition, state)["seats"]
    return [score(TABLES[name], seat["sheet"]).total for seat in seats]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), tables_of("get-on-board"))
def test_a_sheet_is_worth_what_scoring_says(name: str, seats: int) -> None:
    points = sheet_points(TABLES[name])
    for state in states(name, seats):
        assert [points(player.sheet) for player in state.players] == scored(name, state)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), tables_of("on-the-underground"))
def test_lines_are_worth_what_scoring_says(name: str, seats: int) -> None:
    edition: Any = EDITIONS[name].edition
    points = Points(edition, TABLES[name])
    for state in states(name, seats):
        assert [points.of(state, seat) for seat in range(seats)] == scored(name, state)


def test_there_is_no_other_family() -> None:
    assert sorted(FAMILIES) == ["get-on-board", "on-the-underground"]
