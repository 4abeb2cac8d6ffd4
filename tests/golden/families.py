"""What a family has to know about its golden games, and where each family says it."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Protocol

from services.rules.core.family import AnyFamily
from services.rules.families import FAMILIES
from tests.golden import get_on_board, on_the_underground
from tests.golden.endings import Ending
from tests.golden.table import Table


class Golden(Protocol):
    """One family's part. A module; mypy checks that it fits."""

    ENDINGS: Mapping[str, Ending]
    """Every edition and number of players has a golden game for each of these."""
    OPENING: str
    """What stands above the first moves."""
    LONGEST: int
    """Lines that a person can still read."""

    @property
    def EVENTS(self) -> Mapping[str, Any]:  # noqa: N802 (a constant)
        """The types of events, each of which must occur somewhere."""

    def move_in_words(self, move: Any) -> str:
        """Say what a seat does."""

    def happening(self, edition: Any, event: Any) -> str:
        """Say what happened; nothing, if the event says no more than the move it records."""

    def second_half(self, state: Any) -> bool:
        """Say whether half-time is over."""

    def positions(self, table: Table) -> Iterator[tuple[str, Any]]:
        """Give the positions from which moves are counted, by name."""


GOLDEN: Final[Mapping[AnyFamily, Golden]] = {
    FAMILIES["get-on-board"]: get_on_board,
    FAMILIES["on-the-underground"]: on_the_underground,
}
"""Who knows what the games of a family are like."""
