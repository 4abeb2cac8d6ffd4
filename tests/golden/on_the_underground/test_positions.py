"""What the move counts of On the Underground have to count."""

import pytest

from services.rules.families.on_the_underground.network import TERMINUS
from tests.golden.move_counts import count
from tests.golden.on_the_underground.positions import POSITIONS, positions
from tests.golden.table import table_for
from tests.rules.random_games import tables_of

each_table = pytest.mark.parametrize(("edition", "seats"), tables_of("on-the-underground"))


@pytest.mark.slow
@each_table
def test_every_position_occurs_but_a_crossing_where_there_is_no_water(
    edition: str, seats: int
) -> None:
    table = table_for(edition, seats)
    dry = set() if table.edition.icons else {"crossing begun"}
    assert {name for name, _ in positions(table)} == set(POSITIONS) - dry


@pytest.mark.slow
@pytest.mark.rule("OTU-P1")
@each_table
def test_at_the_start_each_colour_may_begin_anywhere(edition: str, seats: int) -> None:
    table = table_for(edition, seats)
    city = table.edition
    _, start = next(positions(table))
    termini = city.network.kinds[TERMINUS].bit_count()
    rewards = (len(city.rewards) - 1) * termini  # each terminus is at the end of one connection
    ways = len(city.network.connections) + rewards
    assert count(table, start, 1) == 1 + len(start.own(0)) * ways
