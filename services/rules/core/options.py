"""Lists of legal moves whose consequences are worked out only where somebody looks at them."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

TurnT = TypeVar("TurnT")
MoveT = TypeVar("MoveT")
OptionT = TypeVar("OptionT")


class Options(Sequence[OptionT], Generic[OptionT, MoveT]):
    """Every legal move of a seat, with its consequences where they are looked at."""

    __slots__ = ("_option", "_turn", "moves")

    def __init__(
        self, option: Callable[[TurnT, MoveT], OptionT], turn: TurnT, moves: list[MoveT]
    ) -> None:
        self._option: Callable[[TurnT, MoveT], OptionT] = option
        self._turn = turn
        self.moves = moves
        """The moves alone, for those who only choose."""

    def __len__(self) -> int:
        return len(self.moves)

    @overload
    def __getitem__(self, at: int) -> OptionT: ...
    @overload
    def __getitem__(self, at: slice) -> list[OptionT]: ...
    def __getitem__(self, at: int | slice) -> OptionT | list[OptionT]:
        if isinstance(at, slice):
            return [self._option(self._turn, move) for move in self.moves[at]]
        return self._option(self._turn, self.moves[at])
