"""Every operation of scoring does what it promises, and refuses what it has to."""

from typing import Any, Final

import pytest

from services.contracts.errors import Code
from services.plumbing.connections import StoreError
from services.scoring.app.errors import RulesUnavailableError
from services.scoring.app.read_score import Running
from services.scoring.editions import load_tables
from services.scoring.store.memory import MemoryResults
from tests.scoring.api.client import Api, the_app
from tests.scoring.app.bench import ROME, bench, finished, game_id, with_grannies

EDITIONS: Final = sorted(load_tables())
SVG: Final = {"Accept": "image/svg+xml"}


def take(api: Api, *names: str, **members: Any) -> dict[str, Any]:
    """Take a result for every name, won by ana; give the last message."""
    message: dict[str, Any] = {}
    for name in names:
        message = {**with_grannies(("ana", "bo", "cy"), (5, 3, 1), name=name), **members}
        assert api.at.take(message).outcome == "scored"
    return message


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_points_table_is_shown_with_its_numbers(api: Api, edition: str) -> None:
    shown: Any = api.get(f"/editions/{edition}").json
    table = load_tables()[edition]
    assert shown["version"] == table.version
    assert [zone["zone"] for zone in shown["zones"]] == [zone.name for zone in table.zones]
    assert all(zone["numbers"] for zone in shown["zones"])


def test_whoever_knows_the_points_table_is_told_so(api: Api) -> None:
    first = api.get(f"/editions/{ROME}")
    known = {"If-None-Match": first.headers["ETag"]}
    assert api.get(f"/editions/{ROME}", headers=known).status_code == 304
    assert api.get("/editions/gob-paris", headers=known).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_sheets_are_scored_by_themselves(api: Api, edition: str) -> None:
    players = ("ana", "bo", "cy", "di")[: 4 if edition in {"gob-london", "gob-paris"} else 2]
    message = finished(edition, players)
    body = {"edition": edition, "sheets": message["outcome"]["seats"]}
    scored: Any = api.call("POST", "/scores", json=body).json
    api.at.take(message)
    stored = api.at.stored(edition)[0].result
    assert {"seats": scored["seats"], "winners": scored["winners"]} == stored
    assert scored["table_version"] == load_tables()[edition].version


def test_a_sheet_that_no_game_leads_to_is_refused_with_the_place(api: Api) -> None:
    sheets = with_grannies(("ana", "bo"), (1, 2), name="any")["outcome"]["seats"]
    sheets[1]["sheet"]["grannies"] = 99
    answer: Any = api.call("POST", "/scores", json={"edition": ROME, "sheets": sheets})
    assert (answer.status_code, answer.json["code"]) == (409, Code.IMPOSSIBLE_SHEET)
    assert "seats[1].sheet.grannies" in answer.json["detail"]


def test_a_finished_game_has_its_final_score(api: Api) -> None:
    message = take(api, "one")
    shown: Any = api.get(f"/games/{message['game']}/score").json
    assert shown["final"] is True
    assert shown["players"] == ["ana", "bo", "cy"]
    assert shown["winners"] == [0]
    assert [seat["rank"] for seat in shown["seats"]] == [1, 2, 3]
    assert api.rules.asked == []


def test_a_running_game_has_a_provisional_score(api: Api) -> None:
    message, game = finished(), game_id("running")
    running = Running(ROME, ("ana", "bo"), message["outcome"]["seats"])
    api.rules.games[game] = running
    shown: Any = api.get(f"/games/{game}/score?edition={ROME}", "ana").json
    assert shown["final"] is False
    assert shown["edition"] == ROME
    [(asked, edition, authorization)] = api.rules.asked
    assert (asked, edition) == (game, ROME)
    assert authorization is not None
    assert authorization.startswith("Bearer ")


def test_when_the_rules_do_not_answer_one_is_asked_to_come_back(api: Api) -> None:
    api.rules.error = RulesUnavailableError("the rules of gob-rome do not answer")
    answer: Any = api.get(f"/games/{game_id('any')}/score")
    assert (answer.status_code, answer.json["code"]) == (503, Code.RULES_UNAVAILABLE)
    assert answer.headers["Retry-After"] == "1"


def test_a_private_game_has_its_score_for_its_players(api: Api) -> None:
    path = f"/games/{take(api, 'private', public=False)['game']}/score"
    assert [api.get(path, who).status_code for who in ("bo", "eve", None)] == [200, 403, 401]


def test_a_leaderboard_has_pages_and_ones_own_row(api: Api) -> None:
    take(api, *"abc")
    first: Any = api.get(f"/leaderboards/{ROME}?limit=2", "cy").json
    rest: Any = api.get(f"/leaderboards/{ROME}?limit=2&after={first['next']}").json
    rows = first["items"] + rest["items"]
    assert [row["player"] for row in rows] == ["ana", "bo", "cy"]
    assert [row["position"] for row in rows] == [1, 2, 3]
    assert (first["total"], rest["next"], rest["own"]) == (3, None, None)
    assert first["own"] == rows[2]
    assert rows[0]["wins"] == rows[0]["games"] == 3


def test_somebody_elses_row_can_be_asked_for(api: Api) -> None:
    take(api, *"abc")
    shown: Any = api.get(f"/leaderboards/{ROME}?player=bo", "cy").json
    assert shown["own"]["player"] == "bo"


