"""How strong a player is, everywhere, and how that came about."""

from typing import Any

import pytest

from services.scoring.app.errors import UnknownEditionError
from services.scoring.app.player_ratings import HistoryAsked, player_history, player_ratings
from tests.scoring.app.bench import PARIS, ROME, Bench, finished, with_grannies
from tests.scoring.app.recount import recount


def test_all_ratings_of_a_player_are_told_with_their_uncertainty(at: Bench) -> None:
    at.take(finished(PARIS, ("ana", "bo", "cy")))
    at.take(with_grannies(("ana", "bo"), (5, 2), name="1"))
    at.take(with_grannies(("bot.x", "ana"), (5, 2), name="2"))
    told = player_ratings(at.scoring, "ana")
    assert told["player"] == "ana"
    assert [(each["edition"], each["pool"], each["games"]) for each in told["ratings"]] == [
        (ROME, "people", 1),
        (ROME, "all", 2),
        (PARIS, "people", 1),
        (PARIS, "all", 1),
    ]
    rating = recount(at.stored(ROME)).ratings["ana", "all"]
    assert told["ratings"][1] == {
        "edition": ROME, "pool": "all", **rating._asdict(), "ordinal": rating.ordinal,
    }  # fmt: skip


def test_who_has_never_played_has_no_ratings(at: Bench) -> None:
    assert player_ratings(at.scoring, "nobody") == {"player": "nobody", "ratings": []}
    history = player_history(at.scoring, HistoryAsked(ROME, "nobody"))
    assert (history["entries"], history["total"], history["next"]) == ([], 0, None)


def test_a_history_tells_of_every_rated_game(at: Bench) -> None:
    at.take(with_grannies(("ana", "bo"), (5, 2), name="1"))
    at.take(with_grannies(("ana", "bo"), (5, "resigned"), name="not rated"))
    last = with_grannies(("bo", "ana", "cy"), (5, 5, "resigned"), name="2")
    at.take(last)
    history = player_history(at.scoring, HistoryAsked(ROME, "ana"))
    assert history["total"] == 2
    ratings = recount(at.stored(ROME)).ratings
    assert history["entries"][0] == {
        "number": 2,
        "game": last["game"],
        "at": last["at"],
        "rank": 1,
        "of": 2,
        "ratings": [
            {"pool": pool, "mu": ratings["ana", pool].mu, "sigma": ratings["ana", pool].sigma}
            for pool in ("people", "all")
        ],
    }
    assert history["entries"][1]["number"] == 1


@pytest.mark.parametrize("limit", [1, 2, 3, 10])
def test_pages_joined_are_the_whole_history(at: Bench, limit: int) -> None:
    games = [with_grannies(("ana", "bo"), (5, 2), name=f"{number}") for number in range(6)]
    for game in games:
        at.take(game)
    entries, asked = list[Any](), HistoryAsked(ROME, "ana", None, limit)
    while True:
        page = player_history(at.scoring, asked)
        entries += page["entries"]
        if page["next"] is None:
            break
        asked = asked._replace(after=page["next"])
    assert [each["game"] for each in entries] == [game["game"] for game in games[::-1]]


def test_a_history_in_an_edition_that_nobody_knows_is_refused(at: Bench) -> None:
    with pytest.raises(UnknownEditionError):
        player_history(at.scoring, HistoryAsked("gob-oz", "ana"))
