"""The bot of the page docs/write-a-bot.md plays a whole game, with nothing but the API."""

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import httpx
import pytest

from deploy.settings import ROOT
from services.rules.app.verify_record import verify_record
from services.rules.editions import load_editions
from tests.service import Running

MOST_LINES: Final = 40
WIDEST: Final = 100
MINUTES: Final = 120
"""Seconds that a game may take here at the very most."""


def the_bot() -> str:
    """Take the only program out of the page."""
    page = (ROOT / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return str(program)


def test_the_bot_is_short() -> None:
    lines = the_bot().splitlines()
    assert len(lines) < MOST_LINES
    assert max(map(len, lines)) <= WIDEST


def test_the_bot_needs_nothing_of_this_project() -> None:
    names = {
        name.name
        for node in ast.walk(ast.parse(the_bot()))
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert "import" not in re.sub(r"^import \w+$", "", the_bot(), flags=re.MULTILINE)
    assert names - sys.stdlib_module_names == {"httpx"}


@pytest.mark.slow
def test_the_bot_plays_a_game_to_its_end(service: Running, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(the_bot(), encoding="utf-8")
    command = [sys.executable, "-I", str(file), service.url]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=MINUTES, cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    address, said = re.fullmatch(r"(\S+) is over; seats that won: (\[.*\])\n", done.stdout).groups()  # type: ignore[union-attr]
    record = httpx.get(f"{address}/record").json()
    outcome = verify_record(load_editions(), record)
    assert [seat["standing"] for seat in outcome["seats"]].count("resigned") == 0  # type: ignore[index,union-attr,call-overload]
    mine, house = record["players"]
    assert mine.startswith("bot.")
    assert house == "bot.random-1"
    moved = {each["event"]["seat"] for each in record["log"] if each["event"].get("path")}
    assert moved == {0, 1}
    score = httpx.get(f"{service.url}/scoring/v1/games/{record['game']}/score").json()
    assert ast.literal_eval(said) == score["winners"]
