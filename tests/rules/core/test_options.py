"""Lists of legal moves: consequences are worked out where somebody looks, and only there."""

from collections.abc import Sequence

import pytest

from services.rules.core.options import Options

MOVES = ["left", "right", "up"]


class Watched:
    """Works out what a move would do, and remembers for which moves it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, turn: int, move: str) -> tuple[int, str]:
        """Give a consequence that shows the turn and the move."""
        self.asked.append(move)
        return turn, move.upper()


@pytest.fixture
def watched() -> Watched:
    return Watched()


@pytest.fixture
def options(watched: Watched) -> Options[tuple[int, str], str]:
    return Options(watched, 7, list(MOVES))


def test_the_moves_alone_are_there_without_any_consequence(
    options: Options[tuple[int, str], str], watched: Watched
) -> None:
    assert options.moves == MOVES
    assert len(options) == 3
    assert bool(options)
    assert watched.asked == []


def test_only_the_move_that_is_looked_at_is_worked_out(
    options: Options[tuple[int, str], str], watched: Watched
) -> None:
    assert options[1] == (7, "RIGHT")
    assert watched.asked == ["right"]
    assert options[-1] == (7, "UP")
    assert watched.asked == ["right", "up"]


def test_a_slice_is_a_list_of_its_options(
    options: Options[tuple[int, str], str], watched: Watched
) -> None:
    assert options[1:] == [(7, "RIGHT"), (7, "UP")]
    assert options[::2] == [(7, "LEFT"), (7, "UP")]
    assert options[3:] == []
    assert watched.asked == ["right", "up", "left", "up"]


def test_all_options_come_in_the_order_of_the_moves(
    options: Options[tuple[int, str], str],
) -> None:
    assert list(options) == [(7, "LEFT"), (7, "RIGHT"), (7, "UP")]
    assert list(reversed(options)) == [(7, "UP"), (7, "RIGHT"), (7, "LEFT")]


def test_options_are_a_sequence_and_know_what_is_in_them(
    options: Options[tuple[int, str], str],
) -> None:
    assert isinstance(options, Sequence)
    assert (7, "UP") in options
    assert (8, "UP") not in options
    assert options.index((7, "RIGHT")) == 1
    assert options.count((7, "LEFT")) == 1


def test_looking_beyond_the_last_option_is_an_error(
    options: Options[tuple[int, str], str], watched: Watched
) -> None:
    for at in (3, -4):
        with pytest.raises(IndexError):
            options[at]
    assert watched.asked == []


def test_nothing_to_do_is_an_empty_list(watched: Watched) -> None:
    nothing = Options[tuple[int, str], str](watched, 7, [])
    assert not nothing
    assert list(nothing) == []
