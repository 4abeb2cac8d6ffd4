"""Leaderboards: order, positions, ties, pages, and one's own row."""

import re
from typing import Any

import pytest

from services.scoring.app.errors import InvalidRequestError, UnknownEditionError
from services.scoring.app.leaderboard import CURSOR, Asked, leaderboard
from tests.scoring.app.bench import PARIS, ROME, Bench, finished, with_grannies
from tests.scoring.app.recount import recount

FIRST = Asked(ROME, min_games=1)


def names(page: dict[str, Any]) -> list[str]:
    return [row["player"] for row in page["rows"]]


def positions(page: dict[str, Any]) -> list[int]:
    return [row["position"] for row in page["rows"]]


@pytest.fixture
def ties(at: Bench) -> Bench:
    """Play four equal games: four winners who are equals, and four losers."""
    for number, (winner, loser) in enumerate(zip("hgfe", "abcd", strict=True)):
        at.take(with_grannies((winner, loser), (5, 2), name=f"{number}"))
    return at


def test_equal_ordinals_share_a_position_and_are_sorted_by_name(ties: Bench) -> None:
    page = leaderboard(ties.scoring, FIRST)
    assert names(page) == [*"efghabcd"]
    assert positions(page) == [1, 1, 1, 1, 5, 5, 5, 5]
    assert (page["total"], page["next"]) == (8, None)


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 7])
def test_pages_joined_are_the_whole_board(ties: Bench, limit: int) -> None:
    whole = leaderboard(ties.scoring, FIRST)["rows"]
    rows, after = list[Any](), None
    while True:
        page = leaderboard(ties.scoring, FIRST._replace(after=after, limit=limit))
        rows += page["rows"]
        after = page["next"]
        if after is None:
            break
        assert len(page["rows"]) == limit
        assert re.fullmatch(CURSOR, after)
    assert rows == whole


def test_a_page_goes_on_where_the_last_one_ended_also_when_its_last_player_has_moved(
    ties: Bench,
) -> None:
    page = leaderboard(ties.scoring, FIRST._replace(limit=2))
    assert names(page) == ["e", "f"]
    ties.take(with_grannies(("f", "zoe"), (2, 5), name="later"))
    after = leaderboard(ties.scoring, FIRST._replace(after=page["next"], limit=2))
    assert names(after)[0] == "g"


def test_a_row_tells_the_rating_and_what_is_behind_it(at: Bench) -> None:
    for number in range(4):
        at.take(with_grannies(("ana", "bo"), (5, number * 2), name=f"{number}"))
    first, second = leaderboard(at.scoring, Asked(ROME))["rows"]
    ratings = recount(at.stored(ROME)).ratings
    rating = ratings["ana", "all"]
    assert first == {
        "position": 1,
        "player": "ana",
        "mu": rating.mu,
        "sigma": rating.sigma,
        "ordinal": rating.ordinal,
        "games": 4,
        "wins": 3,
    }
    assert (second["player"], second["position"], second["wins"]) == ("bo", 2, 1)


def test_who_has_too_few_games_is_on_no_board_and_takes_no_position(at: Bench) -> None:
    at.take(with_grannies(("top", "low"), (5, 2), name="once"))
    for number in range(3):
        at.take(with_grannies(("ana", "bo"), (5, 2), name=f"{number}"))
    everybody = leaderboard(at.scoring, FIRST)
    assert {*names(everybody)} == {"ana", "bo", "low", "top"}
    page = leaderboard(at.scoring, Asked(ROME, own="top"))
    assert (names(page), positions(page), page["total"]) == (["ana", "bo"], [1, 2], 2)
    assert (page["own"]["player"], page["own"]["position"], page["own"]["games"]) == (
        "top",
        None,
        1,
    )
    assert leaderboard(at.scoring, Asked(ROME, min_games=10))["rows"] == []


def test_ones_own_row_is_told_also_when_it_is_on_another_page(ties: Bench) -> None:
    page = leaderboard(ties.scoring, FIRST._replace(limit=1, own="c"))
    assert names(page) == ["e"]
    whole = leaderboard(ties.scoring, FIRST)["rows"]
    assert page["own"] == whole[6]
    assert leaderboard(ties.scoring, FIRST._replace(own="nobody"))["own"] is None
    assert leaderboard(ties.scoring, FIRST)["own"] is None


def test_every_pool_has_its_own_board(at: Bench) -> None:
    at.take(with_grannies(("ana", "bo"), (5, 2), name="1"))
    at.take(with_grannies(("bot.x", "bot.y"), (5, 2), name="2"))
    at.take(with_grannies(("ana", "bot.y"), (2, 5), name="3"))
    boards = {
        pool: leaderboard(at.scoring, FIRST._replace(pool=pool)) for pool in ("people", "bots")
    }
    assert {pool: {*names(page)} for pool, page in boards.items()} == {
        "people": {"ana", "bo"},
        "bots": {"bot.x", "bot.y"},
    }
    assert boards["people"]["rows"][0]["games"] == 1
    everybody = leaderboard(at.scoring, FIRST)["rows"]
    assert {row["player"]: row["games"] for row in everybody} == {
        "ana": 2, "bo": 1, "bot.x": 1, "bot.y": 2,
    }  # fmt: skip


def test_positions_are_those_of_a_count_by_hand(at: Bench) -> None:
    players = ("ana", "bo", "cy", "di", "ed")
    for number in range(40):
        seats = (players[number % 5], players[(number * 3 + 1 + number // 5) % 5], "zoe")
        at.take(finished(ROME, [*dict.fromkeys(seats)], f"{number % 8}", name=f"{number}"))
    counted = recount(at.stored(ROME)).ratings
    ordinals = {player: each.ordinal for (player, pool), each in counted.items() if pool == "all"}
    for row in leaderboard(at.scoring, FIRST)["rows"]:
        better = [each for each in ordinals.values() if each > ordinals[row["player"]]]
        assert row["position"] == 1 + len(better)
        assert row["ordinal"] == ordinals[row["player"]]


def test_a_board_of_an_edition_without_games_is_empty(at: Bench) -> None:
    page = leaderboard(at.scoring, Asked(PARIS, own="ana"))
    assert (page["rows"], page["total"], page["next"], page["own"]) == ([], 0, None, None)


@pytest.mark.parametrize("after", ["7ff8000000000000ana", "fff0000000000000ana"])
def test_what_no_page_has_ended_with_leads_to_the_beginning(ties: Bench, after: str) -> None:
    assert re.fullmatch(CURSOR, after)
    assert names(leaderboard(ties.scoring, FIRST._replace(after=after)))[0] == "e"


@pytest.mark.parametrize(
    "wrong",
    [{"pool": "cats"}, {"min_games": 2}, {"limit": 0}, {"after": "xyz"}, {"after": "00"}],
)
def test_what_has_no_sense_is_refused(at: Bench, wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError):
        leaderboard(at.scoring, FIRST._replace(**wrong))
    with pytest.raises(UnknownEditionError):
        leaderboard(at.scoring, Asked("gob-oz"))
