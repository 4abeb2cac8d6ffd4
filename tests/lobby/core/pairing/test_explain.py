"""What tables are told is true of the draw, whatever it says."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.core.field import UNIT, Draw, Entrant, Seated, Sitting, Sizes
from services.lobby.core.pairing.explain import Drawn, explain, points_in_words
from services.lobby.core.pairing.pods import pair_pods
from tests.laws import examples
from tests.lobby.core.pairing.fields import DUELS, LONDON, NEW_YORK, UNDERGROUND, strangers
from tests.lobby.core.pairing.rounds import played, tables_of
from tests.lobby.core.pairing.witness import Witness, acquainted

FOURS = Sizes(4, frozenset({4}))
EDITIONS = st.sampled_from([NEW_YORK, LONDON, UNDERGROUND, DUELS, FOURS])


def sat(player: str, points: int, number: int, *others: str) -> Entrant:
    """Give somebody who met these in the rounds so far, one in each."""
    sittings = [Sitting(at, 0, 2, (other,)) for at, other in enumerate(others, start=1)]
    return Entrant(player, points * UNIT, number, tuple(sittings))


@pytest.mark.slow
@examples(60)
@given(st.integers(2, 26), EDITIONS, st.integers(0, 5), st.text(max_size=2))
def test_every_word_is_true(count: int, sizes: Sizes, rounds: int, lot: str) -> None:
    field = played(count, sizes, rounds, lot)
    draw = pair_pods(field, sizes, lot)
    witness = Witness(field, sizes, draw)
    for table, seated in zip(draw.tables, witness.tables, strict=True):
        assert table.why.endswith(".")
        for said in table.why.removesuffix(".").split("; "):
            witness.confirm(said, seated)
    assert all(
        "meet" in table.why or "met before" in table.why for table in _repeating(draw, field)
    )


def _repeating(draw: Draw, field: Sequence[Entrant]) -> list[Seated]:
    tables = zip(draw.tables, tables_of(draw, field), strict=True)
    return [table for table, seated in tables if acquainted(seated)]


def test_a_table_of_equals_is_told_so() -> None:
    field = [sat(f"p{number}", 5, number, "gone") for number in range(1, 5)]
    assert [table.why for table in pair_pods(field, FOURS, "lot").tables] == ["5 points each."]


def test_who_moved_to_keep_two_apart_is_told_why() -> None:
    field = [
        sat("ana", 5, 1, "bo"),
        sat("bo", 5, 2, "ana"),
        sat("cy", 3, 3, "di"),
        sat("di", 3, 4, "cy"),
    ]
    first, _ = pair_pods(field, DUELS, "lot").tables
    mover = next(player for player in first.players if player != "ana")
    met = "3 to 5 points; bo and ana met in round 1"
    assert first.why == f"{met}, so {mover} moved up from 3 points."


def test_a_repeat_that_had_to_be_is_told_so() -> None:
    field = [sat("ana", 2, 1, "bo", "bo"), sat("bo", 1, 2, "ana", "ana")]
    assert [table.why for table in pair_pods(field, DUELS, "lot").tables] == [
        (
            "1 to 2 points; ana and bo after rounds 1 and 2 meet again: "
            "no draw has fewer than 1 repeat."
        )
    ]


def test_a_repeat_that_may_not_have_to_be_is_told_so() -> None:
    table = [sat("ana", 2, 1, "bo"), sat("bo", 2, 2, "ana")]
    assert explain(Drawn([table], [], 2, proven=False)) == [
        (
            "2 points each; ana and bo after round 1 meet again: "
            "no draw with fewer than 1 repeat was found."
        )
    ]


def test_the_first_round_tells_the_numbers_and_the_size() -> None:
    assert pair_pods(strangers(9), LONDON, "lot").tables[0].why == (
        "numbers 1, 4, 5, 8 and 9 of the field, so that the strong ones meet late; "
        "a table of 5, since tables of 4 do not seat 9: "
        "nobody here has sat at such a table before."
    )


def test_a_bye_is_told_at_the_last_table() -> None:
    whys = [table.why for table in pair_pods(strangers(5), DUELS, "lot").tables]
    assert whys == [
        "numbers 1 and 4 of the field, so that the strong ones meet late.",
        (
            "numbers 2 and 3 of the field, so that the strong ones meet late; "
            "p005 has a bye: the fewest byes so far, then the lowest place."
        ),
    ]


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ((0,), "0 points"),
        ((UNIT,), "1 point"),
        ((UNIT, UNIT), "1 point each"),
        ((5 * UNIT, 4 * UNIT, 5 * UNIT), "4 to 5 points"),
        ((0, UNIT), "0 to 1 point"),
        ((3 * UNIT // 2,), "1.5 points"),
        ((10 * UNIT, 10 * UNIT + 1), "10 to 10.004 points"),
        ((UNIT // 12, UNIT // 12), "0.083 points each"),
    ],
)
def test_points_are_written_without_zeros_that_say_nothing(
    points: tuple[int, ...], words: str
) -> None:
    assert points_in_words(*points) == words
