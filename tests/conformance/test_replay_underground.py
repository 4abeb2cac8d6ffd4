"""What the replay command makes of records of On the Underground that are not as they should be."""

import json
from typing import Any

import pytest

from tests.conformance.test_replay import first_game, replayed

NEW_YORK = "otu-new-york-3p.jsonl"
PARIS = "otu-paris-2p.jsonl"


def error_of(game: dict[str, Any]) -> tuple[int | None, str, str | None]:
    """Replay a game that cannot be played, and see that the others go on."""
    first, second = replayed(game, first_game(NEW_YORK))
    assert second == first_game(NEW_YORK)
    assert "result" not in first
    error = first["error"]
    assert error["detail"]
    return error["move"], error["code"], error["rule"]


def changed(file: str, at: int, move: str) -> dict[str, Any]:
    """Put another move into the first game of a file."""
    game = first_game(file)
    game["moves"][at]["move"] = move
    return game


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "change", "code", "rule"),
    [
        (NEW_YORK, {"seats": 6}, "wrong_number_of_players", "OTU-S1"),
        (NEW_YORK, {"lines": [["red"], ["blue"], ["green"]]}, "impossible_draw", "OTU-S2"),
        (NEW_YORK, {"deck": ["york-st"]}, "impossible_draw", "OTU-S4"),
        (PARIS, {"landmarks": {}}, "bad_record", None),
        (PARIS, {"secrets": [[0, 1], [1, 2]]}, "impossible_draw", "OTU-S6"),
        (PARIS, {"secrets": [[0, 1], [2, 11]]}, "impossible_draw", "OTU-S6"),
        (PARIS, {"edition": "otu-atlantis"}, "unknown_edition", None),
    ],
)
def test_a_game_that_cannot_be_set_up_says_why(
    file: str, change: dict[str, Any], code: str, rule: str | None
) -> None:
    assert error_of({**first_game(file), **change}) == (None, code, rule)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "at", "move", "code", "rule"),
    [
        (NEW_YORK, 0, "place_track red york-st|marcy-av - -", "illegal_move", "OTU-P1"),
        (NEW_YORK, 1, "place_track mauve york-st|marcy-av - -", "illegal_move", "OTU-S2"),
        (NEW_YORK, 2, "move_passenger union-sq -", "illegal_move", "OTU-T1"),
        (PARIS, 0, "place_track red la-defense|porte-maillot - -", "illegal_move", "OTU-B6"),
        (PARIS, 0, "fly", "malformed_move", None),
    ],
)
def test_a_move_that_is_not_legal_is_an_error_of_its_place(
    file: str, at: int, move: str, code: str, rule: str | None
) -> None:
    game = changed(file, at, move)
    if "red" in move:
        line = first_game(file)["lines"][0][0]
        game = changed(file, at, move.replace("red", line))
    assert error_of(game) == (at, code, rule)


@pytest.mark.slow
def test_a_way_of_the_passenger_that_is_not_offered_is_an_error() -> None:
    game = first_game(NEW_YORK)
    at = next(n for n, m in enumerate(game["moves"]) if m["move"].startswith("move_passenger"))
    assert error_of(changed(NEW_YORK, at, "move_passenger coney-island red")) == (
        at,
        "illegal_move",
        "OTU-G4",
    )


def test_a_move_of_another_seat_is_an_error() -> None:
    game = first_game(NEW_YORK)
    game["moves"][0]["seat"] = 2
    assert error_of(game) == (0, "not_your_turn", "OTU-T1")


def test_a_move_after_the_end_is_an_error() -> None:
    game = first_game(NEW_YORK)
    game["moves"].append({"seat": 0, "move": "take_branch"})
    assert error_of(game) == (len(game["moves"]) - 1, "game_over", "OTU-E1")


def test_a_game_that_stops_early_has_the_scores_as_they_stand() -> None:
    game = first_game(PARIS)
    del game["moves"][40:]
    (written,) = replayed(game)
    assert "error" not in written
    assert [seat.keys() for seat in written["result"]] == [
        {"total", "branch_tiles", "breakdown"},
        {"total", "branch_tiles", "breakdown"},
    ]
    totals = [seat["total"] for seat in written["result"]]
    assert totals == [sum(seat["breakdown"].values()) for seat in written["result"]]


def test_wrong_figures_are_written_as_computed() -> None:
    whole, wrong = first_game(PARIS), first_game(PARIS)
    wrong["moves"][3]["legal"] = 99
    wrong["moves"][4]["legal_sha1"] = "0" * 40
    wrong["result"][1]["breakdown"]["passenger"] += 1
    assert replayed(json.dumps(wrong)) == [whole]
