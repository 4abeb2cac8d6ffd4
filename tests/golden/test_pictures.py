"""The pictures that pages show are those that the code draws."""

import re

import pytest

from tests.golden import pictures
from tests.golden.compare import compare

PAGES = pictures.FOLDER.parent


@pytest.mark.slow
@pytest.mark.parametrize("name", pictures.SHOWN)
def test_a_picture_is_what_the_code_draws(name: str) -> None:
    compare(pictures.FOLDER / name, pictures.draw(name))


def test_every_picture_is_shown_on_a_page_and_drawn_here() -> None:
    files = {path.name for path in pictures.FOLDER.iterdir()}
    pages = [PAGES.parent / "README.md", *PAGES.rglob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert files == pictures.SHOWN.keys()
    assert {name for name in files if re.search(rf"!\[[^]]+\]\([^)]*{name}\)", text)} == files
