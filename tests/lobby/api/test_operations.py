"""Every operation of the lobby over HTTP, and how each is refused."""

from typing import Any

import pytest

from services.contracts.errors import Code
from tests.lobby.api.client import Api

NOTHING = "Zm9yLWV4YW1wbGUtb25seQ"
SWISS = {"name": "Friday", "game": "gob-rome", "format": "swiss", "size": 2, "rounds": 2}


@pytest.mark.slow
def test_somebody_registers_and_plays_with_a_request_each(api: Api) -> None:
    token = api.register("Ana")
    table = api.done("POST", "/tables", token, {"game": "gob-rome", "most": 2})
    filled = api.done("POST", f"/tables/{table['id']}/bots", token, {})
    assert filled["status"] == "playing"
    assert filled["playing"]["address"].endswith(filled["playing"]["id"])
    signed = api.done("POST", "/game-tokens", token)
    assert signed["player"] == filled["host"]


@pytest.mark.slow
def test_a_table_opened_with_bots_is_played_at_once(api: Api) -> None:
    token = api.register("Ana")
    body = {"game": "gob-rome", "most": 2, "bots": "greedy"}
    again = {"Idempotency_Key": "once"}
    tables = [api.ask("POST", "/tables", token, body, **again).json for _ in range(2)]
    first, second = tables
    assert first
    assert first["status"] == "playing"
    assert [seat["name"] for seat in first["seats"]] == ["Ana", "Greedy 1"]
    assert first == second
    assert api.refused("POST", "/tables", token, body | {"bots": "best"})[0] == 422


def test_a_table_opened_with_bots_stays_open_while_there_is_no_engine(api: Api) -> None:
    ana = api.register("Ana")
    api.done("POST", "/tables", ana, {"game": "gob-rome"})
    del api.town.around.up["gob-rome"]
    table = api.done("POST", "/tables", ana, {"game": "gob-rome", "bots": "random"})
    assert (table["status"], table["reason"]) == ("open", "nobody serves gob-rome now")


def test_people_see_who_they_are_and_manage_their_tokens(api: Api) -> None:
    token = api.register("Ana")
    me = api.done("GET", "/me", token)
    assert (me["player"]["name"], me["token"]["label"]) == ("Ana", "registration")
    made = api.done("POST", "/tokens", token, {"label": "bot"})["token"]
    assert made["scopes"] == ["play"]
    assert len(api.done("GET", "/tokens", token)["items"]) == 2
    assert api.ask("DELETE", f"/tokens/{made['id']}", token).status_code == 204
    assert api.refused("GET", "/me", made["bearer"]) == (401, "invalid_token")
    assert api.done("GET", "/keys")["keys"][0]["kty"] == "OKP"


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        " Ana",
        "Ana ",
        "Ana\n",
        "A\x00a",
        "A\x9ba",
        "\x85",
        "Ana\ufeff",
        "\u3000Ana",
        "A" * 41,
    ],
)
def test_a_name_has_no_control_characters_and_no_space_at_its_ends(api: Api, name: str) -> None:
    body = {"name": name, "kind": "person"}
    assert api.refused("POST", "/players", None, body) == (422, "invalid_request")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["A", "Ana Ng", "Åsa\u3000Öst", "安娜", "🚇"])
def test_a_name_may_be_in_any_script(api: Api, name: str) -> None:
    assert api.done("GET", "/me", api.register(name))["player"]["name"] == name


def test_what_can_be_played_is_told(api: Api) -> None:
    items = api.done("GET", "/editions")["items"]
    assert {each["id"] for each in items if each["kind"] == "box"} == {
        "gob-new-york-london",
        "gob-paris-rome",
    }


def test_people_meet_at_a_table(api: Api) -> None:
    ana, ben = api.register("Ana"), api.register("Ben")
    table = api.done("POST", "/tables", ana, {"game": "gob-rome", "starts_full": False})
    path = f"/tables/{table['id']}"
    assert [each["id"] for each in api.done("GET", "/tables?game=gob-rome")["items"]] == [
        table["id"]
    ]
    assert len(api.done("POST", f"{path}/seats", ben, {})["seats"]) == 2
    assert len(api.done("DELETE", f"{path}/seats", ben)["seats"]) == 1
    api.done("POST", f"{path}/seats", ben, {})
    assert api.done("POST", f"{path}/start", ana)["status"] == "playing"
    assert api.done("GET", path)["status"] == "playing"
    assert api.refused("POST", f"{path}/rematch", ana) == (409, "table_not_finished")


