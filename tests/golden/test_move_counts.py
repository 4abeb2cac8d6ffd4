"""Move counts: how many sequences of moves each table allows, pinned in one text file."""

import pytest

from services.rules.core.seats import PLAYING
from tests.golden import move_counts
from tests.golden.compare import compare
from tests.golden.table import table_for
from tests.support import TABLES_OF_PLAYERS


def test_the_move_counts_are_those_of_the_file() -> None:
    compare(move_counts.FILE, move_counts.to_text())


@pytest.mark.parametrize(("edition", "seats"), TABLES_OF_PLAYERS)
def test_departures_are_chosen_in_any_order(edition: str, seats: int) -> None:
    table = table_for(edition, seats)
    _, start = next(move_counts.positions(table))
    first, second = (move_counts.count(table, start, depth) for depth in (1, 2))
    assert first == 2 * seats
    assert second == first * 2 * (seats - 1)


@pytest.mark.parametrize(("edition", "seats"), TABLES_OF_PLAYERS)
def test_at_half_time_everybody_still_has_moves_to_count(edition: str, seats: int) -> None:
    half_time = dict(move_counts.positions(table_for(edition, seats)))["half-time"]
    assert [player.standing for player in half_time.players] == [PLAYING] * seats
