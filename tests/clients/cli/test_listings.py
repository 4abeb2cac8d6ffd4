"""Tables, tournaments, webhooks and statistics as people see them."""

import json
from typing import Any

import httpx
import pytest

from tests.clients.cli.stage import TABLE, Stage

CUP = "C" * 22
HOOK = "H" * 22


def seat(number: int, name: str, total: int | None = None, rank: int | None = None) -> Any:
    return {"seat": number, "player": name.lower(), "name": name, "total": total, "rank": rank}


def table(**more: Any) -> Any:
    return {
        "id": TABLE,
        "game": "gob-rome",
        "status": "open",
        "seats": [{"player": "ana", "kind": "person", "name": "Ana"}],
        "least": 2,
        "most": 3,
        "clock": {"seconds_per_turn": 60},
        "playing": None,
        "result": None,
        "reason": None,
        "invite": None,
        "rematch": None,
        **more,
    }


def tournament(stage: str, round_: int = 0) -> Any:
    return {
        "id": CUP,
        "name": "Friday",
        "game": "gob-rome",
        "format": "swiss",
        "stage": stage,
        "size": 2,
        "round": round_,
        "rounds_planned": 1,
        "entries": [{"name": "Ana", "kind": "person"}, {"name": "Random 1", "kind": "bot"}],
        "started_at": None,
        "ended_at": None,
        "reason": None,
    }


def round_of(*states: str) -> Any:
    tables = [
        {
            "game": f"g{number}",
            "status": state,
            "address": None,
            "seats": [seat(0, "Ana"), seat(1, "Ben")],
        }
        for number, state in enumerate(states)
    ]
    over = None if "playing" in states else "2026-01-01T12:00:00Z"
    return {"number": 1, "finished_at": over, "tables": tables}


def standings(stage: str, *points: float) -> Any:
    rows = [
        {
            "position": number,
            "name": name,
            "points": score,
            "played": 1,
            "wins": 1,
            "tiebreaks": [2.5, 1.0, 0.0],
            "withdrawn": False,
        }
        for number, (name, score) in enumerate(zip(("Ana", "Ben"), points, strict=False), start=1)
    ]
    return {
        "stage": stage,
        "round": len(points) and 1,
        "tiebreaks": ["opponents_points", "wins", "lot"],
        "rows": rows,
    }


def test_a_table_that_is_opened_is_asked_for_as_told(stage: Stage) -> None:
    stage.say("POST", "/lobby/v1/tables", table(invite="I" * 22), 201)
    flags = ("--players", "3", "--private", "--no-spectators", "--seconds", "60")
    ran = stage.run("tables", "open", "gob-rome", *flags)
    assert json.loads(stage.asked[-1].content) == {
        "game": "gob-rome",
        "most": 3,
        "clock": {"seconds_per_turn": 60},
        "private": True,
        "public": False,
    }
    for part in (TABLE, "I" * 22, "1 of 2 to 3", "60 s a turn"):
        assert part in ran.out


def test_tables_that_wait_are_listed_or_there_is_none(stage: Stage) -> None:
    stage.say("GET", "/lobby/v1/tables", {"items": [], "next": None})
    assert "No table waits for people." in stage.run("tables", "list").out
    stage.say("GET", "/lobby/v1/tables", {"items": [table()], "next": None})
    ran = stage.run("tables", "list", "--game", "gob-rome", "--seats", "3")
    assert ran.out.splitlines()[1].split()[:4] == [TABLE, "gob-rome", "1/3", "Ana"]
    assert dict(stage.asked[-1].url.params) == {"game": "gob-rome", "seats": "3"}


def test_a_finished_table_shows_who_won(stage: Stage) -> None:
    seats = [{"player": each.lower(), "kind": "person", "name": each} for each in ("Ana", "Ben")]
    standing = ["playing", "playing"]
    result = {"ranks": [2, 1], "totals": [31, 44], "standings": standing, "winners": [1]}
    done = table(status="finished", seats=seats, result=result)
    stage.say("GET", f"/lobby/v1/tables/{TABLE}", done)
    lines = [line.split() for line in stage.run("tables", "show", TABLE).out.splitlines()]
    assert lines[-2:] == [["1", "Ben", "44", "playing"], ["2", "Ana", "31", "playing"]]


@pytest.mark.parametrize(
    ("words", "method", "path"),
    [
        ("leave", "DELETE", "seats"),
        ("start", "POST", "start"),
        ("rematch", "POST", "rematch"),
    ],
)
def test_what_is_done_at_a_table_is_asked_for(
    stage: Stage, words: str, method: str, path: str
) -> None:
    stage.say(method, f"/lobby/v1/tables/{TABLE}/{path}", table())
    assert stage.run("tables", words, TABLE, "--json").document == table()


def test_a_tournament_is_made_and_bots_enter(stage: Stage) -> None:
    stage.say("POST", "/lobby/v1/tournaments", tournament("open"), 201)
    stage.run("tournament", "create", "Friday", "gob-rome", "--size", "2", "--rounds", "1")
    assert json.loads(stage.asked[-1].content) == {
        "name": "Friday",
        "game": "gob-rome",
        "format": "swiss",
        "size": 2,
        "rounds": 1,
    }
    stage.say("POST", f"/lobby/v1/tournaments/{CUP}/bots", tournament("open"), 201)
    ran = stage.run("tournament", "bots", CUP, "16", "--level", "anything")
    assert json.loads(stage.asked[-1].content) == {"count": 16, "level": "anything"}
    assert "2, 1 of them bots: Ana" in ran.out


