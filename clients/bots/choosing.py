"""How bots choose among the legal moves that the API lists."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

Chooser = Callable[[Sequence[Any], Random], Any]


def choose_at_random(moves: Sequence[Any], chance: Random) -> Any:  # noqa: ANN401 (a move)
    """Take any move."""
    return chance.choice(moves)["move"]


LEVELS: Final[Mapping[str, Chooser]] = {"random": choose_at_random}
"""By the name that the lobby knows."""
