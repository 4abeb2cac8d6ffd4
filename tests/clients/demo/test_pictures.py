"""What people see of the show: how far games are, who won, where to look."""

from typing import Any

import pytest
from rich.console import Console

from clients.demo.games import Game
from clients.demo.pictures import ending, show_games, show_places

NAMES = {"gob-rome": "Rome (gob-rome)", "otu-paris": "Paris (otu-paris)"}


def table(edition: str = "gob-rome", result: Any = None) -> Any:
    seats = [{"name": name, "player": name, "kind": "bot"} for name in ("Ana", "Ben", "Cleo")]
    playing = {"id": "x", "edition": edition, "address": f"http://here/{edition}/x"}
    return {"id": "t", "seats": seats, "playing": playing, "result": result}


def result(winners: list[int], totals: list[int | None]) -> Any:
    order = sorted(totals, key=lambda total: -(total or 0))
    return {"ranks": [order.index(total) + 1 for total in totals], "totals": totals} | {
        "winners": winners
    }


def view(**more: Any) -> Any:
    return {"finished": False, "version": 7, "table": more}


def shown(picture: Any, width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(picture)
    return capture.get()


@pytest.mark.parametrize(
    ("winners", "totals", "sentence"),
    [
        ([1], [30, 41, 12], "Ben won with 41 points; Ana 30, Cleo 12"),
        ([0, 1], [41, 41, None], "Ana and Ben won with 41 points; Cleo out"),
        ([0, 1, 2], [9, 9, 9], "Ana and Ben and Cleo won with 9 points"),
        ([], [None, None, None], "nobody won"),
    ],
)
def test_who_won_is_said_in_a_sentence(
    winners: list[int], totals: list[int | None], sentence: str
) -> None:
    assert ending(table(result=result(winners, totals))).plain == sentence


def test_how_far_a_game_is_follows_from_its_rounds_or_its_cards() -> None:
    rome = Game(table(), view(round=0, rounds=12))
    paris = Game(table("otu-paris"), view(deck=40))
    assert (rome.done, paris.done) == (0.0, 0.0)
    rome.view, paris.view = view(round=4, rounds=12), view(deck=10)
    assert (rome.done, paris.done) == (0.25, 0.75)
    rome.view = {**view(round=9, rounds=12), "finished": True}
    assert rome.done == 1.0


@pytest.mark.parametrize("width", [80, 120])
def test_running_games_fit_the_terminal_a_line_each(width: int) -> None:
    games = [Game(table(), view(round=7, rounds=12)), Game(table("otu-paris"), view(deck=40))]
    games[0].view = view(round=7, rounds=12)
    games[1].table = table("otu-paris", result([2], [100, 99, 103]))
    lines = shown(show_games(games, NAMES), width).splitlines()
    assert len(lines) == 2
    assert max(map(len, lines)) <= width
    half = "█" * 12 + "░" * 12
    assert lines[0].split() == ["Rome", "(gob-rome)", "3", "players", half, "7", "moves"]
    assert "Cleo won" in lines[1]


def test_addresses_are_told() -> None:
    text = show_places("http://here", {"id": "cup", "game": "gob-rome"}).plain
    for place in (
        "http://here/rules/docs",
        "http://here/lobby/v1/tournaments/cup/standings",
        "http://here/scoring/v1/leaderboards/gob-rome?pool=bots",
    ):
        assert place in text.split()
