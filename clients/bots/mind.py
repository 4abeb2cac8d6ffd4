"""What a bot has to know about a family of games in order to think."""

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


class Mind(Protocol[StateT, MoveT]):
    """A family's way of thinking about one edition."""

    def rebuild(self, view: Mapping[str, Any], chance: Random) -> StateT:
        """Draw a state that the view of a seat may belong to."""

    def imagined(self, state: StateT, seat: int) -> StateT:
        """Let the others rest, so that the seat can think further ahead."""

    def to_play(self, state: StateT) -> int | None:
        """Name the seat that moves next; None after the end."""

    def apply(self, state: StateT, seat: int, move: MoveT) -> StateT:
        """Make a move in thought."""

    def by_points(self, state: StateT, seat: int) -> list[tuple[float, MoveT]]:
        """Rank the moves by the provisional score after each, the best first."""

    def by_prospects(self, state: StateT, seat: int) -> list[tuple[float, MoveT]]:
        """Rank the moves by what they promise, the best first."""

    def moment(self, state: StateT) -> int:
        """Count rounds or turns."""

    def horizon(self, state: StateT) -> int:
        """Give the moment in which playouts from here are judged."""

    def playout(self, state: StateT, seat: int, until: int) -> float:
        """Play on, each move the most promising, and say how the seat stands then."""


AnyMind: TypeAlias = Mind[Any, Any]
