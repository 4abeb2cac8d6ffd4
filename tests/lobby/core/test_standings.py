"""Standings: who is where and why, the same whatever order results come in."""

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.core.field import UNIT
from services.lobby.core.points import BYE, RESIGNED, Played, match_points, read_scheme
from services.lobby.core.standings import Entry, Regulations, Row, standings
from services.lobby.core.tiebreaks import TIEBREAKS
from tests.lobby.core.results import ENTRIES, NAMES, TABLES, entries, table

ORDERS = st.permutations(sorted(TIEBREAKS)).map(tuple)
PLAIN = Regulations((), "a lot")


def listed(rows: tuple[Row, ...]) -> list[tuple[int, str]]:
    return [(row.position, row.player) for row in rows]


def test_points_come_first_and_equal_points_share_a_position() -> None:
    rows = standings(entries("ana bo cy di"), [table("ana bo cy di", [2, 1, 2, 4])], PLAIN)
    assert listed(rows) == [(1, "bo"), (2, "ana"), (2, "cy"), (4, "di")]
    assert [row.points / UNIT for row in rows] == [3, 1.5, 1.5, 0]


def test_before_the_first_round_everybody_shares_the_first_position() -> None:
    rows = standings(entries("ana bo cy"), [], Regulations(("wins", "direct_encounter"), "a lot"))
    assert listed(rows) == [(1, "ana"), (1, "bo"), (1, "cy")]
    assert [row.tiebreaks for row in rows] == [(0, None)] * 3


def test_a_row_tells_everything_that_has_happened_to_somebody() -> None:
    players = [Entry("ana", byes=1), Entry("bo", missed=1, withdrawn=True), Entry("cy")]
    played = [
        table("cy bo", [1, 2], totals=[44, None], out=[RESIGNED]),
        table("ana cy", [1, 2], number=2, totals=[50, 25]),
    ]
    rows = standings(players, played, Regulations(("table_share", "wins"), "a lot"))
    assert rows == (
        Row(1, "ana", 3 * UNIT + BYE, (2 / 3, 1), 1, 1, 1, 0, withdrawn=False),
        Row(2, "cy", 3 * UNIT, (4 / 3, 1), 2, 1, 0, 0, withdrawn=False),
        Row(3, "bo", 0, (0, 0), 1, 0, 0, 1, withdrawn=True),
    )


def test_a_row_is_a_json_document_with_whole_points() -> None:
    row = Row(1, "ana", 4 * UNIT + 90, (7, 0.5, None), 3, 1, 0, 0, withdrawn=False)
    document = row.to_json()
    assert json.loads(json.dumps(document)) == document
    assert document == {
        "position": 1,
        "player": "ana",
        "points": 4.375,
        "tiebreaks": [7, 0.5, None],
        "played": 3,
        "wins": 1,
        "byes": 0,
        "forfeits": 0,
        "withdrawn": False,
    }


def test_tiebreaks_decide_in_the_organisers_order() -> None:
    played = [
        table("ana bo", [1, 2], totals=[30, 10]),
        table("cy di", [1, 2], totals=[60, 50]),
    ]
    by_share = standings(
        entries("cy ana di bo"), played, Regulations(("table_share", "points_scored"), "a lot")
    )
    assert listed(by_share) == [(1, "ana"), (2, "cy"), (3, "di"), (4, "bo")]
    by_points = standings(
        entries("ana cy di bo"), played, Regulations(("points_scored", "table_share"), "a lot")
    )
    assert listed(by_points) == [(1, "cy"), (2, "ana"), (3, "di"), (4, "bo")]


def test_a_direct_encounter_is_asked_only_of_those_who_are_still_tied() -> None:
    played = [
        table("ana bo", [1, 2], totals=[40, 15]),
        table("bo cy", [1, 2], number=2, totals=[25, 20]),
        table("cy di", [1, 2], number=3, totals=[60, 10]),
    ]
    players = entries("bo ana cy di")
    alone = standings(players, played, Regulations(("direct_encounter",), "a lot"))
    assert listed(alone) == [(1, "bo"), (1, "ana"), (1, "cy"), (4, "di")]
    fewer = standings(players, played, Regulations(("points_scored", "direct_encounter"), "a lot"))
    assert listed(fewer) == [(1, "cy"), (2, "ana"), (3, "bo"), (4, "di")]
    assert [row.tiebreaks for row in fewer] == [(80, None), (40, 3), (40, 0), (10, None)]


