"""Rewrites the golden files when asked to, before any test reads them."""

import pytest

from tests.golden import move_counts, pictures
from tests.golden.playthrough import FOLDER, WANTED, search
from tests.golden.text import to_text


@pytest.fixture(scope="session", autouse=True)
def _golden_files(request: pytest.FixtureRequest) -> None:
    """Put every wanted file in place, and no other, under --rewrite-golden."""
    if not request.config.getoption("--rewrite-golden"):
        return
    texts = {wanted.path: to_text(search(wanted)) for wanted in WANTED}
    texts[move_counts.FILE] = move_counts.to_text()
    for path in set(FOLDER.glob("*")) - set(texts):
        path.unlink()
    FOLDER.mkdir(exist_ok=True)
    pictures.FOLDER.mkdir(exist_ok=True)
    texts |= {pictures.FOLDER / name: pictures.draw(name) for name in pictures.SHOWN}
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8", newline="\n")
