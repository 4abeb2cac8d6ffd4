"""Every level plays whole games of every table by the rules, and the better one wins."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from benchmarks.strength.matches import City, play
from clients.bots.choosing import (
    Asked,
    Chooser,
    choose_at_random,
    choose_greedily,
    for_playouts,
    for_time,
    levels,
    search_with,
)
from services.lobby.app.house_bots import LEVELS
from services.scoring.editions import load_tables
from tests.clients.bots.tables import asked, turns
from tests.rules.games import every_table
from tests.support import EDITIONS

POINTS = load_tables()
SEARCH = search_with(lambda: for_playouts(6))


def legal(choose: Chooser, count: Counter[str]) -> Chooser:
    """Let a bot choose, and see that it takes one of the moves that it was offered."""

    def watched(asked: Asked) -> Any:
        move = choose(asked)
        assert move in [option["move"] for option in asked.moves]
        count[move["type"]] += 1
        return move

    return watched


def played(name: str, choosers: Sequence[Chooser], seed: str) -> Any:
    return play(City(EDITIONS[name], POINTS[name]), choosers, seed)


def test_the_lobby_offers_the_levels_that_there_are() -> None:
    assert tuple(levels()) == LEVELS


@pytest.mark.slow
@every_table
def test_greedy_and_random_play_whole_games_by_the_rules(name: str, seats: int) -> None:
    count: Counter[str] = Counter()
    bots = [legal((choose_greedily, choose_at_random)[seat % 2], count) for seat in range(seats)]
    result = played(name, bots, "whole")
    assert len(result.seats) == seats
    assert count.total() > 12


@pytest.mark.slow
@every_table
def test_search_plays_whole_games_by_the_rules(name: str, seats: int) -> None:
    count: Counter[str] = Counter()
    bots = [legal((SEARCH, choose_greedily)[seat % 2], count) for seat in range(seats)]
    result = played(name, bots, "whole")
    assert len(result.seats) == seats
    assert count.total() > 12 * seats


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITIONS)
def test_greedy_is_ahead_of_random(name: str) -> None:
    seats = min(EDITIONS[name].edition.players)
    for turned in range(2):
        bots = [(choose_greedily, choose_at_random)[(seat + turned) % 2] for seat in range(seats)]
        result = played(name, bots, "ahead")
        greedy = [seat.rank for seat in result.seats if (seat.seat + turned) % 2 == 0]
        others = [seat.rank for seat in result.seats if (seat.seat + turned) % 2]
        assert sum(greedy) < sum(others)
        assert min(greedy) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "gob-rome",
        *(
            pytest.param(name, marks=pytest.mark.deep)
            for name in ("gob-new-york", "otu-new-york", "otu-paris")
        ),
    ],
)
def test_search_wins_more_games_against_greedy_than_it_loses(name: str) -> None:
    search = search_with(lambda: for_playouts(40))
    won = 0
    for game in range(4):
        bots = [(search, choose_greedily)[(seat + game) % 2] for seat in range(2)]
        result = played(name, bots, f"won {game // 2}")
        won += result.seats[game % 2].rank < result.seats[1 - game % 2].rank
    assert won >= 3


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), [("gob-rome", 2), ("otu-paris", 2)])
def test_the_same_turn_is_played_the_same_way(name: str, seats: int) -> None:
    for state, seat in turns(name, seats):
        for choose in (choose_at_random, choose_greedily, SEARCH):
            assert choose(asked(name, state, seat)) == choose(asked(name, state, seat))


@pytest.mark.parametrize("change", [{"version": 99}, {"engine": 99}, {"edition": "gob-oslo"}])
def test_rules_that_are_not_known_are_played_at_random(change: dict[str, Any]) -> None:
    state, seat = next(turns("gob-rome", 2))
    for choose in (choose_greedily, SEARCH):
        strange = asked("gob-rome", state, seat)
        strange = strange._replace(view=dict(strange.view) | change)
        same = strange._replace(chance=asked("gob-rome", state, seat).chance)
        assert choose(strange) == choose_at_random(same)


def test_a_budget_of_playouts_ends_after_so_many() -> None:
    assert [for_playouts(3)(playouts) for playouts in range(1, 5)] == [True, True, False, False]


def test_a_budget_of_time_ends_with_the_time() -> None:
    now = [5.0]
    budget = for_time(200, clock=lambda: now[0])
    now[0] = 5.19
    assert budget(1000)
    now[0] = 5.21
    assert not budget(1)
