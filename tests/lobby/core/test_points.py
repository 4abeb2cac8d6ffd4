"""Match points: whole, fairly shared, and nothing for those who leave."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.core.field import UNIT
from services.lobby.core.points import (
    BYE,
    FIRST,
    PART,
    PLAYING,
    RESIGNED,
    SIZES,
    USUAL,
    SchemeError,
    bye_points,
    match_points,
    places,
    read_scheme,
)

OUT = "eliminated"


@st.composite
def schemes(draw: st.DrawFn) -> dict[int, list[int]]:
    """Draw a scheme that an organiser could have thought of."""
    quarters = st.integers(0, 40)
    return {
        size: [
            PART * worth
            for worth in sorted(
                draw(st.lists(quarters, min_size=size, max_size=size)), reverse=True
            )
        ]
        for size in SIZES
    }


SEATS = st.lists(
    st.tuples(st.integers(1, 5), st.sampled_from((PLAYING, OUT, RESIGNED))), min_size=2, max_size=5
)


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ((1, 2), (3, 0)),
        ((2, 1), (0, 3)),
        ((1, 1), (1.5, 1.5)),
        ((3, 1, 2), (0, 3, 1.5)),
        ((1, 2, 3, 4), (3, 2, 1, 0)),
        ((2, 1, 2, 4), (1.5, 3, 1.5, 0)),
        ((1, 1, 1, 4), (2, 2, 2, 0)),
        ((1, 2, 3, 4, 5), (3, 2.25, 1.5, 0.75, 0)),
        ((4, 1, 4, 1, 1), (0.375, 2.25, 0.375, 2.25, 2.25)),
        ((1, 1, 1, 1, 1), (1.5, 1.5, 1.5, 1.5, 1.5)),
    ],
)
def test_places_are_worth_equal_steps_and_shared_ranks_share_them(
    ranks: tuple[int, ...], points: tuple[float, ...]
) -> None:
    assert match_points(ranks, [PLAYING] * len(ranks)) == tuple(UNIT * each for each in points)


@pytest.mark.parametrize(
    ("ranks", "standings", "points"),
    [
        ((1, 2, 3, 3), (PLAYING, PLAYING, OUT, OUT), (3, 2, 0.5, 0.5)),
        ((1, 2, 3, 3), (PLAYING, PLAYING, OUT, RESIGNED), (3, 2, 1, 0)),
        ((3, 2, 3, 1), (RESIGNED, PLAYING, RESIGNED, PLAYING), (0, 2, 0, 3)),
        ((1, 2, 2), (PLAYING, RESIGNED, RESIGNED), (3, 0, 0)),
        ((1, 2, 2), (RESIGNED, PLAYING, PLAYING), (0, 2.25, 2.25)),
        ((1, 1, 1, 1), (OUT, OUT, OUT, OUT), (1.5, 1.5, 1.5, 1.5)),
        ((1, 1, 1, 1), (OUT, RESIGNED, OUT, OUT), (2, 0, 2, 2)),
    ],
)
def test_the_eliminated_share_the_last_places_and_who_resigned_is_behind_them(
    ranks: tuple[int, ...], standings: tuple[str, ...], points: tuple[float, ...]
) -> None:
    assert match_points(ranks, standings) == tuple(UNIT * each for each in points)


@pytest.mark.parametrize("size", SIZES)
def test_nobody_has_anything_when_all_have_resigned(size: int) -> None:
    assert match_points([1] * size, [RESIGNED] * size) == (0,) * size
    assert places([1] * size, [RESIGNED] * size) == (1,) * size


@pytest.mark.parametrize("size", SIZES)
def test_every_share_of_every_table_is_a_whole_number_of_units(size: int) -> None:
    for ranks in product(range(1, size + 1), repeat=size):
        exact = [
            Fraction(FIRST * (2 * size - 2 * sum(o < r for o in ranks) - ranks.count(r) - 1), 2)
            / (size - 1)
            for r in ranks
        ]
        assert list(match_points(ranks, [PLAYING] * size)) == exact


@given(schemes(), SEATS)
def test_a_table_hands_out_what_the_places_of_those_who_stayed_are_worth(
    own: dict[int, list[int]], seats: list[tuple[int, str]]
) -> None:
    ranks, standings = zip(*seats, strict=True)
    stayed = sum(standing != RESIGNED for standing in standings)
    for scheme in (USUAL, read_scheme(own, SIZES)):
        handed_out = match_points(ranks, standings, scheme)
        assert sum(handed_out) == sum(scheme[len(ranks)][:stayed])


@given(schemes(), SEATS)
def test_who_did_better_never_has_less_and_equals_have_the_same(
    own: dict[int, list[int]], seats: list[tuple[int, str]]
) -> None:
    ranks, standings = zip(*seats, strict=True)
    points = match_points(ranks, standings, read_scheme(own, SIZES))
    judged = [(standing == RESIGNED, rank) for rank, standing in seats]
    for (mine, my_points), (yours, your_points) in product(
        zip(judged, points, strict=True), repeat=2
    ):
        assert mine > yours or my_points >= your_points
        assert my_points == 0 or not mine[0]


@given(SEATS, st.randoms(use_true_random=False))
def test_points_belong_to_seats_wherever_these_are(
    seats: list[tuple[int, str]], chance: Random
) -> None:
    ranks, standings = zip(*seats, strict=True)
    points = match_points(ranks, standings)
    order = chance.sample(range(len(seats)), len(seats))
    moved = match_points([ranks[seat] for seat in order], [standings[seat] for seat in order])
    assert moved == tuple(points[seat] for seat in order)


def test_ranks_and_standings_have_to_be_of_the_same_table() -> None:
    with pytest.raises(ValueError, match="shorter"):
        match_points([1, 2, 3], [PLAYING, PLAYING])


@pytest.mark.parametrize("size", SIZES)
def test_a_bye_is_worth_an_average_table(size: int) -> None:
    assert BYE == 1.5 * UNIT
    assert bye_points(USUAL, size) == BYE


@given(schemes())
def test_the_bye_of_an_own_scheme_is_its_exact_average(own: dict[int, list[int]]) -> None:
    for size, scheme in own.items():
        assert bye_points(read_scheme(own, SIZES), size) * size == sum(scheme)


def test_an_own_scheme_counts_instead_of_the_usual_one() -> None:
    scheme = read_scheme({2: [480, 0], 3: [720, 240, 240]}, {2, 3})
    assert match_points([2, 1], [PLAYING] * 2, scheme) == (0, 480)
    assert match_points([2, 1, 2], [PLAYING] * 3, scheme) == (240, 720, 240)
    assert match_points([2, 1, 2], [PLAYING, PLAYING, RESIGNED], scheme) == (240, 720, 0)


@pytest.mark.parametrize(
    ("worth", "says"),
    [
        ({2: [480, 0]}, "expected points for tables of 2, 3, not of 2"),
        ({}, "expected points for tables of 2, 3, not of none"),
        ({2: [480, 0], 3: [480, 240, 0], 4: [3, 2, 1, 0]}, "not of 2, 3, 4"),
        ({2: [480, 0], 3: [480, 240]}, "a table of 3 cannot have points for 2 places"),
        ({2: [480, 0], 3: [480, 0, 240]}, "table of 3: a place is worth more than the one before"),
        ({2: [480, -60], 3: [0, 0, 0]}, "table of 2: expected quarters of points, and none below"),
        ({2: [480, 30], 3: [0, 0, 0]}, "table of 2: expected quarters of points"),
    ],
)
def test_an_own_scheme_that_cannot_be_used_is_refused(
    worth: dict[int, list[int]], says: str
) -> None:
    with pytest.raises(SchemeError, match=says):
        read_scheme(worth, {2, 3})


@pytest.mark.parametrize("size", [1, 6])
def test_there_are_no_points_for_tables_that_no_game_has(size: int) -> None:
    with pytest.raises(SchemeError, match=f"a table of {size} cannot have points"):
        read_scheme({size: [0] * size}, {size})