def test_a_full_table_without_an_engine_stays_open_and_says_why(api: Api) -> None:
    ana, ben = api.register("Ana"), api.register("Ben")
    table = api.done("POST", "/tables", ana, {"game": "gob-rome", "most": 2})
    del api.town.around.up["gob-rome"]
    seated = api.done("POST", f"/tables/{table['id']}/seats", ben, {})
    assert (seated["status"], seated["reason"]) == ("open", "nobody serves gob-rome now")
    answer = api.ask("POST", f"/tables/{table['id']}/start", ana)
    assert (answer.status_code, answer.json and answer.json["code"]) == (503, "engine_unavailable")
    assert answer.headers["Retry-After"]


def test_a_tournament_is_made_entered_run_and_read_in_every_form(api: Api) -> None:
    olga, ana = api.register("Olga"), api.register("Ana")
    made = api.done("POST", "/tournaments", olga, SWISS)
    path = f"/tournaments/{made['id']}"
    assert "lot" not in made
    api.done("POST", f"{path}/entries", ana)
    api.done("DELETE", f"{path}/entries", ana)
    api.done("POST", f"{path}/bots", olga, {"count": 4})
    assert api.done("POST", f"{path}/start", olga)["stage"] == "running"
    assert api.refused("GET", f"{path}/rounds/1") == (404, Code.UNKNOWN_ROUND)
    api.town.work()
    assert api.done("GET", path)["round"] == 1
    first = api.done("GET", f"{path}/rounds/1")
    assert [len(each["seats"]) for each in first["tables"]] == [2, 2]
    page = api.ask("GET", f"{path}/rounds/1", Accept="text/html")
    assert page.mimetype == "text/html"
    assert all(f"<li>Random {number}</li>" in page.text for number in range(1, 5))
    assert api.done("GET", f"{path}/standings")["round"] == 0
    assert api.ask("GET", f"{path}/standings", Accept="text/csv").text.startswith("position,")
    assert len(api.done("GET", f"{path}/export")["rounds"]) == 1
    assert len(api.ask("GET", f"{path}/export", Accept="text/csv").text.splitlines()) == 5
    game = first["tables"][0]["game"]
    body = {"ranks": [1, 2], "reason": "x"}
    found = api.refused("POST", f"{path}/tables/{game}/correction", olga, body)
    assert found == (409, "table_not_finished")
    assert [each["id"] for each in api.done("GET", "/tournaments?stage=running")["items"]] == [
        made["id"]
    ]
    assert api.done("POST", f"{path}/cancellation", olga, {})["stage"] == "cancelled"


def test_somebody_waits_for_a_table(api: Api) -> None:
    ana = api.register("Ana")
    ticket = api.done("POST", "/matchmaking", ana, {"game": "gob-rome"})
    assert api.done("GET", f"/matchmaking/{ticket['id']}", ana)["status"] == "waiting"
    assert api.refused("POST", "/matchmaking", ana, {"game": "gob-rome"}) == (
        409,
        "already_waiting",
    )
    assert api.ask("DELETE", f"/matchmaking/{ticket['id']}", ana).status_code == 204


def test_a_name_cannot_smuggle_anything_into_a_page(api: Api) -> None:
    olga = api.register("<script>alert(1)</script>")
    made = api.done("POST", "/tournaments", olga, SWISS | {"name": "<b>x</b>"})
    path = f"/tournaments/{made['id']}"
    api.done("POST", f"{path}/entries", olga)
    api.done("POST", f"{path}/bots", olga, {"count": 3})
    api.done("POST", f"{path}/start", olga)
    api.town.work()
    page = api.ask("GET", f"{path}/rounds/1", Accept="text/html").text
    assert "<script>" not in page
    assert "<b>x" not in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [
        ("GET", f"/tables/{NOTHING}", None, (404, Code.UNKNOWN_TABLE)),
        ("POST", f"/tables/{NOTHING}/start", None, (404, Code.UNKNOWN_TABLE)),
        ("GET", f"/tournaments/{NOTHING}", None, (404, Code.UNKNOWN_TOURNAMENT)),
        ("GET", f"/matchmaking/{NOTHING}", None, (404, Code.UNKNOWN_TICKET)),
        ("DELETE", f"/tokens/{NOTHING[:16]}", None, (404, Code.UNKNOWN_TOKEN)),
        ("DELETE", f"/webhooks/{NOTHING}", None, (404, Code.UNKNOWN_WEBHOOK)),
        ("POST", "/tables", {"game": "gob-atlantis"}, (404, Code.UNKNOWN_EDITION)),
        ("POST", "/tables", {"game": "gob-rome", "most": 5}, (409, Code.WRONG_NUMBER_OF_PLAYERS)),
        ("POST", "/tables", {"game": "gob-rome", "tram": 1}, (422, Code.INVALID_REQUEST)),
        ("POST", "/tables", {}, (422, Code.INVALID_REQUEST)),
        ("GET", "/tables?limit=0", None, (422, Code.INVALID_REQUEST)),
        ("POST", "/tournaments", {**SWISS, "format": "bingo"}, (422, Code.INVALID_REQUEST)),
        ("POST", "/tournaments", {**SWISS, "starts_at": "soon"}, (422, Code.INVALID_REQUEST)),
        ("POST", "/tournaments", {**SWISS, "points": {"2": [3, 0]}}, (409, Code.POINTS_REFUSED)),
        ("PATCH", "/tables", None, (405, Code.METHOD_NOT_ALLOWED)),
        ("GET", "/nowhere", None, (404, Code.NOT_FOUND)),
    ],
)
def test_what_cannot_be_done_is_refused_with_its_code(
    api: Api, method: str, path: str, body: Any, expected: tuple[int, Code]
) -> None:
    assert api.refused(method, path, api.register(), body) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/me", None),
        ("POST", "/tables", {"game": "gob-rome"}),
        ("POST", "/tournaments", SWISS),
        ("POST", "/matchmaking", {"game": "gob-rome"}),
        ("GET", "/webhooks", None),
        ("POST", "/game-tokens", None),
        ("POST", "/players", {"name": "Robo", "kind": "bot"}),
    ],
)
def test_without_a_token_nothing_changes(api: Api, method: str, path: str, body: Any) -> None:
    assert api.refused(method, path, None, body) == (401, "token_needed")


