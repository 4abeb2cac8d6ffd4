"""`interchange` in a real terminal, on a real platform: somebody plays, looks on, organises."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pexpect
import pytest

from deploy.settings import ROOT
from tests.service import WEB, Running

WAIT: Final = 180
CODES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PROMPT: Final = r"\? for help\] "
LAST: Final = r"Play again with: [^\r\n]*[\r\n]"
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
Spawn = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture(scope="module")
def service(platform: Running) -> Running:
    """Give the platform."""
    return platform


@pytest.fixture(scope="module")
def environment(service: Running, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Give the environment of somebody who is logged in."""
    home = tmp_path_factory.mktemp("home")
    variables = {
        **{name: value for name, value in os.environ.items() if name != "FORCE_COLOR"},
        "INTERCHANGE_URL": service.url,
        "XDG_CONFIG_HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm-256color",
        "NO_COLOR": "1",
    }
    run(variables, "login", "--name", "Ana")
    return variables


def run(environment: dict[str, str], *arguments: str) -> str:
    """Run a command that asks nothing; give what it writes."""
    command = [sys.executable, "-m", "clients.cli", *arguments]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=WAIT
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def asked(environment: dict[str, str], *arguments: str) -> Any:
    return json.loads(run(environment, *arguments, "--json"))


@pytest.fixture
def spawn(environment: dict[str, str]) -> Iterator[Spawn]:
    """Give what starts a command in a terminal of its own."""
    started: list[pexpect.spawn[str]] = []

    def start(*arguments: str, columns: int = 80) -> "pexpect.spawn[str]":
        child = pexpect.spawn(
            sys.executable,
            ["-m", "clients.cli", *arguments],
            env=environment | {"COLUMNS": str(columns)},
            encoding="utf-8",
            timeout=WAIT,
            dimensions=(50, columns),
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


def ended(child: "pexpect.spawn[str]") -> int:
    """Wait for the end of a command; give its exit code."""
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus is not None, f"ended by signal {child.signalstatus}"
    return int(child.exitstatus)


def play_on(child: "pexpect.spawn[str]", *, waiting: bool = False) -> str:
    """Take the first move of every list to the end of the game; give the last words."""
    for number in range(40):
        asked_already = waiting and number == 0
        if not asked_already and child.expect([PROMPT, LAST]) == 1:
            return str(child.after)
        child.sendline("1")
        if child.expect([r"Play it\? \[Y/n\] ", LAST]) == 1:
            return str(child.after)
        child.sendline("")
    raise AssertionError("a game of Rome has fewer turns")


@pytest.mark.parametrize("columns", [80, pytest.param(120, marks=pytest.mark.deep)])
def test_somebody_plays_a_whole_game_against_a_bot_and_its_record_is_true(
    spawn: Spawn, environment: dict[str, str], tmp_path: Path, columns: int
) -> None:
    child = spawn("play", "gob-rome", "--bots", "--players", "2", columns=columns)
    table = CODES.sub("", play_on(child)).split()[-1]
    assert ended(child) == 0
    shown = asked(environment, "tables", "show", table)
    assert shown["seats"][0]["name"] == "Ana"
    record = tmp_path / "record.json"
    run(environment, "record", table, "--out", str(record))
    assert "A true record." in run(environment, "verify", str(record))


def test_somebody_looks_on_and_nothing_is_missed_when_the_server_is_killed(
    spawn: Spawn, environment: dict[str, str], service: Running, tmp_path: Path
) -> None:
    """The connection is lost in the middle; the stream goes on after the last event seen."""
    opened = asked(environment, "tables", "open", "gob-rome", "--players", "2")
    playing = asked(environment, "tables", "bots", opened["id"])["playing"]
    watcher = spawn("watch", playing["address"], "--json", columns=200)
    with (tmp_path / "heard").open("w", encoding="utf-8") as heard:
        watcher.logfile_read = heard
        player = spawn("play", opened["id"])
        watcher.expect("departure_chosen")
        player.expect(PROMPT)
        service.kill("web")
        service.start("web", WEB)
        service.wait_until_ready()
        play_on(player, waiting=True)
        watcher.expect('"score"')
        assert ended(watcher) == 0
    numbers = [each["number"] for each in heard_in(tmp_path / "heard")]
    total = len(run(environment, "replay", opened["id"], "--json").splitlines())
    assert total > 10
    assert numbers == list(range(1, total + 1))


def heard_in(file: Path) -> list[Any]:
    """Give the events that were written, in their order."""
    lines = CODES.sub("", file.read_text(encoding="utf-8")).splitlines()
    return [json.loads(line)["event"] for line in lines if line.startswith('{"event"')]


def test_a_tournament_of_sixteen_bots_shows_its_progress_and_the_final_table(
    spawn: Spawn, environment: dict[str, str]
) -> None:
    rounds = ("--size", "2", "--rounds", "2")
    made = asked(environment, "tournament", "create", "Friday", "gob-rome", *rounds)
    run(environment, "tournament", "bots", made["id"], "16")
    child = spawn("tournament", "start", made["id"], "--watch")
    child.expect(r"Round 1 [^\r\n]* of 8 tables finished")
    child.expect(r"[1-9] of 8 tables finished")
    child.expect(r"Round 2 [^\r\n]* of 8 tables finished")
    child.expect(r"Standings after round 2 \(finished\)", timeout=400)
    assert ended(child) == 0
    rows = asked(environment, "tournament", "standings", made["id"])["rows"]
    assert len(rows) == 16
    last = CODES.sub("", str(child.before))
    for row in rows:
        assert row["name"] in last
    export = run(environment, "tournament", "export", made["id"], "--csv")
    assert len(export.splitlines()) == 1 + 2 * 16


@pytest.mark.parametrize("where", ["at the prompt", "while waiting"])
def test_ctrl_c_ends_a_game_with_130_and_without_a_traceback(
    spawn: Spawn, environment: dict[str, str], where: str
) -> None:
    if where == "at the prompt":
        child = spawn("play", "gob-rome", "--bots")
        child.expect(PROMPT)
    else:
        table = asked(environment, "tables", "open", "gob-paris", "--private")["id"]
        child = spawn("play", table)
        child.expect("Waiting for people")
    child.sendintr()
    assert ended(child) == 130
    assert "Traceback" not in str(child.before)