def test_who_has_too_few_games_is_on_no_leaderboard(api: Api) -> None:
    take(api, "a")
    usual: Any = api.get(f"/leaderboards/{ROME}", "ana").json
    assert usual["items"] == []
    assert usual["own"]["position"] is None
    low: Any = api.get(f"/leaderboards/{ROME}?min_games=1&pool=people").json
    assert len(low["items"]) == 3
    bots: Any = api.get(f"/leaderboards/{ROME}?min_games=1&pool=bots").json
    assert bots["items"] == []


@pytest.mark.parametrize(
    "query",
    ["pool=cats", "min_games=2", "min_games=x", "min_games=1_0", "limit=0", "limit=101", "after=x",
     "limit=1&limit=2", "player=a%20b"],
)  # fmt: skip
def test_a_question_that_does_not_fit_is_refused(api: Api, query: str) -> None:
    assert api.get(f"/leaderboards/{ROME}?{query}").status_code == 422


def test_a_player_has_ratings_and_a_history(api: Api) -> None:
    take(api, *"abc")
    shown: Any = api.get(f"/players/ana/ratings?edition={ROME}&limit=2").json
    assert [(each["pool"], each["games"]) for each in shown["ratings"]] == [
        ("people", 3),
        ("all", 3),
    ]
    history = shown["history"]
    assert [each["number"] for each in history["items"]] == [3, 2]
    last: Any = api.get(f"/players/ana/ratings?edition={ROME}&after={history['next']}").json
    assert [each["number"] for each in last["history"]["items"]] == [1]
    newest = {each["pool"]: each["mu"] for each in history["items"][0]["ratings"]}
    assert newest == {each["pool"]: each["mu"] for each in shown["ratings"]}


def test_somebody_who_has_not_played_has_no_ratings(api: Api) -> None:
    shown = api.get("/players/nobody/ratings").json
    assert shown == {"player": "nobody", "ratings": [], "history": None}


def test_statistics_are_numbers_or_a_picture(api: Api) -> None:
    take(api, *"abc")
    shown: Any = api.get(f"/statistics/{ROME}").json
    assert shown["games"] == 3
    assert shown["by_players"][0]["seats"][0]["wins"] == 3
    picture = api.get(f"/statistics/{ROME}", headers=SVG)
    assert picture.mimetype == "image/svg+xml"
    assert picture.text.startswith("<svg")


@pytest.mark.parametrize("path", ["/editions/{}", "/leaderboards/{}", "/statistics/{}"])
def test_an_edition_that_nobody_knows_is_not_found(api: Api, path: str) -> None:
    answer: Any = api.get(path.format("gob-atlantis"))
    assert (answer.status_code, answer.json["code"]) == (404, Code.UNKNOWN_EDITION)
    assert answer.json["type"] == "/scoring/docs#unknown_edition"


def test_a_game_of_an_edition_that_nobody_knows_is_not_asked_for(api: Api) -> None:
    answer: Any = api.get(f"/games/{game_id('any')}/score?edition=gob-atlantis")
    assert (answer.status_code, answer.json["code"]) == (404, Code.UNKNOWN_EDITION)
    assert api.rules.asked == []


def test_a_game_that_nobody_knows_is_not_found(api: Api) -> None:
    answer: Any = api.get(f"/games/{game_id('nothing')}/score")
    assert (answer.status_code, answer.json["code"]) == (404, Code.UNKNOWN_GAME)


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"data": b"{", "content_type": "application/json"}, 400, Code.MALFORMED_REQUEST),
        ({"data": b'{"edition":"a","edition":"b"}', "content_type": "application/json"}, 400,
         Code.MALFORMED_REQUEST),
        ({"data": b"{}"}, 415, Code.UNSUPPORTED_MEDIA_TYPE),
        ({"json": {}}, 422, Code.INVALID_REQUEST),
        ({"json": {"edition": ROME, "sheets": []}}, 422, Code.INVALID_REQUEST),
        ({"json": {"edition": ROME, "sheets": ["a" * 70_000]}}, 413, Code.BODY_TOO_LARGE),
    ],
)  # fmt: skip
def test_a_body_that_does_not_fit_is_refused(
    api: Api, more: dict[str, Any], status: int, code: Code
) -> None:
    answer: Any = api.call("POST", "/scores", **more)
    assert (answer.status_code, answer.json["code"]) == (status, code)


class NoResults(MemoryResults):
    """A store that is away."""

    def ping(self) -> None:
        """Fail."""
        raise StoreError("away")


def test_it_is_ready_when_its_store_is(tmp_path: Any, api: Api) -> None:
    def ready(api: Api) -> int:
        app = the_app(api.service)
        app.extensions["interchange"] = api.service
        return app.test_client().get("/scoring/readyz").status_code

    assert ready(api) == 200
    assert ready(Api(tmp_path / "away", bench(NoResults()))) == 503


def test_its_numbers_can_be_read(api: Api) -> None:
    api.get(f"/games/{take(api, 'one')['game']}/score")
    text = the_app(api.service).test_client().get("/scoring/metrics").text
    assert 'scoring_requests_total{operation="get_score",status="200"} 1.0' in text
    assert 'scoring_scores_total{kind="final"} 1.0' in text


def test_the_documentation_names_every_operation(api: Api) -> None:
    page = the_app(api.service).test_client().get("/scoring/docs").text
    for name in ("getPointsTable", "scoreSheets", "getScore", "getLeaderboard", "getRatings"):
        assert f'id="{name}"' in page
