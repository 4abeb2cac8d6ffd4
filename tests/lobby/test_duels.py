"""Duels: the Dutch system of chess for tables of two, and what is done where it does not fit."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.core.field import Draw, Entrant, Sitting, Sizes
from services.lobby.core.pairing.pods import pair_pods
from services.lobby.core.points import BYE, FIRST
from services.lobby.duels import DUELS, LARGEST, Rules, fits, pair_duels
from tests.laws import examples
from tests.lobby.core.pairing.fields import after, everybody, meetings, names, strangers
from tests.lobby.usual_report import usual_pairs

RULES = Rules(FIRST, 9)
ENDS = ((FIRST, 0), (0, FIRST), (FIRST // 2, FIRST // 2), (0, 0))
"""White wins, Black wins, they share, and both have given up."""


class Tournament:
    """A tournament of duels that ends as chance will have it."""

    def __init__(
        self,
        field: Sequence[Entrant],
        seed: int = 0,
        *,
        rules: Rules = RULES,
        ends: Sequence[tuple[int, int]] = ENDS,
    ) -> None:
        self.field, self.rules, self._ends = list(field), rules, ends
        self.results: list[dict[str, int]] = []
        self._chance = Random(seed)  # noqa: S311

    def draw(self) -> Draw:
        """Pair the next round; everybody must be somewhere once."""
        draw = pair_duels(self.field, self.results, self.rules, f"lot {len(self.results)}")
        assert everybody(draw) == names(self.field)
        return draw

    def play(self, rounds: int = 1) -> Draw:
        """Play some rounds; gives the last draw."""
        draw = Draw(())
        for _ in range(rounds):
            draw = self.draw()
            points = dict.fromkeys(draw.byes, BYE)
            for table in draw.tables:
                points |= zip(table.players, self._chance.choice(self._ends), strict=True)
            self.results.append(points)
            self.field = after(self.field, draw, len(self.results), points)
        return draw


def pairs_of(draw: Draw) -> list[tuple[str, ...]]:
    return sorted(tuple(sorted(table.players)) for table in draw.tables)


def seats_of(one: Entrant) -> list[int]:
    return [sitting.seat for sitting in one.sittings]


def test_at_first_the_upper_half_meets_the_lower_and_seats_alternate() -> None:
    draw = pair_duels(strangers(8), [], RULES, "lot")
    pairs = [(f"p00{i}", f"p00{i + 4}") for i in range(1, 5)]
    assert pairs_of(draw) == pairs
    whites = [table.players[0] in {upper for upper, _ in pairs} for table in draw.tables]
    assert whites in ([True, False] * 2, [False, True] * 2)


def test_who_begins_is_drawn_by_lot() -> None:
    draws = [pair_duels(strangers(2), [], RULES, f"lot {i}") for i in range(20)]
    assert {draw.tables[0].players for draw in draws} == {("p001", "p002"), ("p002", "p001")}


def test_winners_meet_winners_and_losers_losers() -> None:
    field = strangers(4)
    draw = pair_duels(field, [], RULES, "lot")
    points = {"p001": FIRST, "p002": FIRST, "p003": 0, "p004": 0}
    draw = pair_duels(after(field, draw, 1, points), [points], RULES, "lot")
    assert pairs_of(draw) == [("p001", "p002"), ("p003", "p004")]
    whys = [table.why for table in draw.tables]
    assert whys == [
        "3 points each; they have not met before.",
        "0 points each; they have not met before.",
    ]


@pytest.mark.parametrize(
    ("win", "scores"), [(FIRST, (FIRST, 0)), (480, (480, 240)), (7, (7, 3)), (0, (0, 0))]
)
def test_points_are_those_of_the_tournament_whatever_a_win_is_worth(
    win: int, scores: tuple[int, int]
) -> None:
    rules = Rules(win, 5)
    draw = pair_duels(strangers(8), [], rules, "lot")
    points = {
        player: scores[seat] for table in draw.tables for seat, player in enumerate(table.players)
    }
    draw = pair_duels(after(strangers(8), draw, 1, points), [points], rules, "lot")
    assert all(points[one] == points[other] for one, other in pairs_of(draw))


def test_the_lowest_has_the_bye_and_nobody_has_two() -> None:
    tournament = Tournament(strangers(7))
    assert tournament.play().byes == ("p007",)
    tournament.play(6)
    assert [one.byes for one in tournament.field] == [1] * 7


def test_who_came_late_may_still_have_a_bye() -> None:
    field = strangers(3)
    rested = [field[0], *(one._replace(byes=1, points=BYE) for one in field[1:])]
    results = [{"p002": BYE, "p003": BYE}]
    draw = pair_duels(rested, results, RULES, "lot")
    assert draw.byes == ("p001",)
    assert draw.tables[0].why == "1.5 points each; they have not met before."
    rested[0] = rested[0]._replace(byes=1)
    assert pair_duels(rested, results, RULES, "lot") == pair_pods(rested, DUELS, "lot")


def test_who_comes_late_is_paired_with_the_others() -> None:
    tournament = Tournament(strangers(7))
    tournament.play(2)
    tournament.field.append(Entrant("late", 0, 8))
    assert tournament.play().byes == ()
    assert len(tournament.field[-1].sittings) == 1


def test_who_leaves_is_still_known_to_those_who_have_met_them() -> None:
    tournament = Tournament(strangers(8), rules=Rules(FIRST, 5))
    tournament.play(2)
    del tournament.field[3]
    del tournament.field[5]
    draw = tournament.play(2)
    assert draw.repeats == 0
    assert max(meetings(tournament.field)) == 1


@pytest.mark.slow
@examples(30)
@given(count=st.integers(6, 24), rounds=st.integers(1, 5), seed=st.integers(0, 99))
def test_nobody_meets_twice_and_seats_are_balanced(count: int, rounds: int, seed: int) -> None:
    tournament = Tournament(strangers(count), seed)
    tournament.play(rounds)
    assert max(meetings(tournament.field)) <= 1
    for one in tournament.field:
        seats = seats_of(one)
        assert abs(2 * sum(seats) - len(seats)) <= 2
        assert all(len({*three}) > 1 for three in zip(seats, seats[1:], seats[2:], strict=False))


@pytest.mark.slow
@examples(60)
@given(count=st.integers(8, 16), rounds=st.integers(1, 3), seed=st.integers(0, 999))
def test_rounds_are_those_of_a_usual_report_of_wins_and_draws(
    count: int, rounds: int, seed: int
) -> None:
    tournament = Tournament(strangers(count), seed, ends=ENDS[:3])
    tournament.play(rounds)
    usual = usual_pairs(tournament.field, tournament.results, RULES.rounds, f"lot {rounds}")
    assert sorted(table.players for table in tournament.draw().tables) == usual


def test_points_that_were_corrected_count_as_they_are_now() -> None:
    field = strangers(4)
    results = [{"p001": FIRST, "p002": 0, "p003": FIRST, "p004": 0}]
    sat = {1: Sitting(1, 0, 2, ("p002",)), 2: Sitting(1, 1, 2, ("p001",))}
    sat |= {3: Sitting(1, 0, 2, ("p004",)), 4: Sitting(1, 1, 2, ("p003",))}
    points = {1: FIRST, 2: 0, 3: 0, 4: FIRST}
    field = [one._replace(sittings=(sat[one.number],), points=points[one.number]) for one in field]
    assert pairs_of(pair_duels(field, results, RULES, "lot")) == [
        ("p001", "p004"),
        ("p002", "p003"),
    ]


@pytest.mark.slow
@given(seed=st.integers(0, 99))
def test_the_same_input_gives_the_same_round(seed: int) -> None:
    tournament = Tournament(strangers(10), seed)
    tournament.play(2)
    first = tournament.draw()
    tournament.field.reverse()
    assert tournament.draw() == first


def test_when_all_have_met_the_tables_are_drawn_like_those_of_many() -> None:
    tournament = Tournament(strangers(4))
    tournament.play(3)
    assert set(meetings(tournament.field)) == {1}
    draw = tournament.draw()
    assert draw == pair_pods(tournament.field, DUELS, "lot 3")
    assert (draw.repeats, draw.proven) == (2, True)


def test_who_has_sat_at_a_larger_table_is_paired_too() -> None:
    field = strangers(4)
    field[0] = field[0]._replace(sittings=(Sitting(1, 0, 3, ("p002", "gone")),))
    field[1] = field[1]._replace(sittings=(Sitting(1, 1, 3, ("p001", "gone")),))
    assert pair_duels(field, [{}], RULES, "lot") == pair_pods(field, DUELS, "lot")


@pytest.mark.parametrize("count", [0, 1])
def test_nobody_plays_alone(count: int) -> None:
    draw = pair_duels(strangers(count), [], RULES, "lot")
    assert draw.tables == ()
    assert len(draw.byes) == count


@pytest.mark.slow
def test_a_field_that_is_too_large_for_the_library_is_paired_too() -> None:
    field = strangers(LARGEST + 2)
    assert everybody(pair_duels(field, [], RULES, "lot")) == names(field)


def test_duels_fit_where_nobody_has_to_sit_at_a_larger_table() -> None:
    new_york = Sizes(2, frozenset({2, 3}))
    assert fits(6, new_york)
    assert not fits(7, new_york)
    assert fits(7, DUELS)
    assert not fits(6, Sizes(3, frozenset({2, 3})))
