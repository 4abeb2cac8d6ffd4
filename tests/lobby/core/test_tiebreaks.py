"""Tie-breaks, each by itself: worked out by hand, and laws on random tournaments."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.core.field import UNIT
from services.lobby.core.points import BYE, PLAYING, RESIGNED, Played
from services.lobby.core.standings import Entry, Regulations, keep_books
from services.lobby.core.tiebreaks import TIEBREAKS, Books, Value, draw_lots
from tests.lobby.core.results import ENTRIES, NAMES, TABLES, entries, table

EVERYTHING = Regulations(tuple(TIEBREAKS), "a lot")


def books_of(players: Sequence[Entry], *tables: Played) -> Books:
    return keep_books(players, tables, EVERYTHING)


def value(name: str, books: Books, player: str) -> Value:
    """Ask a tie-break about somebody, among all."""
    return TIEBREAKS[name](books, list(books.records))[player]


def test_the_organiser_can_choose_from_six_tiebreaks() -> None:
    assert list(TIEBREAKS) == [
        "opponents_points",
        "points_scored",
        "table_share",
        "direct_encounter",
        "wins",
        "lot",
    ]


def test_opponents_points_are_summed_over_the_rounds() -> None:
    books = books_of(
        entries("ana bo cy di"),
        table("ana bo", [1, 2]),
        table("cy di", [1, 2]),
        table("ana cy", [1, 2], number=2),
        table("di bo", [1, 1], number=2),
    )
    assert value("opponents_points", books, "ana") == 1.5 + 3
    assert value("opponents_points", books, "bo") == 6 + 1.5
    assert value("opponents_points", books, "cy") == 1.5 + 6


def test_a_large_table_counts_no_more_opponents_points_than_a_small_one() -> None:
    books = books_of(
        entries("ana bo cy di ed"), table("ana bo cy", [1, 2, 3]), table("di ed", [1, 2])
    )
    assert value("opponents_points", books, "ana") == Fraction(3, 4)
    assert value("opponents_points", books, "cy") == Fraction(9, 4)
    assert value("opponents_points", books, "ed") == 3


def test_a_bye_counts_as_an_opponent_who_is_as_good() -> None:
    players = [Entry("ana", byes=1), *entries("bo cy")]
    books = books_of(players, table("bo cy", [1, 2]), table("ana bo", [1, 2], number=2))
    assert books.records["ana"].points == 3 * UNIT + BYE
    assert value("opponents_points", books, "ana") == 3 + 4.5


def test_a_table_that_was_given_up_brings_no_opponents() -> None:
    books = books_of(entries("ana bo"), table("ana bo", [1, 2], out=[RESIGNED]))
    assert value("opponents_points", books, "bo") == 0


def test_nobody_loses_opponents_points_because_an_opponent_leaves() -> None:
    first = table("ana bo", [1, 2])
    gone = [Entry("ana"), Entry("bo", missed=2, withdrawn=True)]
    assert value("opponents_points", books_of(entries("ana bo"), first), "ana") == 0
    assert value("opponents_points", books_of(gone, first), "ana") == 2 * 1.5
    given_up = table("cy bo", [1, 2], number=2, out=[RESIGNED])
    books = books_of(entries("ana bo cy"), first, given_up)
    assert value("opponents_points", books, "ana") == 1.5
    assert books.records["bo"].points == 0


def test_points_scored_are_those_of_the_games_without_seats_that_are_out() -> None:
    books = books_of(
        entries("ana bo"),
        table("ana bo", [1, 2], totals=[51, 40]),
        table("bo ana", [1, 2], number=2, totals=[33, None], out=["eliminated"]),
    )
    assert value("points_scored", books, "ana") == 51
    assert value("points_scored", books, "bo") == 73


def test_the_share_of_a_tables_points_is_exact() -> None:
    books = books_of(
        entries("ana bo cy"),
        table("ana bo cy", [1, 2, 3], totals=[20, 10, 0]),
        table("ana bo", [1, 2], number=2, totals=[40, 30]),
    )
    assert value("table_share", books, "ana") == Fraction(2, 3) + Fraction(4, 7)
    assert value("table_share", books, "cy") == 0


def test_points_below_nothing_count_as_no_share() -> None:
    below = books_of(entries("ana bo"), table("ana bo", [1, 2], totals=[10, -4]))
    assert [value("table_share", below, player) for player in ("ana", "bo")] == [1, 0]
    nothing = books_of(entries("ana bo"), table("ana bo", [1, 2], totals=[0, -4]))
    assert [value("table_share", nothing, player) for player in ("ana", "bo")] == [0, 0]


def test_a_direct_encounter_is_what_the_tied_made_where_they_met() -> None:
    books = books_of(
        entries("ana bo cy di"),
        table("ana bo cy di", [3, 1, 2, 4]),
        table("di ana", [2, 1], number=2),
    )
    assert TIEBREAKS["direct_encounter"](books, ["ana", "cy"]) == {"ana": 1, "cy": 2}
    assert TIEBREAKS["direct_encounter"](books, ["ana", "bo", "cy"]) == {"ana": 1, "bo": 3, "cy": 2}
    assert TIEBREAKS["direct_encounter"](books, ["di", "ana"]) == {"di": 0, "ana": 2}


def test_a_direct_encounter_weighs_every_opponent_alike() -> None:
    books = books_of(
        entries("ana bo cy"),
        table("ana bo", [1, 2]),
        table("ana bo", [1, 2], number=2),
        table("cy ana", [1, 2], number=3),
        table("bo cy", [1, 2], number=4),
    )
    found = TIEBREAKS["direct_encounter"](books, ["ana", "bo", "cy"])
    assert found == dict.fromkeys(["ana", "bo", "cy"], Fraction(3, 2))


@pytest.mark.parametrize("tied", [["ana"], ["ana", "cy"], ["ana", "bo", "cy"]])
def test_a_direct_encounter_says_nothing_unless_all_of_the_tied_have_met(tied: list[str]) -> None:
    books = books_of(
        entries("ana bo cy"), table("ana bo", [1, 2]), table("bo cy", [1, 2], number=2)
    )
    assert TIEBREAKS["direct_encounter"](books, tied) == dict.fromkeys(tied)


@pytest.mark.parametrize(
    ("ranks", "out", "winners"),
    [
        ([1, 2, 3], [], ["ana"]),
        ([1, 3, 1], [], ["ana", "cy"]),
        ([1, 2, 2], ["eliminated", RESIGNED], ["ana"]),
        ([2, 3, 1], [RESIGNED], ["ana"]),
        ([1, 1, 1], ["eliminated"] * 3, []),
        ([1, 1, 1], [RESIGNED, "eliminated", RESIGNED], []),
        ([1, 1, 1], [RESIGNED] * 3, []),
    ],
)
def test_a_table_is_won_by_the_best_of_those_who_are_left(
    ranks: list[int], out: list[str], winners: list[str]
) -> None:
    books = books_of(entries("ana bo cy"), table("ana bo cy", ranks, out=out))
    assert [player for player in books.records if value("wins", books, player)] == winners


def test_lots_are_the_same_each_time_and_others_in_another_tournament() -> None:
    assert draw_lots("one", NAMES) == draw_lots("one", NAMES[::-1])
    assert draw_lots("one", NAMES) != draw_lots("two", NAMES)
    assert sorted(draw_lots("one", NAMES).values()) == list(range(1, len(NAMES) + 1))


@given(st.text(), st.sets(st.text(), min_size=2), st.text())
def test_a_late_entry_changes_nothing_between_the_lots_of_others(
    lot: str, players: set[str], late: str
) -> None:
    before, after = draw_lots(lot, players), draw_lots(lot, players | {late})
    assert sorted(players, key=before.__getitem__) == sorted(players, key=after.__getitem__)


def test_every_place_in_the_order_of_lots_is_equally_likely() -> None:
    best = [
        max(lots, key=lots.__getitem__) for lots in (draw_lots(str(n), NAMES) for n in range(800))
    ]
    assert all(70 <= best.count(name) <= 130 for name in NAMES)


@given(ENTRIES, TABLES)
def test_the_shares_of_a_table_are_one_together_or_nothing(
    players: tuple[Entry, ...], tables: list[Played]
) -> None:
    books = books_of(players, *tables)
    shares = TIEBREAKS["table_share"](books, NAMES)
    scored = [each for each in tables if any((total or 0) > 0 for total in each.totals)]
    assert sum(share or 0 for share in shares.values()) == len(scored)


@given(ENTRIES, TABLES)
def test_opponents_points_are_those_of_a_naive_count(
    players: tuple[Entry, ...], tables: list[Played]
) -> None:
    books = books_of(players, *tables)
    for entry in players:
        expected = Fraction(entry.byes * books.records[entry.player].points)
        for each in tables:
            standing = dict(zip(each.players, each.standings, strict=True))
            if standing.get(entry.player, RESIGNED) != RESIGNED:
                met = [player for player in each.players if player != entry.player]
                expected += sum(
                    Fraction(_worth(books, players, tables, one), len(met)) for one in met
                )
        assert value("opponents_points", books, entry.player) == expected / UNIT


def _worth(books: Books, players: Sequence[Entry], tables: list[Played], player: str) -> int:
    given_up = sum(
        (player, RESIGNED) in zip(each.players, each.standings, strict=True) for each in tables
    )
    missed = sum(entry.missed for entry in players if entry.player == player)
    return books.records[player].points + BYE * (given_up + missed)


@given(ENTRIES, TABLES, st.sets(st.sampled_from(NAMES), min_size=1))
def test_a_direct_encounter_has_the_order_of_the_only_table_where_the_tied_met(
    players: tuple[Entry, ...], tables: list[Played], tied: set[str]
) -> None:
    books = books_of(players, *tables)
    found = TIEBREAKS["direct_encounter"](books, sorted(tied))
    shared = [each for each in tables if len(tied.intersection(each.players)) > 1]
    if len(shared) == 1 and tied <= set(shared[0].players):
        finishes = {p: [f for f in books.records[p].finishes if f.table is shared[0]] for p in tied}
        assert found == {player: Fraction(finishes[player][0].points, UNIT) for player in tied}
    elif len(tied) > 1 and not shared:
        assert set(found.values()) == {None}


@given(ENTRIES, TABLES)
def test_every_table_with_somebody_left_has_a_winner(
    players: tuple[Entry, ...], tables: list[Played]
) -> None:
    ranked = [each for each in tables if _somebody_leads(each)]
    books = books_of(players, *ranked)
    assert sum(value("wins", books, player) or 0 for player in NAMES) >= len(ranked)


def _somebody_leads(played: Played) -> bool:
    stayed = [
        (rank, standing)
        for rank, standing in zip(played.ranks, played.standings, strict=True)
        if standing != RESIGNED
    ]
    return (min(stayed, default=(0, ""))[0], PLAYING) in stayed
