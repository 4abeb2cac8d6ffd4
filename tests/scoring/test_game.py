"""Who won: ranks, shared victories, and seats that are out."""

from __future__ import annotations

import json

import pytest

from services.scoring.core.errors import GameError, SheetError
from services.scoring.core.game import GameResult, score_game
from services.scoring.core.ranking import Ranking, rank
from tests.scoring.sheets import GET_ON_BOARD, sheet, tables


def entry(seat: int, grannies: int = 0, standing: str = "playing") -> dict[str, object]:
    document = sheet("gob-rome", grannies=grannies)
    return {"seat": seat, "standing": standing, "sheet": document}


def result(*seats: dict[str, object]) -> GameResult:
    return score_game(tables()["gob-rome"], list(seats))


@pytest.mark.rule("GOB-E12")
def test_most_points_win() -> None:
    game = result(entry(0, grannies=3), entry(1, grannies=8), entry(2, grannies=5))
    assert [(seat.seat, seat.total, seat.rank) for seat in game.seats] == [
        (0, 3, 3),
        (1, 15, 1),
        (2, 7, 2),
    ]
    assert game.winners == (1,)


@pytest.mark.rule("GOB-E12")
def test_players_tied_for_first_share_the_victory() -> None:
    game = result(entry(0, grannies=4), entry(1, grannies=2), entry(2, grannies=4))
    assert [seat.rank for seat in game.seats] == [1, 3, 1]
    assert game.winners == (0, 2)


@pytest.mark.rule("GOB-E12")
def test_an_eliminated_player_has_no_score_and_never_wins() -> None:
    game = result(entry(0, grannies=8, standing="eliminated"), entry(1), entry(2, grannies=1))
    assert [(seat.total, seat.rank) for seat in game.seats] == [(None, 3), (0, 2), (1, 1)]
    assert game.seats[0].breakdown is None
    assert game.winners == (2,)


@pytest.mark.rule("GOB-E12")
def test_a_player_below_zero_still_beats_an_eliminated_one() -> None:
    loser = {"seat": 1, "standing": "playing", "sheet": sheet("gob-rome", turn_zone=5)}
    game = result(entry(0, standing="eliminated"), loser)
    assert game.seats[1].total == -10
    assert game.winners == (1,)


@pytest.mark.rule("GOB-X9")
def test_a_resigned_player_is_out_like_an_eliminated_one() -> None:
    game = result(
        entry(0, grannies=8, standing="resigned"),
        entry(1),
        entry(2, grannies=8, standing="eliminated"),
    )
    assert [(seat.standing, seat.total, seat.rank) for seat in game.seats] == [
        ("resigned", None, 2),
        ("playing", 0, 1),
        ("eliminated", None, 2),
    ]
    assert game.winners == (1,)


@pytest.mark.rule("GOB-X6")
def test_nobody_wins_when_nobody_is_left() -> None:
    game = result(entry(0, grannies=8, standing="eliminated"), entry(1, standing="resigned"))
    assert game.winners == ()
    assert [(seat.total, seat.rank) for seat in game.seats] == [(None, 1), (None, 1)]


def test_the_sheet_of_a_seat_that_is_out_is_not_read() -> None:
    game = result(entry(0), {"seat": 1, "standing": "eliminated", "sheet": {}})
    assert game.winners == (0,)
    assert game.seats[1].total is None


def test_ties_below_the_first_share_their_rank_too() -> None:
    assert rank({0: (5,), 1: (9,), 2: (5,), 3: (1,), 4: None}) == Ranking(
        ranks=((0, 2), (1, 1), (2, 2), (3, 4), (4, 5)), winners=(1,)
    )
    assert rank({0: (5,), 1: (9,), 2: (5,)}).rank(2) == 2


@pytest.mark.rule("OTU-E4")
def test_what_breaks_a_tie_counts_only_between_equal_points() -> None:
    assert rank({0: (5, 2), 1: (5, 3), 2: (4, 9), 3: (5, 2), 4: None}) == Ranking(
        ranks=((0, 2), (1, 1), (2, 4), (3, 2), (4, 5)), winners=(1,)
    )
    assert rank({0: (5, 3, 0), 1: (5, 3, 1), 2: (5, 2, 9)}).winners == (1,)


@pytest.mark.parametrize("city", GET_ON_BOARD)
def test_every_city_scores_a_game(city: str) -> None:
    seats = [
        {"seat": 0, "standing": "playing", "sheet": sheet(city, turn_zone=1)},
        {"seat": 1, "standing": "playing", "sheet": sheet(city)},
    ]
    assert score_game(tables()[city], seats).winners == (1,)


def test_a_result_is_a_json_document_in_the_order_of_the_seats() -> None:
    game = result(entry(1, standing="eliminated"), entry(0, grannies=2))
    document = json.loads(json.dumps(game.to_json()))
    assert document == {
        "seats": [
            {
                "seat": 0,
                "standing": "playing",
                "rank": 1,
                "total": 2,
                "tie_break": None,
                "breakdown": {
                    "turn_zone": 0,
                    "grannies": 2,
                    "students": 0,
                    "tourists": 0,
                    "common": 0,
                    "personal": 0,
                    "flirts": 0,
                    "connections": 0,
                    "metro": 0,
                },
            },
            {
                "seat": 1,
                "standing": "eliminated",
                "rank": 2,
                "total": None,
                "tie_break": None,
                "breakdown": None,
            },
        ],
        "winners": [0],
    }


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ({}, "seats: expected a list, found an object"),
        ([], "seats: a game without seats"),
        ([3], r"seats\[0\]: expected an object, found an integer"),
        ([{"seat": 0, "standing": "playing"}], r"seats\[0\]: missing key 'sheet'"),
        ([{**entry(0), "name": "Ann"}], r"seats\[0\]\.name: unknown key"),
        ([entry(0), entry(0)], r"seats\[1\]: seat 0 is there twice"),
        ([entry(-1)], r"seats\[0\]\.seat: -1 is less than 0"),
        ([entry(0, standing="asleep")], r"seats\[0\]\.standing: no standing 'asleep', only pl"),
    ],
)
def test_what_is_no_list_of_seats_is_refused(seats: object, message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        score_game(tables()["gob-rome"], seats)
    assert caught.value.code == "game_invalid"


def test_a_flaw_of_a_sheet_is_placed_within_its_game() -> None:
    broken = sheet("gob-rome", tourists={"resolved": [1, 5], "unresolved": 0})
    with pytest.raises(SheetError) as caught:
        result(entry(0), entry(1), {"seat": 2, "standing": "playing", "sheet": broken})
    assert str(caught.value) == "seats[2].sheet.tourists.resolved[1]: 5 tourists in a row of 4"
