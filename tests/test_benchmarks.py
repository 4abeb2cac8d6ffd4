"""The benchmarks measure, print and keep their tables. How fast anything is, no test asks."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import passenger, playouts, report
from benchmarks.passenger import Travel
from benchmarks.playouts import Amount, Figures
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.travel import journey
from tests.support import EDITIONS


@pytest.fixture(params=["gob-rome", "otu-paris"])
def figures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Figures:
    """Measure one table on very few games."""
    entry = EDITIONS[request.param]
    monkeypatch.setattr(playouts, "CHESS_GAMES", 1)
    monkeypatch.setitem(playouts.AMOUNTS, entry.family, Amount(2, 1, 1))
    return playouts.measure(entry, 2, slices=1)


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> Travel:
    """Measure the passenger on very few boards."""
    monkeypatch.setattr(passenger, "GAMES", 1)
    return passenger.measure_travel(EDITIONS["otu-new-york"], rounds=1)


def test_random_games_count_turns_and_moves() -> None:
    turns, moves = playouts.random_games(EDITIONS["gob-rome"], 2, 4, "count")
    assert moves - turns == 4 * 2
    assert turns >= 4
    assert playouts.random_games(EDITIONS["gob-rome"], 2, 4, "count", look=True) == (turns, moves)


def test_a_turn_of_several_actions_counts_once() -> None:
    turns, moves = playouts.random_games(EDITIONS["otu-new-york"], 2, 1, "count")
    assert turns == 26  # 50 cards are drawn, two a turn, and both have had the same number
    assert moves > 4 * (turns - 1)


@pytest.mark.slow
def test_everything_is_measured(figures: Figures) -> None:
    assert figures.players == 2
    assert figures.moves_per_second > figures.turns_per_second > figures.games_per_second > 0
    assert figures.chess_moves_per_second > 0
    assert figures.ratio > figures.turn_ratio > 0
    assert figures.ratio == figures.moves_per_second / figures.chess_moves_per_second
    assert figures.consequences_per_second > 0
    assert figures.options_per_turn > 1
    assert figures.apply_microseconds > 0
    assert figures.json_microseconds > 0
    assert 500 < figures.largest_state < 6144


def test_the_passenger_is_measured_with_all_outcomes(travel: Travel) -> None:
    assert (travel.edition, travel.positions) == ("otu-new-york", passenger.LATE)
    assert travel.outcomes >= 1
    assert travel.slowest >= travel.microseconds > 0
    assert travel.ratio == travel.microseconds / travel.dijkstra_microseconds


@pytest.mark.slow
def test_dijkstra_finds_as_few_empty_spaces_as_the_passenger() -> None:
    entry = EDITIONS["otu-paris"]
    assert isinstance(entry.edition, Edition)
    for state in passenger.late_boards(entry)[::20]:
        trip = journey(entry.edition, state)
        assert passenger.nearest(entry.edition, state)[0] == trip.search.spaces


def test_the_passenger_of_another_family_is_not_looked_for() -> None:
    with pytest.raises(TypeError):
        passenger.measure_travel(EDITIONS["gob-rome"])


@pytest.mark.slow
def test_the_tables_have_a_cell_for_every_heading(figures: Figures, travel: Travel) -> None:
    lines = report.render([figures], [travel]).splitlines()
    playout, journey = lines[:3], lines[4:7]
    assert {line.count("|") for line in playout} == {len(report.PLAYOUTS) + 1}
    assert {line.count("|") for line in journey} == {len(report.TRAVELS) + 1}
    assert "python-chess: " in lines[-1]


def test_the_tables_are_kept_between_their_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "README.md"
    page.write_text("before\n<!-- table -->\nold\n<!-- end of table -->\nafter\n", encoding="utf-8")
    monkeypatch.setattr(report, "PAGE", page)
    report.keep("new")
    text = "before\n<!-- table -->\nnew\n<!-- end of table -->\nafter\n"
    assert page.read_text(encoding="utf-8") == text


def test_a_missed_target_is_said(travel: Travel) -> None:
    fast = Figures("gob-rome", 2, 1, 5000, 1, 1000, 1, 1, 1, 1, 1)
    slow, large = replace(fast, moves_per_second=3000), replace(fast, largest_state=7000)
    quick = replace(travel, microseconds=50, slowest=99, dijkstra_microseconds=10)
    assert report.misses([fast], [quick]) == []
    assert report.misses([fast, slow, large], [quick]) == [
        "gob-rome, 2: 3.0 times python-chess",
        "gob-rome: 7000 bytes",
    ]
    assert report.misses([replace(slow, edition="otu-paris")], [quick]) == []
    assert report.misses([], [replace(quick, microseconds=70), replace(quick, slowest=1001)]) == [
        "otu-new-york: 7.0 times Dijkstra",
        "otu-new-york: 1001 µs",
    ]


def test_the_page_has_a_table_of_every_edition() -> None:
    text = report.PAGE.read_text(encoding="utf-8")
    for name, entry in EDITIONS.items():
        for players in entry.edition.players:
            assert f"| {name} | {players} |" in text
