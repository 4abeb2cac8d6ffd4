"""Players of known strength play many games, and ratings find out who is stronger."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from random import Random
from statistics import correlation
from typing import Final

import pytest

from services.scoring.app.model import OpenSkill
from services.scoring.core.rating import NEWCOMER, Rating, Seat, placed, rate

PLAYERS: Final = 2000
ROUNDS: Final = 20
"""In each of them everybody plays one game."""
FEW: Final = 2
FIELD: Final = 25 / 3
"""How far strengths lie apart: a standard deviation."""
LUCK: Final = FIELD
"""How far the games of one player lie apart. Cards decide as much as strength does."""


@pytest.fixture(scope="module")
def correlations() -> list[float]:
    """Say, for every round, how much the order by rating was like the order by strength."""
    chance = Random(2026)  # noqa: S311
    strengths = {f"player-{at}": chance.gauss(NEWCOMER.mu, FIELD) for at in range(PLAYERS)}
    ratings: dict[str, Rating] = {}
    found = []
    for _ in range(ROUNDS):
        for table in tables(chance, [*strengths]):
            seats = play(chance, {player: strengths[player] for player in table})
            ratings |= rate(OpenSkill(), ratings, placed(seats))
        ordinals = [ratings[player].ordinal for player in strengths]
        found.append(spearman([*strengths.values()], ordinals))
    return found


def tables(chance: Random, players: list[str]) -> Iterator[list[str]]:
    """Seat everybody at tables of two to five; nobody is left to play alone."""
    chance.shuffle(players)
    while players:
        size = chance.randint(2, 5)
        if len(players) - size == 1:
            size = 3 if size == 2 else size - 1
        yield players[:size]
        del players[:size]


def play(chance: Random, strengths: dict[str, float]) -> list[Seat]:
    """Play a game: points are whole, so some players have the same."""
    points = {player: round(chance.gauss(mean, LUCK)) for player, mean in strengths.items()}
    ranks = {each: 1 + sum(more > points[each] for more in points.values()) for each in points}
    return [Seat(player, "playing", rank, rank == 1) for player, rank in ranks.items()]


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Say how much two orders are alike: 1 if they are the same, -1 if one is reversed."""
    return correlation(ranks_of(first), ranks_of(second))


def ranks_of(values: Sequence[float]) -> list[float]:
    """Give the rank of each value; equal ones share the middle of theirs."""
    ordered = sorted(values)
    return [(bisect_left(ordered, each) + bisect_right(ordered, each)) / 2 for each in values]


@pytest.mark.slow
def test_after_many_games_two_thousand_players_are_sorted_by_their_strength(
    correlations: list[float],
) -> None:
    assert correlations[-1] > 0.9


@pytest.mark.slow
def test_a_few_games_are_not_enough_for_that(correlations: list[float]) -> None:
    assert 0.5 < correlations[FEW - 1] < 0.75


@pytest.mark.slow
def test_with_more_games_the_order_becomes_better(correlations: list[float]) -> None:
    steps = correlations[::5]
    assert steps == sorted(steps)


def test_orders_are_compared_as_in_textbooks() -> None:
    """Wikipedia, "Spearman's rank correlation coefficient": the example there."""
    intelligence = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
    hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
    assert spearman(intelligence, hours) == pytest.approx(-29 / 165)
    assert spearman(hours, hours) == pytest.approx(1)
    assert spearman(hours, [-each for each in hours]) == pytest.approx(-1)
    assert ranks_of([5, 2, 5, 9]) == [2, 0.5, 2, 3.5]