def test_who_beat_the_other_is_ahead_when_only_these_two_are_tied() -> None:
    played = [table("ana bo cy", [2, 1, 3]), table("ana cy", [1, 2], number=2)]
    players = [Entry("ana"), Entry("bo", byes=1), Entry("cy")]
    rows = standings(players, played, Regulations(("direct_encounter",), "a lot"))
    assert [(row.player, row.points / UNIT) for row in rows[:2]] == [("bo", 4.5), ("ana", 4.5)]
    assert [row.tiebreaks for row in rows] == [(3,), (1.5,), (None,)]


def test_a_correction_replaces_ranks_and_everything_follows() -> None:
    wrong = table("ana bo cy", [1, 2, 3])
    right = wrong._replace(ranks=(3, 2, 1))
    assert listed(standings(entries("ana bo cy"), [right], PLAIN)) == [
        (1, "cy"),
        (2, "bo"),
        (3, "ana"),
    ]


def test_a_knockout_ranks_how_far_somebody_came_before_points() -> None:
    players = [Entry("ana", stage=1), Entry("bo", stage=2)]
    rows = standings(players, [table("ana bo", [1, 2])], PLAIN)
    assert listed(rows) == [(1, "bo"), (2, "ana")]


def test_an_own_scheme_and_an_own_bye_count() -> None:
    own = Regulations((), "a lot", read_scheme({2: [1200, 240]}, {2}), bye=480)
    rows = standings([*entries("ana bo"), Entry("cy", byes=1)], [table("ana bo", [1, 2])], own)
    assert [(row.player, row.points) for row in rows] == [("ana", 1200), ("cy", 480), ("bo", 240)]


def test_a_table_of_somebody_who_never_entered_is_refused() -> None:
    with pytest.raises(KeyError, match="bo"):
        standings(entries("ana"), [table("ana bo", [1, 2])], PLAIN)


def test_a_tiebreak_that_nobody_knows_is_refused() -> None:
    with pytest.raises(KeyError, match="beauty"):
        standings(entries("ana"), [], Regulations(("beauty",), "a lot"))


@pytest.mark.slow
@given(ENTRIES, TABLES, ORDERS, st.randoms(use_true_random=False))
def test_the_order_of_results_does_not_matter_and_that_of_entries_only_among_equals(
    players: tuple[Entry, ...], tables: list[Played], order: tuple[str, ...], chance: Random
) -> None:
    regulations = Regulations(order, "a lot")
    rows = standings(players, tables, regulations)
    assert standings(players, chance.sample(tables, len(tables)), regulations) == rows
    shuffled = standings(chance.sample(players, len(players)), tables, regulations)
    assert sorted(shuffled, key=lambda row: row.player) == sorted(rows, key=lambda row: row.player)


@given(ENTRIES, TABLES, ORDERS)
def test_nobody_shares_a_position_once_lots_are_drawn(
    players: tuple[Entry, ...], tables: list[Played], order: tuple[str, ...]
) -> None:
    rows = standings(players, tables, Regulations(order, "a lot"))
    assert [row.position for row in rows] == list(range(1, len(NAMES) + 1))
    assert {row.player for row in rows} == set(NAMES)


@pytest.mark.slow
@given(ENTRIES, TABLES, ORDERS)
def test_rows_are_in_the_order_of_what_they_show_and_shared_only_by_equals(
    players: tuple[Entry, ...], tables: list[Played], order: tuple[str, ...]
) -> None:
    shown = order[: order.index("lot")]
    rows = standings(players, tables, Regulations(shown, "a lot"))
    stages = {entry.player: entry.stage for entry in players}
    keys = [
        (stages[row.player], row.points, *(number or 0 for number in row.tiebreaks)) for row in rows
    ]
    assert keys == sorted(keys, reverse=True)
    assert [row.position for row in rows] == [keys.index(key) + 1 for key in keys]


@given(ENTRIES, TABLES)
def test_all_points_come_from_tables_and_byes(
    players: tuple[Entry, ...], tables: list[Played]
) -> None:
    rows = standings(players, tables, PLAIN)
    expected = Counter({entry.player: entry.byes * BYE for entry in players})
    for each in tables:
        points = match_points(each.ranks, each.standings)
        expected.update(dict(zip(each.players, points, strict=True)))
    assert {row.player: row.points for row in rows} == expected
    assert sum(row.played for row in rows) == sum(len(each.players) for each in tables)
    assert sum(row.forfeits for row in rows) == sum(
        each.standings.count(RESIGNED) for each in tables
    )


@given(ENTRIES, TABLES, ORDERS)
def test_standings_survive_a_json_round_trip(
    players: tuple[Entry, ...], tables: list[Played], order: tuple[str, ...]
) -> None:
    documents = [row.to_json() for row in standings(players, tables, Regulations(order, "a lot"))]
    assert json.loads(json.dumps(documents)) == documents
