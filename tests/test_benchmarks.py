"""The benchmark measures, prints and keeps its table. How fast anything is, no test asks."""

from pathlib import Path

import pytest

import benchmarks.__main__ as bench
from benchmarks import playouts
from benchmarks.playouts import Figures
from tests.support import EDITIONS


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> Figures:
    """Measure one table on very few games."""
    small = {"GAMES": 3, "CHESS_GAMES": 1, "WARM_UP": 2, "POSITIONS": 1}
    for name, games in small.items():
        monkeypatch.setattr(playouts, name, games)
    return playouts.measure(EDITIONS["gob-rome"], 2, slices=1)


def test_random_games_count_turns_and_moves() -> None:
    turns, moves = playouts.random_games(EDITIONS["gob-rome"], 2, 4, "count")
    assert moves - turns == 4 * 2
    assert turns >= 4
    assert playouts.random_games(EDITIONS["gob-rome"], 2, 4, "count", look=True) == (turns, moves)


def test_everything_is_measured(figures: Figures) -> None:
    assert (figures.edition, figures.players) == ("gob-rome", 2)
    assert figures.moves_per_second > figures.turns_per_second > figures.games_per_second > 0
    assert figures.chess_moves_per_second > 0
    assert figures.ratio > figures.turn_ratio > 0
    assert figures.ratio == figures.moves_per_second / figures.chess_moves_per_second
    assert figures.consequences_per_second > 0
    assert figures.options_per_turn > 1
    assert figures.apply_microseconds > 0
    assert figures.json_microseconds > 0
    assert 500 < figures.largest_state < 6144


def test_the_table_has_a_cell_for_every_heading(figures: Figures) -> None:
    heading, rule, row, _, machine = bench.render([figures]).splitlines()
    assert heading.count("|") == rule.count("|") == row.count("|") == len(bench.HEADINGS) + 1
    assert "python-chess: " in machine


def test_the_table_is_kept_between_its_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "README.md"
    page.write_text(f"before\n{bench.BEGIN}\nold\n{bench.END}\nafter\n", encoding="utf-8")
    monkeypatch.setattr(bench, "TABLE", page)
    bench.keep("new")
    text = f"before\n{bench.BEGIN}\nnew\n{bench.END}\nafter\n"
    assert page.read_text(encoding="utf-8") == text


def test_a_missed_target_is_said(figures: Figures, capsys: pytest.CaptureFixture[str]) -> None:
    fast = Figures(**{**vars(figures), "moves_per_second": 5 * figures.chess_moves_per_second})
    slow = Figures(**{**vars(figures), "moves_per_second": 3 * figures.chess_moves_per_second})
    large = Figures(**{**vars(fast), "largest_state": 7000})
    assert bench.met([fast])
    assert not bench.met([fast, slow])
    assert not bench.met([large])
    said = capsys.readouterr().err
    assert "missed: gob-rome, 2: 3.0 times" in said
    assert "missed: gob-rome: 7000 bytes" in said


def test_the_page_has_a_table_of_every_edition() -> None:
    text = bench.TABLE.read_text(encoding="utf-8")
    for name, entry in EDITIONS.items():
        for players in entry.edition.players:
            assert f"| {name} | {players} |" in text
