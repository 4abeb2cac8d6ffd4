"""Laws that hold for every sheet a game could leave behind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.scoring.core.ranking import Figures, rank
from services.scoring.core.score import score
from tests.scoring.random_ledgers import ledgers
from tests.scoring.sheets import (
    GET_ON_BOARD,
    NEW_YORK_AND_LONDON,
    PARIS_AND_ROME,
    Document,
    sheet,
    tables,
)

GOOD_MARKS = {
    "grannies": 8,
    "students": 6,
    "interns": 3,
    "universities": 4,
    "cinemas": 4,
    "connections": 19,
}
BAD_MARKS = {"turn_zone": 5, "traffic": 19}
MEMORIES = ("monuments", "museums", "operas", "theaters")
FLIRTS = st.fixed_dictionaries({"light": st.integers(0, 2), "dark": st.integers(0, 2)})


@st.composite
def passenger_rows(draw: st.DrawFn, boxes: int) -> Document:
    resolved = draw(st.lists(st.integers(1, boxes), max_size=3))
    waiting = draw(st.integers(0, boxes)) if len(resolved) < 3 else 0
    return {"resolved": resolved, "unresolved": waiting}


@st.composite
def flirt_rows(draw: st.DrawFn) -> Document:
    resolved = draw(st.lists(FLIRTS.filter(lambda row: sum(row.values()) > 0), max_size=3))
    waiting = draw(FLIRTS) if len(resolved) < 3 else {"light": 0, "dark": 0}
    return {"resolved": resolved, "unresolved": waiting}


@st.composite
def sheets(draw: st.DrawFn, cities: tuple[str, ...] = GET_ON_BOARD) -> tuple[str, Document]:
    city = draw(st.sampled_from(cities))
    rooms = {**GOOD_MARKS, **BAD_MARKS, **dict.fromkeys(MEMORIES, 3)}
    keys = [key for key in tables()[city].sheet_keys if key in rooms]
    counts = {key: draw(st.integers(0, rooms[key])) for key in keys}
    document = sheet(city, **counts)
    document["tourists"] = draw(passenger_rows(4))
    sides = st.sampled_from(["yellow", "blue"])
    objectives = st.sampled_from(["grannies", "students", "tourists"])
    document["common"] = draw(st.dictionaries(objectives, sides, max_size=2))
    document["personal"] = draw(st.lists(st.sampled_from("abcdefg"), max_size=3, unique=True))
    if city in NEW_YORK_AND_LONDON:
        document["businesspeople"] = draw(passenger_rows(3))
        document["landmarks"] = draw(notes(document))
    else:
        document["flirts"] = draw(flirt_rows())
        circled = draw(st.integers(0, 6))
        document["metro"] = {"circled": circled, "crossed": draw(st.integers(0, circled))}
    return city, document


def notes(document: Document) -> st.SearchStrategy[dict[str, int | None]]:
    students = number(document["students"]) + number(document["interns"])
    tourists, people = riders(document["tourists"]), riders(document["businesspeople"])
    most = {"university": students, "monument": tourists, "museum": tourists, "office": people}
    return st.fixed_dictionaries(
        {name: st.none() | st.integers(0, crossed) for name, crossed in most.items()}
    )


def number(value: object) -> int:
    assert isinstance(value, int)
    return value


def riders(rows: object) -> int:
    assert isinstance(rows, dict)
    return sum(rows["resolved"]) + number(rows["unresolved"])


@given(sheets() | ledgers())
def test_the_total_is_the_sum_of_the_zones(drawn: tuple[str, Document]) -> None:
    city, document = drawn
    scored = score(tables()[city], document).to_json()
    zones = scored["zones"]
    assert isinstance(zones, dict)
    assert scored["total"] == sum(zones.values())
    assert list(zones) == [zone.name for zone in tables()[city].zones]


def with_one_more(document: Document, rooms: dict[str, int]) -> dict[str, Document]:
    """Return, for each of these keys that has room left, the sheet with one more mark there."""
    counts = {key: number(document[key]) for key in rooms if key in document}
    return {
        key: {**document, key: count + 1} for key, count in counts.items() if count < rooms[key]
    }


@pytest.mark.rule("GOB-E3", "GOB-E4", "GOB-E10")
@given(sheets())
def test_one_more_mark_never_lowers_a_score_where_marks_are_good(
    drawn: tuple[str, Document],
) -> None:
    city, document = drawn
    before = score(tables()[city], document).total
    for key, more in with_one_more(document, GOOD_MARKS).items():
        after = score(tables()[city], more).total
        assert after > before if key == "grannies" else after >= before


@pytest.mark.rule("GOB-E2", "GOB-E10")
@given(sheets())
def test_one_more_mark_never_raises_a_score_where_marks_are_bad(
    drawn: tuple[str, Document],
) -> None:
    city, document = drawn
    before = score(tables()[city], document).total
    for key, more in with_one_more(document, BAD_MARKS).items():
        after = score(tables()[city], more).total
        assert after < before if key == "turn_zone" else after <= before


@pytest.mark.rule("GOB-E5")
@given(sheets())
def test_resolving_the_waiting_row_never_lowers_a_score(drawn: tuple[str, Document]) -> None:
    city, document = drawn
    rows = document["tourists"]
    assert isinstance(rows, dict)
    waiting = [rows["unresolved"]] if rows["unresolved"] else []
    resolved = {"resolved": [*rows["resolved"], *waiting], "unresolved": 0}
    before = score(tables()[city], document).total
    after = score(tables()[city], {**document, "tourists": resolved}).total
    assert after > before if waiting else after == before


@given(sheets(PARIS_AND_ROME))
def test_light_and_dark_flirts_are_worth_the_same(drawn: tuple[str, Document]) -> None:
    city, document = drawn
    rows = document["flirts"]
    assert isinstance(rows, dict)
    swapped = {
        "resolved": [{"light": row["dark"], "dark": row["light"]} for row in rows["resolved"]],
        "unresolved": {
            "light": rows["unresolved"]["dark"],
            "dark": rows["unresolved"]["light"],
        },
    }
    other = {**document, "flirts": swapped}
    assert score(tables()[city], other) == score(tables()[city], document)


def figures(*each: st.SearchStrategy[int]) -> st.SearchStrategy[dict[int, Figures | None]]:
    """Draw the figures of every seat, or none for a seat that is out."""
    return st.dictionaries(st.integers(0, 4), st.none() | st.tuples(*each), min_size=1, max_size=5)


GAMES = figures(st.integers(-20, 120)) | figures(st.integers(0, 3), st.integers(0, 2))
"""Games in which nothing breaks a tie, and games with many ties that something may break."""


@pytest.mark.rule("GOB-E12", "OTU-E4")
@given(GAMES)
def test_the_winners_are_exactly_those_with_the_best_figures(
    game: dict[int, Figures | None],
) -> None:
    best = max((each for each in game.values() if each is not None), default=None)
    expected = sorted(seat for seat, each in game.items() if each is not None and each == best)
    assert list(rank(game).winners) == expected


@pytest.mark.rule("OTU-E4")
@given(GAMES)
def test_no_winner_has_fewer_points_than_another_seat(game: dict[int, Figures | None]) -> None:
    points = {seat: each[0] for seat, each in game.items() if each is not None}
    winners = rank(game).winners
    assert bool(winners) == bool(points)
    assert {points[seat] for seat in winners} <= {max(points.values(), default=0)}


@given(GAMES, st.data())
def test_the_ranking_does_not_depend_on_the_order_of_the_seats(
    game: dict[int, Figures | None], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(list(game.items())))
    assert rank(dict(shuffled)) == rank(game)


@given(GAMES, st.data())
def test_players_who_change_seats_take_their_ranks_along(
    game: dict[int, Figures | None], data: st.DataObject
) -> None:
    moved = dict(zip(game, data.draw(st.permutations(list(game))), strict=True))
    ranking = rank({moved[seat]: each for seat, each in game.items()})
    assert {seat: ranking.rank(moved[seat]) for seat in game} == dict(rank(game).ranks)
    assert {moved[seat] for seat in rank(game).winners} == set(ranking.winners)


@pytest.mark.slow
@given(GAMES)
def test_a_rank_tells_how_many_did_better(game: dict[int, Figures | None]) -> None:
    for seat, place in rank(game).ranks:
        mine = game[seat]
        better = [
            other for other in game.values() if other is not None and (mine is None or other > mine)
        ]
        assert place == 1 + len(better)
