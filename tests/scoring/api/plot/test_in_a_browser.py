"""Plots as a browser lays them out: no text on another or on a bar, nothing cut off."""

import json
import re
import subprocess
from collections.abc import Mapping
from html import escape, unescape
from pathlib import Path
from typing import Any, Final

import pytest

from tests.rules.api.board.test_in_a_browser import BROWSER, FLAGS
from tests.scoring.api.plot.documents import DOCUMENTS, HOSTILE, document
from tests.scoring.api.plot.pictures import drawn

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
  const places = what => [...svg.querySelectorAll(what)]
    .map(each => [each.textContent || each.outerHTML.slice(0, 120), place(each)]);
  found[frame.title] = {
    page: place(svg),
    texts: places("text"),
    bars: places("title + rect, title + g"),
    all: places("text, path, rect"),
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


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """Have a browser lay out all pictures at once."""
    folder = tmp_path_factory.mktemp("browser")
    page = folder / "page.html"
    page.write_text(
        f"<!doctype html><meta charset=utf-8>{''.join(map(_frame, DOCUMENTS))}"
        f"<script>addEventListener('load', () => {{{SCRIPT}}})</script>",
        encoding="utf-8",
    )
    answer = re.search("<pre>(.*)</pre>", _browse(folder, "--dump-dom", page.as_uri()), re.DOTALL)
    assert answer is not None
    found: Mapping[str, Any] = json.loads(unescape(answer[1]))
    return found


def _frame(name: str) -> str:
    svg = drawn(document(name), HOSTILE)
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


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_text_lies_on_another(laid_out: Mapping[str, Any], name: str) -> None:
    texts = laid_out[name]["texts"]
    assert len(texts) > (30 if document(name)["games"] else 2)
    for at, (one, place) in enumerate(texts):
        for other, there in texts[at + 1 :]:
            assert not _overlap(place, there), (one, other)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_text_lies_on_a_bar_or_a_mark(laid_out: Mapping[str, Any], name: str) -> None:
    bars = laid_out[name]["bars"]
    assert bars or not document(name)["games"]
    for text, place in laid_out[name]["texts"]:
        for what, there in bars:
            assert not _overlap(place, there), (text, what)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_nothing_is_cut_off(laid_out: Mapping[str, Any], name: str) -> None:
    left, top, right, bottom = laid_out[name]["page"]
    assert right - left > 1000
    for what, place in laid_out[name]["all"]:
        inside = left <= place[0] and top <= place[1] and place[2] <= right and place[3] <= bottom
        assert inside, what


def test_a_picture_by_itself_is_painted(tmp_path: Path) -> None:
    plot, shot = tmp_path / "plot.svg", tmp_path / "plot.png"
    plot.write_text(drawn(document("gob-paris")), encoding="utf-8")
    _browse(tmp_path, "--window-size=1280,900", f"--screenshot={shot}", plot.as_uri())
    assert len(shot.read_bytes()) > 30_000  # a blank page is some thousand bytes
