"""Golden games: whole games as text, one for every edition, number of players and ending."""

from pathlib import Path

import pytest

from tests.golden.compare import compare
from tests.golden.playthrough import FOLDER, WANTED, Wanted, kept, search
from tests.golden.text import to_text

LONGEST = 150
"""Lines that a person can still read."""

every_game = pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: Path(wanted.name).stem)


@every_game
def test_a_golden_game_is_played_as_it_is_written(wanted: Wanted) -> None:
    compare(wanted.path, to_text(kept(wanted)))


@every_game
def test_a_golden_game_is_short_enough_to_be_read(wanted: Wanted) -> None:
    assert len(to_text(kept(wanted)).splitlines()) <= LONGEST


def test_there_is_no_golden_game_that_nobody_wants() -> None:
    stray = {path.name for path in FOLDER.glob("*")} - {wanted.name for wanted in WANTED}
    assert not stray, f"{', '.join(sorted(stray))}: delete, or run `make golden`"


def test_a_search_finds_the_same_game_again() -> None:
    assert to_text(search(WANTED[0])) == to_text(kept(WANTED[0]))
