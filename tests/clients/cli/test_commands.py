"""Commands as people and programs run them: what is written, and the exit code."""

import json
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.main import get_command

from clients.cli.app import build
from clients.cli.errors import Exit
from tests.clients.cli.stage import BEARER, PLAYER, TABLE, TOKEN, URL, Stage

DOCS = Path(__file__).resolve().parents[3] / "docs" / "cli.md"


def commands(command: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """List all commands with their names."""
    command = command or get_command(build())
    below = getattr(command, "commands", {})
    if not below:
        yield " ".join(path), command
    for name, each in below.items():
        yield from commands(each, (*path, name))


ALL = dict(commands())


def refuse(status: int, code: str, **more: Any) -> httpx.Response:
    body = {"title": "Not now", "detail": "it rains", "status": status, "code": code, **more}
    return httpx.Response(status, json={"type": "/x", "request_id": "r-1", **body})


def test_the_commands_are_those_that_were_asked_for() -> None:
    wanted = """login whoami editions board play watch replay verify leaderboard stats
        tables:list,open,show,sit,leave,bots,start,rematch
        tournament:create,enter,bots,start,watch,standings,export
        webhooks:list,add,remove,deliveries,redeliver token:list,new,revoke"""
    names = set()
    for word in wanted.split():
        group, _, below = word.partition(":")
        names |= {f"{group} {name}" for name in below.split(",")} if below else {group}
    assert names <= set(ALL)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ALL))
def test_every_command_has_help_and_can_write_json(name: str, stage: Stage) -> None:
    options = {flag for option in ALL[name].params for flag in option.opts}
    assert {"--json", "--url", "--token", "--config"} <= options
    ran = stage.run(*name.split(), "--help")
    assert (ran.code, "Usage: interchange" in ran.out) == (0, True)


@pytest.mark.parametrize("name", sorted(ALL))
def test_no_argument_is_taken_for_an_option_of_the_same_name(name: str) -> None:
    names = [each.name for each in ALL[name].params]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_command_is_documented(name: str) -> None:
    assert f"interchange {name}" in DOCS.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("code", list(Exit))
def test_every_exit_code_is_documented_and_in_the_help(code: Exit, stage: Stage) -> None:
    assert f"| {int(code)} | {code.about} |" in DOCS.read_text(encoding="utf-8")
    help_ = " ".join(stage.run("--help").out.split())
    assert f"{int(code)} {code.about}" in help_


def test_login_registers_and_keeps_the_token_for_its_owner_only(stage: Stage) -> None:
    del stage.environment["INTERCHANGE_TOKEN"]
    registered = {"player": PLAYER, "token": TOKEN | {"bearer": BEARER}}
    stage.say("POST", "/lobby/v1/players", registered, 201)
    ran = stage.run("login", "--name", "Ana")
    file = stage.folder / "interchange" / "config.json"
    assert ran.code == 0
    assert "You are Ana" in ran.out
    assert BEARER not in ran.out
    assert json.loads(stage.asked[0].content) == {"name": "Ana"}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stage.run("whoami").code == 0
    assert stage.asked[-1].headers["Authorization"] == f"Bearer {BEARER}"
    assert stage.run("logout").code == 0
    assert stage.run("whoami").code == Exit.NOT_ALLOWED


def test_login_asks_for_a_name_and_takes_a_token_from_standard_input(stage: Stage) -> None:
    del stage.environment["INTERCHANGE_TOKEN"]
    registered = {"player": PLAYER, "token": TOKEN | {"bearer": BEARER}}
    stage.say("POST", "/lobby/v1/players", registered, 201)
    assert stage.run("login", typed="Ana\n").code == 0
    assert json.loads(stage.asked[0].content) == {"name": "Ana"}
    assert stage.run("login", "--with-token", typed="itx_other\n").code == 0
    assert stage.asked[-1].headers["Authorization"] == "Bearer itx_other"
    stored = json.loads((stage.folder / "interchange" / "config.json").read_text())
    assert stored["tokens"][URL] == {"token": "itx_other", "player": "ana", "name": "Ana"}


def test_a_token_that_is_refused_is_not_stored(stage: Stage) -> None:
    stage.answers["GET", "/lobby/v1/me"] = lambda _: refuse(401, "invalid_token")
    assert stage.run("login", "--token", "itx_bad").code == Exit.NOT_ALLOWED
    assert not (stage.folder / "interchange").exists()


def test_flags_may_stand_before_and_after_the_command(stage: Stage) -> None:
    expected = {"player": PLAYER, "token": TOKEN}
    assert stage.run("--json", "whoami").document == expected
    assert stage.run("whoami", "--json", "--token", "itx_flag").document == expected
    assert stage.asked[-1].headers["Authorization"] == "Bearer itx_flag"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("status", "code", "exit_", "advice"),
    [
        (409, "table_full", Exit.REFUSED, "interchange tables list"),
        (404, "unknown_table", Exit.REFUSED, "interchange tables list"),
        (401, "invalid_token", Exit.NOT_ALLOWED, "interchange login"),
        (403, "missing_scope", Exit.NOT_ALLOWED, "interchange token new"),
        (503, "store_unavailable", Exit.UNAVAILABLE, "Try again"),
    ],
)
def test_an_error_says_what_the_server_said_and_what_to_do(
    stage: Stage, status: int, code: str, exit_: Exit, advice: str
) -> None:
    path = f"/lobby/v1/tables/{TABLE}/seats"
    stage.answers["POST", path] = lambda _: refuse(status, code, rule="GOB-P6")
    ran = stage.run("tables", "sit", TABLE)
    assert (ran.code, ran.out) == (exit_, "")
    for part in ("Not now: it rains", f"code {code}", "rule GOB-P6", advice):
        assert part in ran.err
    assert ("request r-1" in ran.err) == (status == 503)


