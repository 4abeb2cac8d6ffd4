"""Playing, watching, replaying and verifying games of the real rules."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from clients.cli.errors import Exit
from tests.clients.cli.stage import TABLE, URL, Stage
from tests.clients.cli.test_commands import refuse

pytestmark = pytest.mark.timeout(120)
FIRST = "1\n" * 40
"""Always the first move of the list."""


@pytest.fixture
def game(stage: Stage) -> str:
    """Give the path of a game of Ana and Ben."""
    path = stage.api.create()
    stage.seat(path)
    return path


def moves_sent(stage: Stage) -> list[Any]:
    posts = [each for each in stage.asked if each.url.path.endswith("/moves")]
    return [json.loads(each.content) for each in posts if each.method == "POST"]


def finished(stage: Stage, game: str) -> str:
    stage.api.play_on(game)
    return game


@pytest.mark.slow
def test_a_whole_game_is_played_from_the_list_of_moves(stage: Stage, game: str) -> None:
    ran = stage.run("play", TABLE, "--yes", typed=FIRST)
    assert ran.code == 0
    view = stage.view(game)
    assert view["finished"]
    assert "The game is over" in ran.out
    assert f"Play again with: interchange tables rematch {TABLE}" in ran.out
    assert f"{view['events']:>4}  The game is over" in ran.out


@pytest.mark.slow
def test_every_event_is_told_exactly_once(stage: Stage, game: str) -> None:
    ran = stage.run("play", TABLE, "--json", typed=FIRST)
    numbers = [line["event"]["number"] for line in ran.lines if "event" in line]
    view = stage.view(game)
    assert numbers == list(range(1, view["events"] + 1))
    assert ran.lines[-1] == {"score": None}


@pytest.mark.slow
def test_a_move_is_tried_before_it_is_played_and_the_player_may_say_no(
    stage: Stage, game: str
) -> None:
    ran = stage.run("play", TABLE, typed="2\nn\n1\ny\nq\n")
    sent = moves_sent(stage)
    assert [each.get("dry_run", False) for each in sent] == [True, True, False]
    assert sent[0]["move"] != sent[1]["move"] == sent[2]["move"]
    assert ran.out.count("Play it?") == 2
    assert f"Go on with: interchange play {TABLE}" in ran.out
    assert "Ana has chosen a departure: ticket" in ran.out
    assert stage.view(game)["version"] == 2


@pytest.mark.slow
def test_what_is_no_number_is_answered_with_help(stage: Stage, game: str) -> None:
    ran = stage.run("play", TABLE, typed="0\n99\ndance\n?\nm\nb\ns\n/B7\n/nowhere\nq\n")
    assert (ran.code, moves_sent(stage), bool(game)) == (0, [], True)
    for part in (
        "0 is none of the numbers.",
        "dance is none",
        "gra granny",
        "No move mentions nowhere.",
    ):
        assert part in ran.out
    assert ran.out.count("[1, ?") == 1


def test_the_end_of_the_input_leaves_the_game_as_it_is(stage: Stage, game: str) -> None:
    ran = stage.run("play", TABLE, typed="")
    view = stage.view(game)
    assert (ran.code, view["version"]) == (0, 0)


@pytest.mark.slow
def test_a_move_that_came_too_late_is_sent_again_if_it_is_still_legal(
    stage: Stage, game: str
) -> None:
    """Ben chooses his departure while Ana thinks about hers."""
    shown = f"{game}/legal-moves"
    real = stage._rules

    def and_then_ben(request: httpx.Request) -> httpx.Response:
        answer = real(request)
        del stage.answers["GET", shown]
        stage.api.move(game, "ben")
        return answer

    stage.answers["GET", shown] = and_then_ben
    ran = stage.run("play", TABLE, "--yes", typed="1\nq\n")
    assert [each["expected_version"] for each in moves_sent(stage)] == [0, 1]
    assert "Ana has chosen a departure" in ran.out


def test_a_refused_move_names_the_rule_and_the_list_comes_again(stage: Stage, game: str) -> None:
    answer = refuse(409, "illegal_move", rule="GOB-P6")
    stage.answers["POST", f"{game}/moves"] = lambda _: answer
    ran = stage.run("play", TABLE, "--yes", typed="1\nq\n")
    assert ran.code == 0
    assert "rule GOB-P6" in ran.out
    assert ran.out.count("Your move") == 2


@pytest.mark.slow
def test_resigning_is_asked_for_twice(stage: Stage, game: str) -> None:
    stage.run("play", TABLE, typed="resign\nn\nq\n")
    assert stage.view(game)["to_play"] == [0, 1]
    stage.run("play", TABLE, typed="resign\ny\n")
    shown = stage.view(game)
    assert shown["table"]["seats"][0]["standing"] == "resigned"


def test_who_does_not_sit_there_is_sent_to_watch(stage: Stage) -> None:
    path = stage.api.create(players="ben cai")
    ran = stage.run("play", f"gob-rome/{path.split('/')[-1]}")
    assert ran.code == Exit.NOT_ALLOWED
    assert "interchange watch" in ran.err


@pytest.mark.slow
def test_a_program_plays_by_numbers_or_by_moves(stage: Stage, game: str) -> None:
    legal = stage.api.moves(game, "ana")["moves"]
    ran = stage.run("play", TABLE, "--json", typed=json.dumps(legal[1]["move"]) + "\n1\n")
    assert moves_sent(stage)[0]["move"] == legal[1]["move"]
    assert len([line for line in ran.lines if "played" in line]) == 2
    wrong = stage.run("play", TABLE, "--json", typed="999\n")
    assert wrong.code == Exit.USAGE
    assert "neither a move nor a number" in json.loads(wrong.err)["error"]


@pytest.mark.slow
@pytest.mark.parametrize("by_table", [True, False])
def test_a_finished_game_is_watched_from_its_beginning(
    stage: Stage, game: str, *, by_table: bool
) -> None:
    finished(stage, game)
    what = TABLE if by_table else f"{URL}{game}"
    ran = stage.run("watch", what)
    assert ran.code == 0
    assert "   1  The game begins: gob-rome, 2 seats" in ran.out
    assert "The game is over" in ran.out
    assert ("Ana drives" in ran.out) == by_table
    lines = stage.run("watch", what, "--json").lines
    assert [line["event"]["number"] for line in lines[:-1]] == list(range(1, len(lines)))


@pytest.mark.slow
def test_a_game_is_replayed_forwards_and_back(
    stage: Stage, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(stage, game)
    monkeypatch.setattr("clients.cli.playing.replaying.by_hand", lambda: True)
    ran = stage.run("replay", TABLE, "--from", "3", typed="\nb\n1\nx\nq\n")
    steps = [line.split()[1] for line in ran.out.splitlines() if line.startswith("Move ")]
    prompted = [line for line in ran.out.splitlines() if "Move " in line]
    assert len(prompted) == 4
    assert steps[0] == "3"
    assert [part.split()[0] for part in ran.out.split("Move ")[1:]] == ["3", "4", "3", "1"]
    assert "x is none of these." in ran.out
    assert stage.run("replay", TABLE, "--json").lines[0]["number"] == 1


@pytest.mark.slow
def test_a_running_game_is_replayed_as_far_as_it_is(stage: Stage, game: str) -> None:
    stage.api.play_on(game, 4)
    ran = stage.run("replay", TABLE, "--json")
    view = stage.view(game)
    assert len(ran.lines) == view["events"]


@pytest.mark.slow
def test_a_record_is_true_until_somebody_changes_it(
    stage: Stage, game: str, tmp_path: Path
) -> None:
    assert stage.run("record", TABLE).code == Exit.REFUSED
    finished(stage, game)
    file = tmp_path / "record.json"
    assert stage.run("record", TABLE, "--out", str(file)).code == 0
    ran = stage.run("verify", str(file))
    assert (ran.code, "A true record." in ran.out) == (0, True)
    record = json.loads(file.read_text(encoding="utf-8"))
    assert stage.run("verify", "-", "--json", typed=json.dumps(record)).document["true"] is True
    record["seed"] = "another"
    assert stage.run("verify", "-", typed=json.dumps(record)).code == Exit.UNTRUE
    assert stage.run("verify", "-", typed="{").code == Exit.USAGE
    assert stage.run("verify", str(tmp_path / "none.json")).code == Exit.USAGE


def test_a_table_whose_game_has_not_begun_has_nothing_to_watch(stage: Stage) -> None:
    table: Any = {"id": TABLE, "seats": [], "status": "open", "playing": None}
    stage.say("GET", f"/lobby/v1/tables/{TABLE}", table)
    ran = stage.run("watch", TABLE)
    assert ran.code == Exit.REFUSED
    assert "has not begun" in ran.err


def test_a_seat_is_taken_where_somebody_waits(stage: Stage) -> None:
    path = stage.api.create()
    stage.seat(path)
    table: Any = stage.answers["GET", f"/lobby/v1/tables/{TABLE}"](httpx.Request("GET", URL)).json()
    full, waiting = "F" * 22, table | {"seats": table["seats"][1:], "playing": None}
    page = {"items": [waiting | {"id": full}, waiting], "next": None}
    stage.say("GET", "/lobby/v1/tables", page)
    stage.answers["POST", f"/lobby/v1/tables/{full}/seats"] = lambda _: refuse(409, "table_full")
    stage.say("POST", f"/lobby/v1/tables/{TABLE}/seats", table, 201)
    ran = stage.run("play", "gob-rome", typed="q\n")
    assert ran.code == 0
    assert "Your move" in ran.out
