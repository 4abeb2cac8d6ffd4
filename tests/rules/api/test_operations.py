"""Every operation does what it promises, and says so in its headers."""

import re
from hashlib import sha256
from typing import Any

import pytest

from services.rules.app.verify_record import verify_record
from tests.rules.api.client import GAMES, ROME, STREAM, Api, the_app, the_contract
from tests.rules.games import every_edition
from tests.support import EDITIONS

EVERYBODY = "ana ben cem dan eva"


def players_of(edition: str) -> str:
    """Name as many players as an edition needs."""
    return " ".join(EVERYBODY.split()[: EDITIONS[edition].edition.players[0]])


def test_the_editions_are_listed_by_pages(api: Api) -> None:
    first: Any = api.get("/rules/v1/editions?limit=2").json
    rest: Any = api.get(f"/rules/v1/editions?after={first['next']}").json
    assert [card["id"] for card in first["items"] + rest["items"]] == sorted(EDITIONS)
    assert rest["next"] is None


@every_edition
def test_an_edition_is_shown_whole(api: Api, name: str) -> None:
    shown: Any = api.get(f"/rules/v1/editions/{name}").json
    entry = EDITIONS[name]
    assert shown["id"] == name
    assert shown["version"] == entry.edition.version
    assert shown["players"] == list(entry.edition.players)


@pytest.mark.slow
@every_edition
def test_a_game_is_created_and_played_to_its_record(api: Api, name: str) -> None:
    game = api.create(name, players_of(name))
    api.play_on(game, 30)
    api.end(game)
    record: Any = api.get(f"{game}/record").json
    assert verify_record(EDITIONS, record) == record["outcome"]
    assert record["seed"] == "tram"


def test_a_new_game_is_found_where_its_location_says(api: Api) -> None:
    answer = api.post(GAMES.format(ROME), "host", json={"seats": ["ana", "ben"], "seed": "tram"})
    made: Any = answer.json
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"{GAMES.format(ROME)}/{made['id']}"
    assert api.get(answer.headers["Location"]).json == made
    assert made["version"] == 0
    assert made["seed_commitment"] == sha256(b"tram").hexdigest()
    assert made["seed_chosen"] is True


def test_a_seed_that_nobody_chose_is_known_to_nobody(api: Api) -> None:
    answer = api.post(GAMES.format(ROME), "host", json={"seats": ["ana", "ben"]})
    made: Any = answer.json
    game = answer.headers["Location"]
    api.end(game)
    record: Any = api.get(f"{game}/record").json
    assert made["seed_chosen"] is False
    assert re.fullmatch("[0-9a-f]{64}", record["seed"])
    assert sha256(record["seed"].encode()).hexdigest() == made["seed_commitment"]
    assert record["seed"] not in answer.text


def test_whoever_creates_a_game_and_sits_in_it_sees_the_own_seat(api: Api) -> None:
    answer = api.post(GAMES.format(ROME), "ben", json={"seats": ["ana", "ben"]})
    made: Any = answer.json
    assert made["seat"] == 1
    assert made == api.get(answer.headers["Location"], "ben").json


def test_everybody_sees_a_game_with_their_own_eyes(api: Api) -> None:
    game = api.create()
    seats = [api.get(game, who).json["seat"] for who in ("ana", "ben", "eva", None)]  # type: ignore[index]
    assert seats == [0, 1, None, None]


def test_a_player_lists_the_legal_moves_and_plays_one(api: Api) -> None:
    game = api.create()
    legal = api.moves(game, "ana")
    played: Any = api.move(game, "ana").json
    assert (legal["version"], legal["seat"]) == (0, 0)
    assert played["version"] == 1
    assert played["to_play"] == [1]
    assert played["events"][0]["event"]["ticket"] == legal["moves"][0]["move"]["ticket"]
    assert api.moves(game, "ana") == {"version": 1, "seat": 0, "moves": []}


@pytest.mark.slow
@every_edition
def test_a_dry_run_says_of_every_legal_move_what_the_list_says(api: Api, name: str) -> None:
    game = api.create(name, players_of(name))
    api.play_on(game, 5)
    shown: Any = api.get(game).json
    player = shown["players"][shown["to_play"][0]]
    legal = api.moves(game, player)
    before = api.everything()
    for option in legal["moves"][:20]:
        body = {"expected_version": legal["version"], "move": option["move"], "dry_run": True}
        tried = api.post(f"{game}/moves", player, json=body)
        assert tried.status_code == 200
        assert tried.json == {"version": legal["version"], "dry_run": True, "option": option}
    assert api.everything() == before


def test_a_player_who_leaves_is_told_what_happened(api: Api) -> None:
    game = api.create(players="ana ben cem")
    left: Any = api.post(f"{game}/resignation", "ben").json
    assert left["version"] == 1
    assert left["to_play"] == [0, 2]
    assert not left["finished"]


