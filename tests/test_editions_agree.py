"""Rules and scoring each have a file for every edition; what both say must be the same."""

from collections.abc import Callable
from typing import Final

import pytest

from services.rules.families import FAMILIES
from services.rules.families.get_on_board.edition import Edition
from services.scoring.core.game import score_game
from services.scoring.core.table import PointsTable
from services.scoring.core.zones import Objectives
from services.scoring.editions import load_tables
from tests.support import EDITIONS, TABLES_OF_PLAYERS, Choice, Game, at_random, carefully, play

TABLES: Final = load_tables()
NOT_BOXES: Final = {"common", "personal"}
"""What scoring has room for, but the rules count as cards: objectives drawn, letters on a card."""
GAMES: Final = 5
"""Games played for each edition, number of players and way of choosing."""


def edition(name: str) -> Edition:
    found = EDITIONS[name].edition
    assert isinstance(found, Edition)
    return found


def test_rules_and_scoring_have_the_same_editions() -> None:
    assert set(EDITIONS) == set(TABLES)


@pytest.mark.parametrize("name", EDITIONS)
def test_rules_and_scoring_name_the_same_family(name: str) -> None:
    assert EDITIONS[name].family is FAMILIES[TABLES[name].family]


@pytest.mark.parametrize("name", EDITIONS)
def test_every_zone_has_as_many_boxes_for_the_rules_as_for_scoring(name: str) -> None:
    room = TABLES[name].capacities()
    assert set(room) >= NOT_BOXES
    boxes = {zone: number for zone, number in room.items() if zone not in NOT_BOXES}
    assert dict(edition(name).capacities.boxes) == boxes


@pytest.mark.parametrize(("name", "seats"), TABLES_OF_PLAYERS)
def test_scoring_has_room_for_the_cards_that_the_rules_deal(name: str, seats: int) -> None:
    room = TABLES[name].capacities()
    assert {len(card) for card in edition(name).personal} == {room["personal"]}
    game = play(name, seats, "cards", carefully("cards"))
    assert len(game.first.setup.common) == room["common"]


@pytest.mark.parametrize("name", EDITIONS)
def test_the_landmarks_of_the_map_are_those_whose_notes_score(name: str) -> None:
    assert sorted(edition(name).landmarks) == sorted(TABLES[name].landmarks)


@pytest.mark.parametrize("name", EDITIONS)
def test_scoring_knows_exactly_the_common_objectives_of_the_rules(name: str) -> None:
    numbers = TABLES[name].zone("common").numbers
    assert isinstance(numbers, Objectives)
    assert sorted(edition(name).goals) == sorted(numbers.objectives)


@pytest.mark.parametrize(("name", "seats"), TABLES_OF_PLAYERS)
@pytest.mark.parametrize("way", [at_random, carefully])
def test_scoring_accepts_every_sheet_that_the_rules_write(
    name: str, seats: int, way: Callable[[str], Choice]
) -> None:
    for number in range(GAMES):
        seed = f"agree-{number}"
        game = play(name, seats, seed, way(seed))
        for state in (game.first, *(step.after for step in game.steps)):
            assert_scored(TABLES[name], game, state)


def assert_scored(table: PointsTable, game: Game, state: object) -> None:
    """Score a state, and see that every seat is judged by its standing."""
    facts = game.family.outcome(game.edition, state)["seats"]
    assert isinstance(facts, list)
    result = score_game(table, facts)
    zones = {zone.name for zone in table.zones}
    for before, after in zip(facts, result.seats, strict=True):
        assert isinstance(before, dict)
        assert isinstance(before["sheet"], dict)
        assert set(before["sheet"]) == set(table.sheet_keys)
        assert (before["seat"], before["standing"]) == (after.seat, after.standing)
        scored = set(after.breakdown.by_zone()) if after.breakdown else set()
        assert scored == (zones if after.standing == "playing" else set())
