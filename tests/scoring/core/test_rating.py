"""Who is rated, against whom, and where it counts."""

from collections.abc import Sequence
from random import Random

import pytest

from services.scoring.app.model import OpenSkill
from services.scoring.core.rating import (
    NEWCOMER,
    Placed,
    Rating,
    Seat,
    placed,
    pools_of,
    rate,
)

SEATS = (
    Seat("ana", "playing", 2, won=False),
    Seat("bo", "resigned", 4, won=False),
    Seat("cy", "playing", 1, won=True),
    Seat("di", "eliminated", 4, won=False),
    Seat("ed", "playing", 2, won=False),
)


class Steps:
    """A model for tests: who comes first gains one, everybody else loses one."""

    def rate(self, ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
        """Move everybody by one."""
        moves = [1.0 if rank == 1 else -1.0 for rank in ranks]
        moved = zip(ratings, moves, strict=True)
        return [Rating(each.mu + by, each.sigma - 1, 99, 99) for each, by in moved]


@pytest.mark.parametrize(
    ("bots", "pools"),
    [
        ([False, False], ("people", "all")),
        ([True, True, True], ("bots", "all")),
        ([False, True], ("all",)),
        ([True, False, False], ("all",)),
    ],
)
def test_a_game_counts_where_all_its_players_are(bots: list[bool], pools: tuple[str, ...]) -> None:
    assert pools_of(bots) == pools


def test_the_ordinal_is_three_deviations_below_the_mean() -> None:
    assert Rating(30.0, 2.5, 4).ordinal == 22.5
    assert NEWCOMER.ordinal == 0.0


def test_who_has_resigned_is_left_out_and_the_rest_closes_up() -> None:
    assert placed(SEATS) == (
        Placed("ana", 2, won=False),
        Placed("cy", 1, won=True),
        Placed("di", 4, won=False),
        Placed("ed", 2, won=False),
    )


def test_those_who_were_eliminated_come_last_together() -> None:
    out = [seat._replace(standing="eliminated", rank=2, won=False) for seat in SEATS[1:4]]
    assert [seat.rank for seat in placed([SEATS[0]._replace(rank=1), *out])] == [1, 2, 2, 2]


@pytest.mark.parametrize("left", [0, 1])
def test_nobody_is_rated_when_fewer_than_two_are_left(left: int) -> None:
    gone = [seat._replace(standing="resigned") for seat in SEATS[left:]]
    assert placed([*SEATS[:left], *gone]) == ()


def test_games_and_victories_are_counted_whatever_the_model_says() -> None:
    known = {"ana": Rating(30.0, 5.0, 7, 2), "cy": Rating(20.0, 5.0, 9, 0)}
    after = rate(Steps(), known, placed(SEATS))
    assert after["ana"] == Rating(29.0, 4.0, 8, 2)
    assert after["cy"] == Rating(21.0, 4.0, 10, 1)
    assert after["di"] == Rating(24.0, NEWCOMER.sigma - 1, 1, 0)


def test_nobody_has_won_where_all_are_equal_and_out() -> None:
    seats = [seat._replace(standing="eliminated", rank=1, won=False) for seat in SEATS]
    assert [each.wins for each in rate(Steps(), {}, placed(seats)).values()] == [0] * 5


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_the_model_gives_the_same_bits_for_the_same_ratings(number: int) -> None:
    chance = Random(number)  # noqa: S311
    for _ in range(50):
        ratings = [Rating(chance.uniform(0, 50), chance.uniform(1, 9), 1) for _ in range(number)]
        ranks = [chance.randint(1, number) for _ in range(number)]
        assert OpenSkill().rate(ratings, ranks) == OpenSkill().rate(ratings, ranks)


def test_the_model_lifts_winners_and_is_surer_after_every_game() -> None:
    first, second, third = OpenSkill().rate([NEWCOMER] * 3, [2, 1, 3])
    assert second.mu > first.mu > third.mu
    assert all(each.sigma < NEWCOMER.sigma for each in (first, second, third))


def test_the_model_treats_equal_ranks_alike() -> None:
    first, second, third = OpenSkill().rate([NEWCOMER] * 3, [1, 3, 1])
    assert first.mu == pytest.approx(third.mu)
    assert first.mu > second.mu
    for each in OpenSkill().rate([NEWCOMER] * 4, [1, 1, 1, 1]):
        assert each.mu == pytest.approx(NEWCOMER.mu)
