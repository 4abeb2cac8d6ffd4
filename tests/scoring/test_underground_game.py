"""Who won a game of On the Underground: points, then branch tiles, then all together."""

from __future__ import annotations

import json

import pytest

from services.scoring.core.errors import GameError, SheetError
from services.scoring.core.game import GameResult, score_game
from tests.scoring.ledgers import NEW_YORK, PARIS, UNDERGROUND, ledger, line
from tests.scoring.sheets import tables

both_cities = pytest.mark.parametrize("city", UNDERGROUND)


def entry(city: str, seat: int, rides: int, branch_tiles: int = 0) -> dict[str, object]:
    document = ledger(city, line(city, rides=rides), branch_tiles=branch_tiles)
    return {"seat": seat, "standing": "playing", "sheet": document}


def ranks(game: GameResult) -> list[int]:
    return [seat.rank for seat in game.seats]


@pytest.mark.rule("OTU-E4")
@both_cities
def test_most_points_win_whatever_the_branch_tiles(city: str) -> None:
    seats = [entry(city, 0, 5, branch_tiles=9), entry(city, 1, 6), entry(city, 2, 4)]
    game = score_game(tables()[city], seats)
    assert [seat.total for seat in game.seats] == [5, 6, 4]
    assert ranks(game) == [2, 1, 3]
    assert game.winners == (1,)


@pytest.mark.rule("OTU-E4")
@both_cities
def test_of_equal_points_most_branch_tiles_win(city: str) -> None:
    seats = [entry(city, 0, 6, 1), entry(city, 1, 6, 3), entry(city, 2, 6, 2)]
    game = score_game(tables()[city], seats)
    assert ranks(game) == [3, 1, 2]
    assert game.winners == (1,)
    assert [seat.tie_break for seat in game.seats] == [
        {"branch_tiles": 1},
        {"branch_tiles": 3},
        {"branch_tiles": 2},
    ]


@pytest.mark.rule("OTU-E4")
@both_cities
def test_equal_points_and_branch_tiles_share_the_victory_and_any_other_rank(city: str) -> None:
    seats = [entry(city, 0, 6, 2), entry(city, 1, 6, 2), entry(city, 2, 3), entry(city, 3, 3)]
    game = score_game(tables()[city], seats)
    assert ranks(game) == [1, 1, 3, 3]
    assert game.winners == (0, 1)


@pytest.mark.rule("OTU-E4")
def test_branch_tiles_decide_between_ranks_below_the_first_too() -> None:
    seats = [entry(PARIS, 0, 3, 1), entry(PARIS, 1, 3, 2), entry(PARIS, 2, 8)]
    assert ranks(score_game(tables()[PARIS], seats)) == [3, 2, 1]


@pytest.mark.rule("OTU-X6")
@both_cities
def test_a_resigned_player_has_no_score_and_never_wins(city: str) -> None:
    gone = {**entry(city, 0, 9, branch_tiles=9), "standing": "resigned"}
    unread = {"seat": 2, "standing": "resigned", "sheet": None}
    game = score_game(tables()[city], [gone, entry(city, 1, 0), unread])
    assert ranks(game) == [2, 1, 2]
    assert [seat.total for seat in game.seats] == [None, 0, None]
    assert [seat.tie_break for seat in game.seats] == [None, {"branch_tiles": 0}, None]
    assert game.winners == (1,)


@pytest.mark.rule("OTU-X6")
def test_nobody_wins_when_all_have_resigned() -> None:
    seats = [{**entry(PARIS, seat, 3), "standing": "resigned"} for seat in (0, 1)]
    game = score_game(tables()[PARIS], seats)
    assert ranks(game) == [1, 1]
    assert game.winners == ()


@both_cities
def test_nobody_is_eliminated_in_this_family(city: str) -> None:
    seats = [{**entry(city, 0, 3), "standing": "eliminated"}]
    message = r"^seats\[0\]\.standing: no standing 'eliminated', only playing, resigned$"
    with pytest.raises(GameError, match=message):
        score_game(tables()[city], seats)


def test_a_flaw_of_a_ledger_is_placed_within_its_game() -> None:
    broken = ledger(NEW_YORK, line(NEW_YORK, clusters=6))
    seats = [entry(NEW_YORK, 0, 1), {"seat": 1, "standing": "playing", "sheet": broken}]
    with pytest.raises(SheetError) as caught:
        score_game(tables()[NEW_YORK], seats)
    assert str(caught.value) == "seats[1].sheet.lines.red.clusters: 6 is more than 5"


@pytest.mark.slow
def test_a_result_shows_what_broke_the_tie() -> None:
    seats = [entry(NEW_YORK, 0, 4, 3), {**entry(NEW_YORK, 1, 4), "standing": "resigned"}]
    document = json.loads(json.dumps(score_game(tables()[NEW_YORK], seats).to_json()))
    assert document == {
        "seats": [
            {
                "seat": 0,
                "standing": "playing",
                "rank": 1,
                "total": 4,
                "tie_break": {"branch_tiles": 3},
                "breakdown": {"rail": 0, "terminus": 0, "cluster": 0, "water": 0, "passenger": 4},
            },
            {
                "seat": 1,
                "standing": "resigned",
                "rank": 2,
                "total": None,
                "tie_break": None,
                "breakdown": None,
            },
        ],
        "winners": [0],
    }