def test_the_clock_of_a_game_is_shown_and_its_end_asked_for(api: Api) -> None:
    game = api.create(clock={"seconds_per_turn": 60})
    shown: Any = api.get(game).json
    assert shown["clock"] == {"seconds_per_turn": 60, "on_expiry": "resign"}
    assert shown["deadline"] == "2026-03-01T12:01:00.123Z"
    assert [place.game for place, _ in api.jobs.expiring] == [shown["id"]]


def test_the_end_of_a_game_is_sent_on(api: Api) -> None:
    game = api.create()
    api.end(game)
    assert api.jobs.relayed == [ROME]


def test_the_board_is_a_picture(api: Api) -> None:
    answer = api.get(f"{api.create()}/board.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.text.startswith("<svg")


@pytest.mark.slow
def test_events_come_by_pages(api: Api) -> None:
    game = api.create()
    api.play_on(game, 5)
    whole: Any = api.get(f"{game}/events?limit=1000").json
    pages: list[Any] = []
    after = 0
    while after < len(whole["items"]):
        page: Any = api.get(f"{game}/events?after={after}&limit=3").json
        pages += page["items"]
        after = page["next"]
    assert pages == whole["items"]
    assert [entry["number"] for entry in pages] == list(range(1, len(pages) + 1))


def test_the_last_page_of_a_finished_game_says_so(api: Api) -> None:
    game = api.create()
    assert not api.get(f"{game}/events").json["finished"]  # type: ignore[index]
    api.end(game)
    last: Any = api.get(f"{game}/events").json
    assert last["finished"]
    beyond = {"items": [], "next": last["next"], "finished": True}
    assert api.get(f"{game}/events?after={last['next']}&wait=5").json == beyond
    assert not api.get(f"{game}/events?limit=2").json["finished"]  # type: ignore[index]


@pytest.mark.slow
def test_an_empty_page_is_waited_for_no_longer_than_asked(api: Api) -> None:
    game = api.create()
    last = api.get(f"{game}/events").json["next"]  # type: ignore[index]
    page = api.get(f"{game}/events?after={last}&wait=1").json
    assert page == {"items": [], "next": last, "finished": False}


def test_a_stream_has_the_events_of_the_pages(api: Api) -> None:
    game = api.create()
    api.play_on(game, 5)
    page: Any = api.get(f"{game}/events", "ana").json
    answer = api.get(f"{game}/events?wait=0", "ana", headers=STREAM)
    retry, *messages, end, nothing = answer.text.split("\n\n")
    assert retry == "retry: 1000"
    assert [int(message.splitlines()[0].removeprefix("id: ")) for message in messages] == [
        entry["number"] for entry in page["items"]
    ]
    assert [message.splitlines()[1].removeprefix("event: ") for message in messages] == [
        entry["event"]["type"] for entry in page["items"]
    ]
    assert end == f'event: end\ndata: {{"reason":"wait","next":{page["next"]}}}'
    assert nothing == ""
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"


@pytest.mark.parametrize("headers", [{}, {"Last-Event-ID": "4"}], ids=["after", "last-event-id"])
def test_a_stream_goes_on_where_it_was(api: Api, headers: dict[str, str]) -> None:
    game = api.create()
    after = "1" if headers else "4"
    path = f"{game}/events?after={after}&limit=1"
    answer = api.get(path, headers={**STREAM, **headers})
    assert "id: 5\n" in answer.text
    assert answer.text.count("id: ") == 1
    assert 'data: {"reason":"limit","next":5}' in answer.text


def test_a_stream_of_a_finished_game_ends_by_itself(api: Api) -> None:
    game = api.create()
    api.end(game)
    answer = api.get(f"{game}/events", headers=STREAM)
    assert '"reason":"finished"' in answer.text
    again = api.get(f"{game}/events?after=10000", headers=STREAM)
    assert again.text == 'retry: 1000\n\nevent: end\ndata: {"reason":"finished","next":10000}\n\n'


def test_json_is_the_answer_to_whoever_wants_something_strange(api: Api) -> None:
    game = api.create()
    for accept in ("image/png", "garbage;;;", "", "*/*", "application/json, text/event-stream"):
        answer = api.get(f"{game}/events", headers={"Accept": accept})
        assert answer.mimetype == "application/json"
    wanted = "text/event-stream, application/json;q=0.5"
    answer = api.get(f"{game}/events?wait=0", headers={"Accept": wanted})
    assert answer.mimetype == "text/event-stream"


def test_the_contract_tells_apart_every_operation(api: Api) -> None:
    the_app(api.service)
    paths = the_contract().document["paths"].values()
    names = [
        operation["operationId"]
        for path in paths
        for method, operation in path.items()
        if method != "parameters"
    ]
    assert len(set(names)) == len(names) == 10
