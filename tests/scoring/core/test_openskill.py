"""The model gives the numbers that openskill publishes, and the order of its input is no matter."""

from collections.abc import Sequence
from itertools import permutations
from math import sqrt
from random import Random
from typing import Final

import pytest

from services.scoring.app.model import OpenSkill
from services.scoring.core.rating import NEWCOMER, Placed, Rating, rate

TAU: Final = 25 / 300
"""By how much, squared, uncertainty grows before every game; the first versions had none of it."""
PLAYERS: Final = ("ana", "bo", "cy", "di", "ed")
Strength = tuple[float, float]
"""Mu and sigma."""


def rated(before: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """Rate players who came in at these ranks."""
    after = OpenSkill().rate([Rating(mu, sigma, 0) for mu, sigma in before], ranks)
    return [(each.mu, each.sigma) for each in after]


def close(strengths: Sequence[Strength], places: int = 12) -> object:
    """Expect strengths up to so many places."""
    return [pytest.approx(each, abs=10**-places) for each in strengths]


NEW: Final = (NEWCOMER.mu, NEWCOMER.sigma)
FOUR: Final = [(mu, 25 / 3) for mu in (15, 20, 25, 30)]
MIXED: Final = [(29.182, 4.782), (27.174, 4.922), (16.672, 6.217), NEW]


def test_newcomers_begin_where_the_manual_says() -> None:
    """openskill.me, User Manual, "The Basics"."""
    assert NEW == (25.0, 8.333333333333334)


def test_four_newcomers_are_rated_as_published() -> None:
    """openskill.me, "Ordinals Explained": the first table, with six places."""
    after = OpenSkill().rate([NEWCOMER] * 4, [1, 2, 3, 4])
    assert [(each.mu, each.sigma) for each in after] == close(
        [
            (27.795253, 8.263572),
            (26.552918, 8.179618),
            (24.689416, 8.084128),
            (20.962413, 8.084128),
        ],
        places=6,
    )
    ordinals = [each.ordinal for each in after]
    assert ordinals == pytest.approx([3.004537, 2.014064, 0.437033, -3.289971], abs=1e-6)


def test_two_teams_of_newcomers_are_rated_as_published() -> None:
    """openskill.me, User Manual, "The Basics" and "Ranks", and the README of 6.2.0.

    A team is a player with the strengths of its members together, each of whom gets a share of
    the change. Its members have grown unsure one by one, and it must not do so once more.
    """
    sigma = sqrt(NEWCOMER.sigma**2 + TAU**2)
    team = (2 * NEWCOMER.mu, sqrt(2 * sigma**2 - TAU**2))
    after = rated([team, team], [1, 2])
    members = [
        Rating(mu / 2, sigma * sqrt(1 - (1 - new**2 / (2 * sigma**2)) / 2), 1) for mu, new in after
    ]
    assert [each[:2] for each in members] == close(
        [(26.964294621803063, 8.177962604389991), (23.035705378196937, 8.177962604389991)]
    )
    ordinals = [each.ordinal for each in members]
    assert ordinals == pytest.approx([2.4304068086330872, -1.4981824349730388], abs=1e-12)


@pytest.mark.parametrize(
    ("ranks", "after"),
    [
        (
            [4, 1, 3, 2],
            [
                (20.96265504062538, 8.083731307186588),
                (27.795084971874736, 8.263160757613477),
                (24.68943500312503, 8.083731307186588),
                (26.552824984374855, 8.179213704945203),
            ],
        ),
        (
            [2, 4, 2, 1],  # published as points: 37, 19, 37, 42
            [
                (24.68943500312503, 8.179213704945203),
                (22.826045021875203, 8.179213704945203),
                (24.68943500312503, 8.179213704945203),
                (27.795084971874736, 8.263160757613477),
            ],
        ),
    ],
)
def test_ranks_in_any_order_and_ties_are_rated_as_published(
    ranks: list[int], after: list[Strength]
) -> None:
    """The README of openskill 1 to 3 on pypi.org, "Artificial Ranks"; they had no tau yet."""
    before = (NEWCOMER.mu, sqrt(NEWCOMER.sigma**2 - TAU**2))
    assert rated([before] * 4, ranks) == close(after)


@pytest.mark.parametrize(
    ("before", "ranks", "after"),
    [
        (
            [NEW, NEW],
            [2, 1],
            [(22.364610506859503, 8.06590141354368), (27.635389493140497, 8.06590141354368)],
        ),
        ([NEW, NEW], [1, 1], [(25, 8.06590141354368)] * 2),
        ([NEW] * 3, [1, 1, 1], [(25, 8.205243377397993)] * 3),
        (
            MIXED,
            [1, 2, 3, 4],
            [
                (30.210227447000438, 4.765617924939384),
                (27.644725221915632, 4.883479590134575),
                (17.4036218889969, 6.101259408259549),
                (19.21460876538932, 7.854669920480409),
            ],
        ),
        (
            FOUR,
            [1, 3, 4, 2],
            [
                (18.131120980297805, 8.283536573151807),
                (20.405169039419135, 8.107860440531121),
                (20.65583040714804, 8.082574596348321),
                (30.80787957313502, 8.155100416275928),
            ],
        ),
        (
            FOUR,
            [2, 4, 2, 1],
            [
                (15.340043358359136, 8.213141619804967),
                (18.007678675484204, 8.189033933813437),
                (24.25801928251219, 8.166918055585525),
                (32.39425868364447, 8.247687230833794),
            ],
        ),
        (
            [(10, 8), (5, 10), (0, 12)],
            [1, 2, 2],
            [
                (11.942996666741225, 7.926888197620324),
                (2.9381178546315034, 9.653804487570165),
                (-1.4024317012198733, 11.323641575516767),
            ],
        ),
    ],
)
def test_another_implementation_comes_to_the_same(
    before: list[Strength], ranks: list[int], after: list[Strength]
) -> None:
    """What openskill.js, which openskill was made after, is tested with (`rate.test.ts`)."""
    assert rated(before, ranks) == close(after)


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_where_players_sit_is_no_matter(number: int) -> None:
    chance = Random(number)  # noqa: S311
    for _ in range(5):
        known, seats = some_table(chance, PLAYERS[:number])
        expected = rate(OpenSkill(), known, seats)
        for order in permutations(seats):
            again = rate(OpenSkill(), known, order)
            for player, rating in expected.items():
                assert again[player] == pytest.approx(rating, rel=1e-12)


def test_tables_without_a_player_in_common_are_rated_in_any_order() -> None:
    chance = Random(7)  # noqa: S311
    tables = [
        some_table(chance, [f"{player}-{at}" for player in PLAYERS[: 2 + at % 4]])
        for at in range(40)
    ]
    known = {player: rating for table, _ in tables for player, rating in table.items()}
    expected = rated_in_turn(known, [seats for _, seats in tables])
    for _ in range(5):
        chance.shuffle(tables)
        assert rated_in_turn(known, [seats for _, seats in tables]) == expected


def test_tables_with_players_in_common_are_not() -> None:
    chance = Random(8)  # noqa: S311
    known, first = some_table(chance, PLAYERS)
    _, second = some_table(chance, PLAYERS)
    ways = [rated_in_turn(known, order) for order in ([first, second], [second, first])]
    assert any(ways[0][player].mu != pytest.approx(ways[1][player].mu) for player in PLAYERS)


def some_table(
    chance: Random, players: Sequence[str]
) -> tuple[dict[str, Rating], tuple[Placed, ...]]:
    """Make players of any strength, and how they came in; some of them at the same rank."""
    known = {
        player: Rating(chance.uniform(0, 50), chance.uniform(1, 9), 3, 1) for player in players
    }
    ranks = [chance.randint(1, len(players)) for _ in players]
    seats = [
        Placed(player, rank, rank == min(ranks))
        for player, rank in zip(players, ranks, strict=True)
    ]
    return known, tuple(seats)


def rated_in_turn(
    known: dict[str, Rating], tables: Sequence[Sequence[Placed]]
) -> dict[str, Rating]:
    """Rate one table after the other."""
    ratings = dict(known)
    for seats in tables:
        ratings |= rate(OpenSkill(), ratings, seats)
    return ratings