def test_what_does_not_fit_the_contract_is_named(stage: Stage) -> None:
    errors = {"json": {"level": ["Must be one of: random."]}}
    path = f"/lobby/v1/tables/{TABLE}/bots"
    stage.answers["POST", path] = lambda _: refuse(422, "invalid_request", errors=errors)
    ran = stage.run("tables", "bots", TABLE, "--level", "genius")
    assert ran.code == Exit.REFUSED
    assert "json.level: Must be one of: random." in ran.err
    assert json.loads(stage.asked[-1].content) == {"level": "genius"}


def test_an_error_for_programs_is_json_beside_the_answer(stage: Stage) -> None:
    stage.answers["GET", "/lobby/v1/me"] = lambda _: refuse(401, "invalid_token")
    ran = stage.run("whoami", "--json")
    told = json.loads(ran.err)
    assert (ran.code, ran.out) == (Exit.NOT_ALLOWED, "")
    assert (told["exit"], told["problem"]["code"]) == (4, "invalid_token")


def test_a_command_that_nobody_knows_is_a_mistake_of_its_user(stage: Stage) -> None:
    assert stage.run("dance").code == Exit.USAGE
    assert stage.run("tables", "open").code == Exit.USAGE
    assert stage.run("whoami", "--url", "nowhere").code == Exit.USAGE


def test_ctrl_c_ends_without_a_word_of_python(stage: Stage) -> None:
    def interrupt(_: httpx.Request) -> httpx.Response:
        raise KeyboardInterrupt

    stage.answers["GET", "/lobby/v1/me"] = interrupt
    ran = stage.run("whoami")
    assert ran.code == Exit.INTERRUPTED
    assert "Traceback" not in ran.err


@pytest.mark.slow
def test_editions_are_listed_over_several_pages(stage: Stage) -> None:
    def served(request: httpx.Request) -> httpx.Response:
        first = "after" not in request.url.params
        name = "gob-paris" if first else "gob-rome"
        item = {"id": name, "kind": "city", "players": [2, 3], "versions": [{"edition_version": 1}]}
        return httpx.Response(200, json={"items": [item], "next": "gob-paris" if first else None})

    stage.answers["GET", "/lobby/v1/editions"] = served
    ran = stage.run("editions")
    rows = [line.split() for line in ran.out.splitlines()]
    assert ["gob-rome", "Rome", "get", "on", "board", "2,", "3", "1"] in rows
    assert [each["id"] for each in stage.run("editions", "--json").document] == [
        "gob-paris",
        "gob-rome",
    ]


def test_a_board_is_drawn_or_given_as_it_is(stage: Stage) -> None:
    drawn = stage.run("board", "gob-rome")
    assert "·met①" in drawn.out
    assert "gra granny" in drawn.out
    assert stage.run("board", "gob-rome", "--json").document["id"] == "gob-rome"
    assert stage.run("board", "gob-atlantis").code == Exit.REFUSED


@pytest.mark.slow
def test_a_terminal_without_colours_gets_none(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[3" in stage.run("board", "gob-rome").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in stage.run("board", "gob-rome").out


def test_new_tokens_are_shown_once_with_what_they_allow(stage: Stage) -> None:
    stage.say("POST", "/lobby/v1/tokens", {"token": TOKEN | {"bearer": "itx_new"}}, 201)
    ran = stage.run("token", "new", "--label", "bot", "--scope", "play", "--scope", "organise")
    assert ran.out.startswith("itx_new\n")
    body = json.loads(stage.asked[-1].content)
    assert body == {"label": "bot", "days": 365, "scopes": ["play", "organise"]}


def test_a_leaderboard_shows_strength_and_the_own_place(stage: Stage) -> None:
    row = {"mu": 31.25, "sigma": 2.5, "ordinal": 23.75, "games": 12, "wins": 7}
    board = {
        "edition": "gob-rome",
        "pool": "people",
        "min_games": 3,
        "total": 9,
        "items": [row | {"player": "ben", "position": 1}],
        "own": row | {"player": "ana", "position": 5},
        "next": None,
    }
    stage.say("GET", "/scoring/v1/leaderboards/gob-rome", board)
    rows = [line.split() for line in stage.run("leaderboard", "gob-rome").out.splitlines()]
    assert ["1", "ben", "23.8", "31.2", "2.5", "12", "7"] in rows
    assert ["5", "ana", "23.8", "31.2", "2.5", "12", "7"] in rows
    assert stage.asked[-1].url.params["player"] == "ana"
