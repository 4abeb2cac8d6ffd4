"""A client generated from the contract of scoring asks everything there is to ask."""

from collections.abc import Callable, Iterator
from time import monotonic, sleep
from typing import Any, Final

import httpx
import pytest

from services.scoring.app.describe_table import describe_table
from services.scoring.editions import load_tables
from tests.contract.client import Caller, Package
from tests.contract.published import CONTRACTS
from tests.contract.stage import PLAYED, PLAYER, Stage, Troupe, set_stage
from tests.rules.games import every_edition, through_json
from tests.service import WAIT, Running

EDITION: Final = "gob-rome"
STATISTICS: Final = f"/scoring/v1/statistics/{EDITION}"
SVG: Final = "image/svg+xml"
SEAT: Final = ("seat", "standing", "sheet")
QUESTIONS: Final[dict[str, Callable[[Caller, Stage], Any]]] = {
    "getPointsTable": lambda ana, _: ana.ask("scores.get_points_table", EDITION),
    "scoreSheets": lambda ana, stage: ana.ask("scores.score_sheets", body=sheets(ana, stage)),
    "getScore": lambda ana, stage: ana.ask("scores.get_score", a_game(stage)),
    "getLeaderboard": lambda ana, _: ana.ask("ratings.get_leaderboard", EDITION),
    "getRatings": lambda ana, _: ana.ask("ratings.get_ratings", PLAYER, edition=EDITION),
    "getStatistics": lambda ana, _: ana.ask("statistics.get_statistics", EDITION),
}

pytestmark = pytest.mark.slow

CONCERNED: Final = ("rules", "scoring")


@pytest.fixture(scope="module")
def ana(clients: Callable[[str], Package], service: Running) -> Iterator[Caller]:
    """Give somebody who plays a client of scoring."""
    caller = clients("scoring").caller(service.url, service.token(PLAYER))
    with caller.client:
        yield caller


@pytest.fixture(scope="module")
def stage(ana: Caller, service: Running) -> Stage:
    """Play games, and wait until those that are over have been scored."""
    found, until = set_stage(service), monotonic() + WAIT
    over = [game for _, game in [*found.played, *found.over]]
    while not all(ana.ask("scores.get_score", game).final for game in over):
        assert monotonic() < until, service.log()
        sleep(0.05)
    return found


def a_game(stage: Stage) -> str:
    """Name a game of the edition that was played to its end."""
    return next(game for edition, game in stage.played if edition == EDITION)


def sheets(ana: Caller, stage: Stage) -> Any:
    """Write the final sheets of that game down as a request."""
    with httpx.Client(base_url=stage.url) as client:
        shown = Troupe(client, stage.tokens).look([EDITION, a_game(stage)])
    given = [{name: seat[name] for name in SEAT} for seat in shown["table"]["seats"]]
    return ana.package.models.ScoreRequest.from_dict({"edition": EDITION, "sheets": given})


@pytest.mark.parametrize("operation", CONTRACTS["scoring"].operations)
def test_the_client_understands_every_operation(ana: Caller, stage: Stage, operation: str) -> None:
    answer = QUESTIONS[operation](ana, stage)
    assert not isinstance(answer, ana.package.models.Problem), answer


@every_edition
def test_the_client_understands_a_points_table(ana: Caller, name: str) -> None:
    shown = ana.ask("scores.get_points_table", name)
    assert shown.to_dict() == through_json(describe_table(load_tables()[name]))


@every_edition
def test_the_client_understands_a_provisional_score(ana: Caller, stage: Stage, name: str) -> None:
    game = next(game for edition, game in stage.running if edition == name)
    score = ana.ask("scores.get_score", game, edition=name)
    assert (score.final, score.edition) == (False, name)
    assert score.players[0] == PLAYER
    assert not score.seats[0].hidden


def test_the_sheets_of_a_game_are_worth_what_its_score_says(ana: Caller, stage: Stage) -> None:
    score = ana.ask("scores.get_score", a_game(stage))
    scored = ana.ask("scores.score_sheets", body=sheets(ana, stage))
    assert scored.winners == score.winners
    assert [each.total for each in scored.seats] == [each.total for each in score.seats]


def test_one_gets_from_the_leaderboard_to_a_player_and_to_a_game(ana: Caller, stage: Stage) -> None:
    board = ana.ask("ratings.get_leaderboard", EDITION)
    best = board.items[0]
    assert (board.total, best.games) == (2, PLAYED[EDITION])
    shown = ana.ask("ratings.get_ratings", best.player, edition=board.edition)
    assert best.mu in [rating.mu for rating in shown.ratings]
    latest = shown.history.items[0]
    assert [EDITION, latest.game] in stage.played
    score = ana.ask("scores.get_score", latest.game, edition=shown.history.edition)
    assert best.player in score.players


def test_the_client_turns_pages(ana: Caller, stage: Stage) -> None:
    assert stage.played
    first = ana.ask("ratings.get_leaderboard", EDITION, limit=1)
    second = ana.ask("ratings.get_leaderboard", EDITION, limit=1, after=first.next_)
    assert second.next_ is None
    assert {first.items[0].player, second.items[0].player} == {"ana", "ben"}
    newest = ana.ask("ratings.get_ratings", PLAYER, edition=EDITION, limit=1).history
    older = ana.ask("ratings.get_ratings", PLAYER, edition=EDITION, after=newest.next_).history
    assert [each.number for each in newest.items + older.items] == [3, 2, 1]


def test_statistics_count_every_result(ana: Caller, stage: Stage) -> None:
    over = [edition for edition, _ in [*stage.played, *stage.over]]
    assert ana.ask("statistics.get_statistics", EDITION).games == over.count(EDITION)


@pytest.mark.parametrize(
    ("operation", "place"),
    [
        ("scores.get_points_table", EDITION),
        ("scores.get_score", ""),
        ("ratings.get_leaderboard", EDITION),
        ("statistics.get_statistics", EDITION),
    ],
)
def test_whoever_knows_the_tag_is_told_that_nothing_has_changed(
    ana: Caller, stage: Stage, operation: str, place: str
) -> None:
    place = place or a_game(stage)
    tag = ana.answer(operation, place).headers["ETag"]
    same = ana.answer(operation, place, if_none_match=tag)
    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", tag)
    assert ana.answer(operation, place, if_none_match='"another"').status_code == 200


def test_statistics_and_their_picture_have_tags_of_their_own(stage: Stage) -> None:
    with httpx.Client(base_url=stage.url) as client:
        numbers, picture = (tag_of(client, kind) for kind in ("application/json", SVG))
        assert numbers != picture
        known = {"Accept": SVG, "If-None-Match": picture}
        assert client.get(STATISTICS, headers=known).status_code == 304
        known["If-None-Match"] = numbers
        assert client.get(STATISTICS, headers=known).text.startswith("<svg")


def tag_of(client: httpx.Client, kind: str) -> str:
    """Give the tag of the statistics in one of their forms."""
    return client.get(STATISTICS, headers={"Accept": kind}).headers["ETag"]


def test_the_client_understands_a_refusal(ana: Caller, stage: Stage) -> None:
    refusal = ana.ask("scores.get_score", stage.hidden[0][1])
    assert isinstance(refusal, ana.package.models.Problem)
    assert refusal.code == "not_seated"
