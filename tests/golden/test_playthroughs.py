"""Golden games: whole games as text, one for every edition, number of players and ending."""

import pytest

from tests.golden.compare import compare
from tests.golden.families import GOLDEN, Golden
from tests.golden.playthrough import FOLDER, WANTED, Wanted, kept, search
from tests.golden.text import to_text
from tests.support import QUICK_TABLES

LARGEST = 50_000
"""Characters of a golden game."""

every_game = pytest.mark.parametrize(
    "wanted",
    [
        pytest.param(
            wanted,
            marks=() if wanted[:2] in QUICK_TABLES else pytest.mark.slow,
            id=wanted.path.stem,
        )
        for wanted in WANTED
    ],
)


@pytest.mark.slow
@every_game
def test_a_golden_game_is_played_as_it_is_written(wanted: Wanted) -> None:
    compare(wanted.path, to_text(kept(wanted)))


@pytest.mark.slow
@every_game
def test_a_golden_game_is_short_enough_to_be_read(wanted: Wanted) -> None:
    text = to_text(kept(wanted))
    assert len(text.splitlines()) <= wanted.golden.LONGEST
    assert len(text) <= LARGEST


def test_there_is_no_golden_game_that_nobody_wants() -> None:
    stray = {path.name for path in FOLDER.glob("*")} - {wanted.name for wanted in WANTED}
    assert not stray, f"{', '.join(sorted(stray))}: delete, or run `make golden`"


@pytest.mark.slow
@pytest.mark.parametrize("golden", GOLDEN.values(), ids=lambda golden: golden.OPENING)
def test_a_search_finds_the_same_game_again(golden: Golden) -> None:
    first = next(wanted for wanted in WANTED if wanted.golden is golden)
    assert to_text(search(first)) == to_text(kept(first))
