"""A drawing is read into exactly what it shows, and the real boards lose nothing."""

import re

import pytest

from services.rules.editions import FOLDER
from services.rules.editions.reader import read_file
from services.rules.families.get_on_board.board import (
    CELL,
    Board,
    Intersection,
    Section,
    read_board,
)
from tests.rules.get_on_board.positions import city

DRAWING = """\
gra--------tou+stu-#--sig.1
 |          b
uni!.a-----off.12     mus!.b
                       |
                      mon
"""
COLUMNS = {
    "new-york": (7 * ["ABCDEF"] + 3 * ["ABCDEFG"] + ["BCDEF", "BCDE", "CD"]),
    "london": [
        "ABCDEFGHIJK",
        "ACDEFGHIJK",
        *(3 * ["ABCDEFGHIJK"]),
        "CDEFGHIJK",
        *(3 * ["ABCDEFGHIJK"]),
    ],
    "paris": ["BCDEFGHIJ", *(7 * ["ABCDEFGHIJK"]), "BCDEFGHIJK"],
    "rome": [
        "DEF",
        "ABCDEFGIJK",
        *(2 * ["ABCDEFGHIJK"]),
        "ABCDEFGHIJ",
        "ABDEFGHIJ",
        "ABCDEFGHIJ",
        "BCDEFGHIJ",
        "CDE",
    ],
}
"""The columns in which each row of a map has an intersection, from row 1 down."""


@pytest.fixture
def small() -> Board:
    return read_board(DRAWING)


def test_a_drawing_is_read_into_its_intersections(small: Board) -> None:
    assert small.intersections == (
        Intersection("A1", 0, 0, ("gra",), landmark=False, ticket=None, letter=None),
        Intersection("B1", 1, 0, ("tou", "stu"), landmark=False, ticket=None, letter=None),
        Intersection("C1", 2, 0, ("sig",), landmark=False, ticket=1, letter=None),
        Intersection("A2", 0, 1, ("uni",), landmark=True, ticket=None, letter="a"),
        Intersection("B2", 1, 1, ("off",), landmark=False, ticket=12, letter=None),
        Intersection("C2", 2, 1, ("mus",), landmark=True, ticket=None, letter="b"),
        Intersection("C3", 2, 2, ("mon",), landmark=False, ticket=None, letter=None),
    )


def test_a_drawing_is_read_into_its_sections_with_their_marks(small: Board) -> None:
    assert small.sections == (
        Section((0, 1), None),
        Section((0, 3), None),
        Section((1, 2), "#"),
        Section((1, 4), "b"),
        Section((3, 4), None),
        Section((5, 6), None),
    )
    assert small.marked("#") == 0b000100
    assert small.marked("b") == 0b001000
    assert small.marked("y") == 0


def test_every_intersection_knows_its_neighbours_and_the_sections_to_them(small: Board) -> None:
    assert small.ways == (
        {1: 0, 3: 1},
        {0: 0, 2: 2, 4: 3},
        {1: 2},
        {0: 1, 4: 4},
        {1: 3, 3: 4},
        {6: 5},
        {5: 5},
    )


def test_intersections_are_found_by_name_and_departures_by_ticket(small: Board) -> None:
    names = {"A1": 0, "B1": 1, "C1": 2, "A2": 3, "B2": 4, "C2": 5, "C3": 6}
    assert small.numbers == names
    assert small.departures == {1: names["C1"], 12: names["B2"]}


def test_what_no_section_leads_to_is_not_reached(small: Board) -> None:
    assert small.nearest(0) == small.nearest(4) == {0, 1, 2, 3, 4}
    assert small.nearest(5) == {5, 6}


@pytest.mark.parametrize(
    ("path", "turns"),
    [
        ("A1 B1 C1", False),
        ("C1 B1 A1", False),
        ("A2 B2 B1", True),
        ("B2 B1 C1", True),
        ("C1 B1 B2", True),
    ],
)
def test_a_line_turns_where_it_changes_between_row_and_column(
    small: Board, path: str, *, turns: bool
) -> None:
    before, at, after = (small.numbers[name] for name in path.split())
    assert small.turns(before, at, after) is turns


def test_two_sections_down_are_no_turn() -> None:
    tall = read_board("gra\n |\ntou\n |\nstu\n")
    assert not tall.turns(0, 1, 2)
    assert not tall.turns(2, 1, 0)


@pytest.mark.parametrize("name", COLUMNS)
def test_every_intersection_of_a_map_has_its_name(name: str) -> None:
    rows = enumerate(COLUMNS[name], start=1)
    expected = [f"{column}{row}" for row, columns in rows for column in columns]
    assert [spot.name for spot in city(name).board.intersections] == expected


@pytest.mark.parametrize("name", COLUMNS)
def test_a_board_can_be_drawn_again_from_what_was_read(name: str) -> None:
    drawing = read_file(FOLDER / f"gob-{name}.yaml").content["board"]
    assert isinstance(drawing, str)
    assert draw(city(name).board) == centred(drawing)


def draw(board: Board) -> str:
    """Draw a board, with the mark of a section in its middle."""
    last = max(spot.row for spot in board.intersections)
    lines = [[" " * CELL] * 26 for _ in range(2 * last + 1)]
    for number, spot in enumerate(board.intersections):
        right, down = strokes(board, number)
        lines[2 * spot.row][spot.column] = as_drawn(spot, right)
        if down:
            lines[2 * spot.row + 1][spot.column] = f" {down}".ljust(CELL)
    return centred("".join("".join(cells).rstrip() + "\n" for cells in lines))


def strokes(board: Board, number: int) -> tuple[str, str]:
    """Give what is drawn to the right of an intersection and below it."""
    right = down = ""
    for neighbour, section in board.ways[number].items():
        mark = board.sections[section].mark
        if neighbour > number and board.intersections[neighbour].row == spot_row(board, number):
            right = mark or "-"
        elif neighbour > number:
            down = mark or "|"
    return right, down


def spot_row(board: Board, number: int) -> int:
    return board.intersections[number].row


def as_drawn(spot: Intersection, right: str) -> str:
    text = "+".join(spot.things) + "!" * spot.landmark
    if spot.ticket or spot.letter:
        text += f".{spot.ticket or spot.letter}"
    return text.ljust(CELL) if not right else f"{text}-{right}".ljust(CELL, "-")


def centred(drawing: str) -> str:
    """Move every mark to the middle of its section, so that drawings can be compared."""
    return re.sub(r"-+([yb#])-+", lambda found: found[1].center(len(found[0]), "-"), drawing)
