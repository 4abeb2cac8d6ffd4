"""Move counts: how many sequences of moves each table allows, pinned in one text file."""

import pytest

from tests.golden import move_counts
from tests.golden.compare import compare


@pytest.mark.slow
def test_the_move_counts_are_those_of_the_file() -> None:
    compare(move_counts.FILE, move_counts.to_text())
