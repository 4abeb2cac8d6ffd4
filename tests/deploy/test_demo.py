"""`make demo`, small and for real: in a pipe, at a terminal, ended early; nothing is left."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
import pexpect
import pytest

from deploy.local import bind
from deploy.settings import ROOT
from tests.deploy.running import environment

SMALL: Final = ("--editions", "gob-rome", "--bots", "4", "--rounds", "1", "--level", "random")
COMMAND: Final = ("-m", "deploy.demo", *SMALL, "--game", "gob-rome")
WAIT: Final = 240
BAR: Final = "[█░]"
"""How far a game is."""
CODES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def settings(folder: Path, **more: str) -> dict[str, str]:
    """Give an environment in which all that is left behind is left in a folder."""
    alike = {"PORT": "", "TMPDIR": str(folder), "TERM": "xterm-256color", "NO_COLOR": "1"}
    return environment(folder / "unused", **alike) | more


def left_behind(folder: Path) -> list[str]:
    """List the files and the processes that belong to a demo in a folder."""
    found = [path.name for path in folder.iterdir()]
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            mine = f"TMPDIR={folder}".encode() in path.read_bytes().split(b"\0")
        except OSError:
            continue
        if mine and path.parent.name != str(os.getpid()):
            found.append((path.parent / "cmdline").read_text(encoding="utf-8"))
    return found


@contextmanager
def at_a_terminal(folder: Path, columns: int) -> Iterator["pexpect.spawn[str]"]:
    child = pexpect.spawn(
        sys.executable,
        [*COMMAND],
        cwd=str(ROOT),
        env=settings(folder),
        encoding="utf-8",
        timeout=WAIT,
        dimensions=(40, columns),
    )
    try:
        yield child
    finally:
        child.close(force=True)


def ended(child: "pexpect.spawn[str]") -> int | None:
    child.expect(pexpect.EOF)
    child.close()
    assert "Traceback" not in str(child.before)
    return child.exitstatus  # type: ignore[no-any-return]


def test_in_a_pipe_it_tells_all_and_ends_by_itself(tmp_path: Path) -> None:
    with bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, *COMMAND],
            cwd=ROOT,
            env=settings(tmp_path, PORT=str(port)),
            capture_output=True,
            text=True,
            check=False,
            timeout=WAIT,
        )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"Another program is running at http://127.0.0.1:{port} already")
    url = lines[1].split()[-1]
    assert url != f"http://127.0.0.1:{port}"
    end = r"^Rome \(gob-rome\): (.* won with \d+ points|nobody won)"
    assert re.search(end, done.stdout, re.MULTILINE)
    game = rf"^  {re.escape(url)}/rules/v1/editions/gob-rome/games/[\w-]{{22}}/board\.svg$"
    assert re.search(game, done.stdout, re.MULTILINE)
    assert "Standings after round 1 (finished)" in lines
    assert sum(f"Random {number}" in done.stdout for number in range(1, 5)) == 4
    assert re.search(rf"^standings +{re.escape(url)}/\S+/standings$", done.stdout, re.MULTILINE)
    assert "Ctrl-C" not in done.stdout
    assert left_behind(tmp_path) == []


@pytest.mark.deep
def test_when_nobody_reads_on_it_ends_in_peace(tmp_path: Path) -> None:
    with (tmp_path / "complaints").open("wb") as complaints:
        process = subprocess.Popen(
            [sys.executable, *COMMAND],
            cwd=ROOT,
            env=settings(tmp_path),
            stdout=subprocess.PIPE,
            stderr=complaints,
        )
    assert process.stdout
    assert process.stdout.readline().startswith(b"Interchange is running at")
    process.stdout.close()
    assert process.wait(WAIT) == 0
    assert (tmp_path / "complaints").read_bytes() == b""
    assert left_behind(tmp_path) == ["complaints"]


@pytest.mark.deep
def test_at_a_terminal_it_stays_until_ctrl_c(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, 80) as child:
        child.expect(r"(http://127\.0\.0\.1:\d+)")
        url = str(child.match[1])
        child.expect(BAR)
        child.expect(r"(http://\S+/board\.svg)")
        board = CODES.sub("", str(child.match[1]))
        child.expect("It keeps running until Ctrl-C")
        assert httpx.get(board).headers["Content-Type"].startswith("image/svg+xml")
        assert httpx.get(f"{url}/readyz").status_code == 200
        child.sendintr()
        assert ended(child) == 0
    assert left_behind(tmp_path) == []


@pytest.mark.deep
@pytest.mark.parametrize("moment", ["Starting", "running at", BAR])
def test_ctrl_c_at_any_moment_ends_what_it_has_started(tmp_path: Path, moment: str) -> None:
    with at_a_terminal(tmp_path, 120) as child:
        child.expect(moment)
        child.sendintr()
        assert ended(child) == 130
    assert left_behind(tmp_path) == []


def test_what_cannot_be_played_is_refused_before_anything_is_started(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "deploy.demo", "--editions", "gob-atlantis"],
        cwd=ROOT, env=settings(tmp_path), capture_output=True, text=True, check=False, timeout=WAIT,
    )  # fmt: skip
    assert done.returncode == 2
    assert "gob-atlantis" in done.stderr


@pytest.mark.deep
def test_a_tournament_that_is_refused_is_told_in_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, *COMMAND, "--bots", "1"]
    done = subprocess.run(
        command,
        cwd=ROOT, env=settings(tmp_path), capture_output=True, text=True, check=False, timeout=WAIT,
    )  # fmt: skip
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert len(done.stderr) > 10
    assert left_behind(tmp_path) == []