def test_a_tournament_is_made_filled_started_and_watched_by_one_command(stage: Stage) -> None:
    run_of_a_tournament(stage)
    path = f"/lobby/v1/tournaments/{CUP}"
    stage.say("POST", "/lobby/v1/tournaments", tournament("open"), 201)
    stage.say("POST", f"{path}/bots", tournament("open"), 201)
    stage.say("POST", f"{path}/start", tournament("running"), 201)
    wanted = ("--bots", "16", "--level", "greedy", "--watch")
    ran = stage.run("tournament", "create", "Friday", "gob-rome", *wanted)
    asked = [(each.method, each.url.path) for each in stage.asked]
    assert asked[:3] == [
        ("POST", "/lobby/v1/tournaments"),
        ("POST", f"{path}/bots"),
        ("POST", f"{path}/start"),
    ]
    assert json.loads(stage.asked[1].content) == {"count": 16, "level": "greedy"}
    assert "Friday: finished" in ran.out


def run_of_a_tournament(stage: Stage) -> None:
    """Let the tournament go on whenever it is asked for."""
    steps = [
        (tournament("running", 1), round_of("playing", "playing"), standings("running")),
        (tournament("running", 1), round_of("finished", "playing"), standings("running")),
        (tournament("finished", 1), round_of("finished", "finished"), standings("finished", 3, 1)),
    ]
    at = iter([0, 0, 1, 1, 2])
    now = [0]

    def cup(_: httpx.Request) -> httpx.Response:
        now[0] = next(at)
        return httpx.Response(200, json=steps[now[0]][0])

    path = f"/lobby/v1/tournaments/{CUP}"
    stage.answers["GET", path] = cup
    stage.answers["GET", f"{path}/rounds/1"] = lambda _: httpx.Response(200, json=steps[now[0]][1])
    stage.answers["GET", f"{path}/standings"] = lambda _: httpx.Response(200, json=steps[now[0]][2])


def test_a_running_tournament_is_told_when_something_changes(stage: Stage) -> None:
    run_of_a_tournament(stage)
    lines = stage.run("tournament", "watch", CUP, "--json").lines
    states = [sorted(line["tables"].values()) for line in lines]
    assert states == [["playing", "playing"], ["finished", "playing"], ["finished", "finished"]]
    assert [row["points"] for row in lines[-1]["standings"]] == [3, 1]


def test_a_running_tournament_ends_with_the_final_table(stage: Stage) -> None:
    run_of_a_tournament(stage)
    out = stage.run("tournament", "watch", CUP).out.splitlines()
    assert "running, round 1: 1 of 2 tables finished" in out
    assert "Standings after round 1 (finished)" in out
    assert out[-2].split() == ["1", "Ana", "3", "1", "1", "2.5"]


def test_a_running_round_has_a_bar_that_needs_no_colour(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    run_of_a_tournament(stage)
    out = stage.run("tournament", "watch", CUP).out
    assert "█" * 12 in out
    assert "1 of 2 tables finished" in out


def test_a_webhook_is_added_and_its_deliveries_are_listed(stage: Stage) -> None:
    hook: Any = {
        "id": HOOK,
        "url": "https://example.org/x",
        "types": ["your_turn"],
        "secret": "whsec_1",
    }
    stage.say("POST", "/lobby/v1/webhooks", hook, 201)
    assert "whsec_1" in stage.run("webhooks", "add", hook["url"], "--of", "your_turn").out
    assert json.loads(stage.asked[-1].content)["types"] == ["your_turn"]
    attempt = {"status": None, "error": "timeout", "at": "", "milliseconds": 1}
    delivery = {
        "id": "D" * 22,
        "type": "your_turn",
        "status": "failed",
        "attempts": [attempt],
        "created_at": "2026-01-01T12:00:00Z",
    }
    page = {"items": [delivery], "next": None}
    stage.say("GET", f"/lobby/v1/webhooks/{HOOK}/deliveries", page)
    out = stage.run("webhooks", "deliveries", HOOK).out
    assert out.splitlines()[1].split()[:5] == ["D" * 22, "your_turn", "failed", "1", "timeout"]
    stage.answers["DELETE", f"/lobby/v1/webhooks/{HOOK}"] = lambda _: httpx.Response(204)
    assert stage.run("webhooks", "remove", HOOK).code == 0


def test_statistics_show_points_seats_and_zones(stage: Stage) -> None:
    each = {
        "players": 2,
        "games": 4,
        "scores": {
            "count": 8,
            "mean": 30.5,
            "min": 20,
            "quartiles": [25, 30, 36],
            "max": 41,
            "histogram": [{"value": 20, "count": 1}, {"value": 41, "count": 2}],
        },
        "seats": [{"seat": 0, "wins": 3, "win_rate": 0.75, "mean_rank": 1.25}],
        "zones": [{"zone": "light_flirts", "mean": 4.0, "share": 0.1}],
        "elimination_rate": 0.5,
        "resignation_rate": None,
    }
    found = {"edition": "gob-rome", "games": 4, "by_players": [each]}
    stage.say("GET", "/scoring/v1/statistics/gob-rome", found)
    out = stage.run("stats", "gob-rome").out
    for part in ("20 … 25 30 36 … 41, mean 30.5", "out 50%", "75%", "light flirts"):
        assert part in out
