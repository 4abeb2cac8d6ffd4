"""What a game comes to: facts of every seat, in the form that scoring reads."""

from typing import NamedTuple

import pytest

from services.rules.core.outcome import outcome_of
from services.rules.core.types import JsonObject


class Edition(NamedTuple):
    """As much of an edition as every family has."""

    id: str
    version: int
    players: tuple[int, ...]


OSLO = Edition("otu-oslo", 3, (2,))


@pytest.mark.parametrize("finished", [True, False])
def test_an_outcome_has_standing_and_sheet_of_every_seat_in_order(*, finished: bool) -> None:
    seats: list[tuple[str, JsonObject]]
    seats = [("playing", {"branch_tiles": 2}), ("resigned", {"branch_tiles": 0})]
    assert outcome_of(OSLO, finished=finished, seats=iter(seats)) == {
        "edition": "otu-oslo",
        "version": 3,
        "finished": finished,
        "seats": [
            {"seat": 0, "standing": "playing", "sheet": {"branch_tiles": 2}},
            {"seat": 1, "standing": "resigned", "sheet": {"branch_tiles": 0}},
        ],
    }
