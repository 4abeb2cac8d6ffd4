"""What the move counts of Get on Board have to count."""

import pytest

from services.rules.core.seats import PLAYING
from tests.golden.get_on_board.positions import positions
from tests.golden.move_counts import count
from tests.golden.table import table_for
from tests.rules.random_games import tables_of

each_table = pytest.mark.parametrize(("edition", "seats"), tables_of("get-on-board"))


@each_table
def test_departures_are_chosen_in_any_order(edition: str, seats: int) -> None:
    table = table_for(edition, seats)
    _, start = next(positions(table))
    first, second = (count(table, start, depth) for depth in (1, 2))
    assert first == 2 * seats
    assert second == first * 2 * (seats - 1)


@each_table
def test_at_half_time_everybody_still_has_moves_to_count(edition: str, seats: int) -> None:
    half_time = dict(positions(table_for(edition, seats)))["half-time"]
    assert [player.standing for player in half_time.players] == [PLAYING] * seats
