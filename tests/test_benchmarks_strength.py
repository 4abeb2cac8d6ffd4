"""The measure of strength compares, counts and prints; how strong a bot is, it says itself."""

from collections.abc import Callable
from typing import Any

import pytest

from benchmarks import report as page
from benchmarks.strength import __main__ as command
from benchmarks.strength import report
from benchmarks.strength.matches import City, Match, Pairing, play_pair
from clients.bots.choosing import Asked, choose_at_random
from services.scoring.editions import load_tables
from tests.support import EDITIONS

PAIRING = Pairing("greedy", "random", 0.95)
TABLES = load_tables()


def match(*pairs: tuple[int, int]) -> Match:
    """Make a match up."""
    return Match("gob-rome", 2, PAIRING, list(pairs), {"greedy": [50, 40], "random": [30]})


def test_both_levels_sit_in_every_seat_of_the_same_cards() -> None:
    seen: list[tuple[str, int, Any]] = []

    def noting(level: str) -> Callable[[Asked], Any]:
        def choose(asked: Asked) -> Any:
            if asked.view["phase"] == "choosing":
                hand = asked.view["seats"][asked.view["seat"]]["hand"]
                seen.append((level, asked.view["seat"], hand))
            return choose_at_random(asked)

        return choose

    found = Match("gob-london", 4, PAIRING)
    city = City(EDITIONS["gob-london"], TABLES["gob-london"])
    play_pair(city, found, {"greedy": noting("greedy"), "random": noting("random")}, "seats")
    assert sorted((level, seat) for level, seat, _ in seen) == [
        (level, seat) for level in ("greedy", "random") for seat in range(4)
    ]
    for number in range(4):
        assert len({tuple(hand) for _, seat, hand in seen if seat == number}) == 1
    assert found.comparisons == 2 * 2 * 2


def test_a_tie_is_not_ahead() -> None:
    found = match((1, 2), (2, 2))
    assert (found.share, found.comparisons) == (0.75, 4)


def test_an_interval_holds_the_share_and_gets_narrower() -> None:
    few, many = match(*[(2, 2), (1, 2)] * 5), match(*[(2, 2), (1, 2)] * 50)
    for found in (few, many):
        low, high = found.interval()
        assert 0 < low < found.share < high < 1
    assert many.interval()[0] > few.interval()[0]
    low, high = match(*[(2, 2)] * 10).interval()
    assert 0.7 < low < high == pytest.approx(1)


def test_games_that_always_come_out_alike_count_as_one() -> None:
    alike, apart = match(*[(8, 8), (0, 8)] * 5), match(*[(4, 8)] * 5, *[(5, 8), (3, 8)] * 3)
    assert alike.share == apart.share
    assert alike.interval()[0] < apart.interval()[0]


def test_the_table_says_what_was_measured() -> None:
    said = report.render([match((2, 2), (1, 2))], 200)
    assert "| gob-rome | 2 | greedy : random | 2 | 4 | 75.0% |" in said
    assert "| 95% | 45.0 : 30.0 | 2 : 3 |" in said
    assert "200 ms of processor time a move" in said


def test_a_missed_demand_is_said() -> None:
    assert report.misses([match((2, 2))]) == []
    sentence = "gob-rome: greedy is ahead of random in 75.0%, 95% are demanded"
    assert report.misses([match((2, 2), (1, 2))]) == [sentence]


@pytest.mark.slow
def test_the_command_plays_prints_and_fails_if_a_demand_is_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--pairs", "1", "--level", "greedy", "--edition", "gob-rome"]
    demands = [Pairing("greedy", "random", demand) for demand in (0.0, 1.01)]
    for code, demand in enumerate(demands):
        monkeypatch.setattr(command, "PAIRINGS", (demand,))
        assert command.main(asked) == code
        printed = capsys.readouterr()
        assert "| gob-rome | 2 | greedy : random | 1 | 2 |" in printed.out
        assert "1 pairs, greedy ahead of random" in printed.err
        assert ("missed:" in printed.err) == bool(code)


def test_the_page_has_a_place_for_the_table() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    begin, end = page.BEGIN.format(report.MARK), page.END.format(report.MARK)
    assert 0 < text.find(begin) < text.find(end)
