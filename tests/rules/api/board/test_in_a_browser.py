"""Pictures as a browser lays them out: no text on another, nothing cut off, all of it painted.

The estimates of text widths are checked against real fonts here.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from html import escape, unescape
from pathlib import Path
from typing import Any, Final

import pytest

from tests.rules.api.board.pictures import MOMENTS, picture, view_at
from tests.support import TABLES_OF_PLAYERS

BROWSER: Final = shutil.which("chromium")
FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
TOUCH: Final = 1.0
"""Boxes of letters have some air around them; so much may overlap, in units of the picture."""
SCRIPT: Final = """
const found = {};
for (const frame of document.querySelectorAll("iframe")) {
  const svg = frame.contentDocument.querySelector("svg");
  const place = each => {
    const box = each.getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom];
  };
  const painted = [...svg.querySelectorAll("text, use, circle, path, rect")]
    .filter(each => !each.closest("defs"));
  found[frame.title] = {
    page: place(svg),
    names: [...svg.querySelectorAll("#map text")].map(each => [each.textContent, place(each)]),
    texts: painted.filter(each => each.matches("text"))
      .map(each => [each.textContent, place(each)]),
    stations: [...svg.querySelectorAll("#map > use")].map(each => place(each)),
    all: painted.map(each => [each.outerHTML.slice(0, 120), place(each)]),
  };
}
const answer = document.createElement("pre");
answer.textContent = JSON.stringify(found);
document.body.append(answer);
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="there is no chromium on the path"),
]
PICTURES: Final = [
    f"{edition} {seats} {moment}" for edition, seats in TABLES_OF_PLAYERS for moment in MOMENTS
]


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """Have a browser lay out all pictures at once."""
    folder = tmp_path_factory.mktemp("browser")
    page = folder / "page.html"
    frames = "".join(_frame(each) for each in PICTURES)
    page.write_text(
        f"<!doctype html><meta charset=utf-8>{frames}"
        f"<script>addEventListener('load', () => {{{SCRIPT}}})</script>",
        encoding="utf-8",
    )
    shown = _browse(folder, "--dump-dom", page.as_uri())
    answer = re.search("<pre>(.*)</pre>", shown, re.DOTALL)
    assert answer is not None
    found: Mapping[str, Any] = json.loads(unescape(answer[1]))
    return found


def _frame(name: str) -> str:
    edition, seats, moment = name.split()
    svg = picture(edition, view_at(edition, int(seats), float(moment), 0))
    size = re.search(r'viewBox="0 0 (\S+) (\S+)"', svg)
    assert size is not None
    inside = escape(f"<!doctype html><body style='margin:0'>{svg}")
    return (
        f"<iframe title='{name}' width={size[1]} height={size[2]} style='border:0' "
        f'srcdoc="{inside}"></iframe>'
    )


def _browse(folder: Path, *arguments: str) -> str:
    command = [str(BROWSER), *FLAGS, f"--user-data-dir={folder / 'profile'}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return done.stdout


def _overlap(one: list[float], other: list[float]) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > TOUCH and down > 2 * TOUCH


@pytest.mark.parametrize("name", PICTURES)
def test_no_text_lies_on_another(laid_out: Mapping[str, Any], name: str) -> None:
    texts = laid_out[name]["texts"]
    assert len(texts) > 100
    for at, (one, place) in enumerate(texts):
        for other, there in texts[at + 1 :]:
            assert not _overlap(place, there), (one, other)


@pytest.mark.parametrize("name", [each for each in PICTURES if each.startswith("otu")])
def test_no_name_lies_on_a_station(laid_out: Mapping[str, Any], name: str) -> None:
    stations = laid_out[name]["stations"]
    assert len(stations) > 90
    for label, place in laid_out[name]["names"]:
        assert not any(_overlap(place, station) for station in stations), label


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_is_cut_off(laid_out: Mapping[str, Any], name: str) -> None:
    left, top, right, bottom = laid_out[name]["page"]
    for what, place in laid_out[name]["all"]:
        inside = left <= place[0] and top <= place[1] and place[2] <= right and place[3] <= bottom
        assert inside, what


@pytest.mark.parametrize("name", PICTURES)
def test_every_symbol_is_painted(laid_out: Mapping[str, Any], name: str) -> None:
    for what, place in laid_out[name]["all"]:
        assert place[2] > place[0] or place[3] > place[1], what


def test_a_picture_by_itself_is_painted(tmp_path: Path) -> None:
    drawn, shot = tmp_path / "board.svg", tmp_path / "board.png"
    drawn.write_text(picture("otu-paris", view_at("otu-paris", 5, 0.5)), encoding="utf-8")
    _browse(tmp_path, "--window-size=1000,600", f"--screenshot={shot}", drawn.as_uri())
    assert len(shot.read_bytes()) > 100_000  # a blank page is some thousand bytes
