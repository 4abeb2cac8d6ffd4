"""What the golden games have to show between them, for each edition found, whatever its family."""

import pytest

from services.rules.families import FAMILIES
from tests.golden.families import GOLDEN
from tests.golden.playthrough import FOLDER, WANTED, Wanted, golden_games, golden_log, kept
from tests.golden.table import POINTS
from tests.support import EDITIONS, TABLES_OF_PLAYERS

DEMANDED = {
    FAMILIES["get-on-board"]: {
        "twelve-rounds", "last-one-standing", "nobody-left", "all-resigned",
    },
    FAMILIES["on-the-underground"]: {
        "all-cards-drawn", "all-cards-drawn-greedy", "one-left", "nobody-left",
    },
}  # fmt: skip
"""Ways of ending that no table may lack."""

pytestmark = pytest.mark.slow
each_edition = pytest.mark.parametrize("edition", list(EDITIONS))


@pytest.mark.parametrize(("edition", "seats"), TABLES_OF_PLAYERS)
def test_every_table_has_a_golden_game_for_every_ending(edition: str, seats: int) -> None:
    start = f"{edition}-{seats}p-"
    endings = {path.stem.removeprefix(start) for path in FOLDER.glob(f"{start}*.txt")}
    assert not DEMANDED[EDITIONS[edition].family] - endings, "run `make golden`"


@pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: wanted.name)
def test_a_golden_game_ends_in_the_way_it_is_named_after(wanted: Wanted) -> None:
    assert kept(wanted).as_wanted


@each_edition
def test_every_scoring_zone_counts_somewhere(edition: str) -> None:
    counted = {zone for game in golden_games(edition) for zone in game.finished.zones_that_count}
    assert counted == {zone.name for zone in POINTS[edition].zones}


@each_edition
def test_every_type_of_event_occurs(edition: str) -> None:
    types = GOLDEN[EDITIONS[edition].family].EVENTS.values()
    assert {type(event) for event in golden_log(edition)} == set(types)