def test_a_token_without_the_scope_organises_nothing(api: Api) -> None:
    token = api.done("POST", "/tokens", api.register(), {"scopes": ["play"]})["token"]["bearer"]
    assert api.refused("POST", "/tournaments", token, SWISS) == (403, "missing_scope")


def test_a_request_under_a_key_is_done_once(api: Api) -> None:
    ana, body = api.register(), {"game": "gob-rome"}
    first = api.ask("POST", "/tables", ana, body, Idempotency_Key="one")
    assert first.json == api.ask("POST", "/tables", ana, body, Idempotency_Key="one").json
    other = api.ask("POST", "/tables", ana, {"game": "gob-paris"}, Idempotency_Key="one")
    assert (other.status_code, other.json and other.json["code"]) == (409, Code.KEY_REUSED)
    assert len(api.done("GET", "/tables")["items"]) == 1


def test_limits_are_told_and_kept_for_each_token() -> None:
    api = Api(limit="5 per minute")
    ana = api.register("Ana")
    left = [api.ask("GET", "/me", ana).headers["RateLimit-Remaining"] for _ in range(5)]
    assert left == ["4", "3", "2", "1", "0"]
    refused = api.ask("GET", "/me", ana)
    assert (refused.status_code, refused.json and refused.json["code"]) == (429, "rate_limited")
    assert int(refused.headers["Retry-After"]) > 0
    assert api.refused("GET", "/me", ana) == (429, "rate_limited")
    assert api.client.get("/lobby/healthz").status_code == 200


@pytest.mark.parametrize("path", ["/keys", "/editions"])
def test_what_everybody_may_see_is_seen_with_any_token(api: Api, path: str) -> None:
    revoked = api.register()
    api.done("DELETE", f"/tokens/{revoked.split('_')[1]}", revoked)
    assert api.refused("GET", "/me", revoked) == (401, Code.INVALID_TOKEN)
    for token in (revoked, "nonsense"):
        assert api.done("GET", path, token) == api.done("GET", path)


def test_whoever_guesses_tokens_is_counted_by_address() -> None:
    api = Api(limit="3 per minute")
    guesses = [api.refused("GET", "/me", f"guess-{at}")[0] for at in range(5)]
    assert guesses == [401, 401, 401, 429, 429]


def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_names() -> None:
    api = Api(limit="1 per minute", proxies=1)

    def statuses(address: str) -> list[int]:
        return [api.ask("GET", "/editions", X_Forwarded_For=address).status_code for _ in range(2)]

    assert statuses("192.0.2.1") == [200, 429]
    assert statuses("192.0.2.2") == [200, 429]
    assert statuses("198.51.100.7, 192.0.2.2") == [429, 429]  # the first is what a client says


def test_without_a_proxy_nobody_is_believed_about_their_address() -> None:
    api = Api(limit="1 per minute")
    assert api.ask("GET", "/editions", X_Forwarded_For="192.0.2.1").status_code == 200
    assert api.ask("GET", "/editions", X_Forwarded_For="192.0.2.2").status_code == 429


def test_it_is_ready_tells_its_numbers_and_documents_itself(api: Api) -> None:
    assert api.client.get("/lobby/readyz").status_code == 200
    api.done("GET", "/editions")
    told = api.client.get("/lobby/metrics").text
    assert 'lobby_requests_total{operation="get_editions",status="200"} 1.0' in told
    assert "startTournament" in api.client.get("/lobby/docs").text
