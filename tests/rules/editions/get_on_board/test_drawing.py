"""A fault in the drawing of a board is refused, with the row it stands in where there is one."""

from pathlib import Path

import pytest

from services.rules.core.errors import EditionError
from services.rules.families.get_on_board.board import read_board
from tests.rules.editions.changed import (
    LONDON,
    NEW_YORK,
    PARIS,
    ROME,
    Fault,
    assert_refused,
    changed,
    line_of,
    original,
    refusal,
    without,
)

BOARD = "\nboard: |4"
CARDS = "personal_objectives.cards"
COUNTS = "\ncounts: {"
FIRST_STROKES = "tou+biz\n     |                     |"
"""The end of London's first row, and the sections down from A1 and C1."""


@pytest.mark.parametrize(
    "fault",
    [
        Fault(LONDON, "gra+biz----sig.a", "gru+biz----sig.a", "board: A1: 'gru' is not in the le"),
        Fault(LONDON, "gra+biz----sig.a", "gra+bus----sig.a", "board: A1: 'bus' is not in the le"),
        Fault(ROME, "stu---y----met.1", "stu---z----met.1",
              "board: D1-E1: no meaning is given for the mark 'z'", at=BOARD),
        Fault(ROME, f"tou+fld\n{38 * ' '}y", f"tou+fld\n{38 * ' '}x",
              "board: D1-D2: no meaning is given for the mark 'x'", at=BOARD),
        Fault(LONDON, "tou+stu    ", "tou+stu----",
              "board: a section from A2 to B2, but there is no intersection B2"),
        Fault(LONDON, FIRST_STROKES, "tou+biz\n     |          |          |",
              "board: a section from B1 to B2, but there is no intersection B2"),
        Fault(ROME, "cin--------gra\n", "cin--------gra\n                           |\n",
              "board: a section from C9 to C10, but there is no intersection C10"),
        Fault(LONDON, "sig.1------biz", " sig.1-----biz",
              "board: near E1: 'sig.1-----' cannot stand here"),
        Fault(LONDON, FIRST_STROKES, "tou+biz\n      |                    |",
              "board: near A1: '|' cannot stand here"),
        Fault(LONDON, FIRST_STROKES, "tou+biz\n     |                 bus |",
              "board: near B1: 'b' cannot stand here"),
        Fault(LONDON, "sig.1------biz", "sig.1--  --biz",
              "board: near E1: 'sig.1--  --' cannot stand here"),
        Fault(LONDON, "sig.1------biz", "sig.1---   biz",
              "board: near E1: 'sig.1---' cannot stand here"),
        Fault(LONDON, "biz--------tou+biz\n", "biz--------tou+biz--\n",
              "board: near K1: 'tou+biz--' cannot stand here", at="tou+biz--"),
        Fault(LONDON, "sig.1------biz", "sig.0------biz",
              "board: near E1: 'sig.0------' cannot stand here"),
        Fault(LONDON, "sig.a------mus", "sig.A------mus",
              "board: near B1: 'sig.A------' cannot stand here"),
    ],
    ids=lambda fault: fault.says.removeprefix("board: "),
)  # fmt: skip
def test_a_stroke_or_symbol_out_of_place_is_refused(tmp_path: Path, fault: Fault) -> None:
    assert_refused(tmp_path, fault)


@pytest.mark.parametrize(
    "fault",
    [
        Fault(LONDON, "intersections: 96", "intersections: 95",
              "counts.intersections: the file says 95, but 96 are drawn"),
        Fault(LONDON, "sections: 156", "sections: 157",
              "counts.sections: the file says 157, but 156 are drawn"),
        Fault(LONDON, "tou+stu ", "        ",
              "board: a section from A1 to A2, but there is no intersection A2",
              at=FIRST_STROKES),
        Fault(LONDON, "sig.1------biz", "sig.1      biz",
              "counts.sections: the file says 156, but 155 are drawn", at=COUNTS),
        Fault(LONDON, FIRST_STROKES, "tou+biz\n                           |",
              "counts.sections: the file says 156, but 155 are drawn", at=COUNTS),
        Fault(LONDON, "sections: 156}", "}", "counts.sections: missing", at=COUNTS),
    ],
    ids=lambda fault: f"{fault.wrong.strip()}: {fault.says}"[:70],
)  # fmt: skip
def test_a_drawing_that_differs_from_the_counts_is_refused(tmp_path: Path, fault: Fault) -> None:
    assert_refused(tmp_path, fault)


@pytest.mark.parametrize(
    "fault",
    [
        Fault(LONDON, "sig.b-", "sig.a-", "board: the letter 'a' must be drawn exactly once",
              at=BOARD),
        Fault(LONDON, "agm", "agp", f"{CARDS}: 'm' is drawn 1 times and asked for 0 times"),
        Fault(LONDON, "sig.a-", "sig---", f"{CARDS}: 'a' is drawn 0 times and asked for 1 times",
              at="\n  cards:"),
        Fault(LONDON, "sig.1-", "sig---", "board: departure 1 must be drawn exactly once",
              at=BOARD),
        Fault(LONDON, "sig.2-", "sig.1-", "board: departure 1 must be drawn exactly once",
              at=BOARD),
        Fault(LONDON, "departures: 12", "departures: 13",
              "board: departure 13 must be drawn exactly once", at=BOARD),
        Fault(LONDON, "departures: 12", "departures: 11",
              "board: departure 12, but departures end at 11", at=BOARD),
        Fault(LONDON, "uni--------sig.k", "uni.13-----sig.k",
              "board: departure 13, but departures end at 12", at=BOARD),
        Fault(LONDON, "mon!-", "mon--",
              "landmarks.monument: must be marked once on the map, not 0 times",
              at="\n  monument: P"),
        Fault(LONDON, "mus--------sig.i", "mus!-------sig.i",
              "landmarks.museum: must be marked once on the map, not 2 times",
              at="\n  museum: B"),
        Fault(LONDON, "\n  office: City of London", "",
              "landmarks.office: missing", at="\nlandmarks:"),
        Fault(LONDON, "gra+biz----sig.a", "gra!-------sig.a",
              "board: A1: a landmark, but landmarks names no granny"),
        Fault(PARIS, "met.2------ope-", "met.2------ope!",
              "board: E2: a landmark, but landmarks names no opera"),
    ],
    ids=lambda fault: f"{fault.wrong.strip()}: {fault.says}"[:70],
)  # fmt: skip
def test_letters_departures_and_landmarks_must_agree_with_the_file(
    tmp_path: Path, fault: Fault
) -> None:
    assert_refused(tmp_path, fault)


@pytest.mark.rule("GOB-B9")
def test_a_landmark_that_both_file_and_map_lack_is_refused(tmp_path: Path) -> None:
    text = changed(original(LONDON), "\n  office: City of London", "")
    text = changed(text, "off!.e", "off.e ")
    line = line_of(text, "\nlandmarks:")
    expected = f"gob-london.yaml:{line}: landmarks.office: missing"
    assert str(refusal(tmp_path, LONDON, text)) == expected


def test_an_intersection_that_no_line_can_reach_is_refused(tmp_path: Path) -> None:
    text = changed(original(LONDON), "gra+biz----sig.a", "gra+biz    sig.a")
    text = changed(text, FIRST_STROKES, "tou+biz\n                           |")
    text = changed(text, "sections: 156", "sections: 154")
    line = line_of(text, "gra+biz    sig.a")
    reason = "A1: cannot be reached from the departures"
    assert str(refusal(tmp_path, LONDON, text)) == f"gob-london.yaml:{line}: board: {reason}"


def test_a_dead_end_is_refused(tmp_path: Path) -> None:
    text = changed(original(LONDON), "gra+biz----sig.a", "gra+biz    sig.a")
    text = changed(text, "sections: 156", "sections: 155")
    line = line_of(text, "gra+biz    sig.a")
    reason = "A1: a dead end: a line that comes here could never go on"
    assert str(refusal(tmp_path, LONDON, text)) == f"gob-london.yaml:{line}: board: {reason}"


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("", "board: no intersection is drawn"),
        ("     \n\n     ", "board: no intersection is drawn"),
        ("gra--------\n |\ngra", "board: a section from A1 to B1, but there is no intersection B1"),
        ("gra\n |", "board: a section from A1 to A2, but there is no intersection A2"),
        ("\n |\ngra", "board: a section from A1 to A2, but there is no intersection A1"),
    ],
)
def test_a_drawing_without_sense_is_no_board(drawing: str, message: str) -> None:
    with pytest.raises(EditionError) as caught:
        read_board(drawing)
    assert str(caught.value) == message


def test_a_column_after_z_has_no_name_and_is_refused() -> None:
    assert read_board(25 * "gra--------" + "gra").intersections[-1].name == "Z1"
    with pytest.raises(EditionError) as caught:
        read_board("gra\n |\n" + 26 * "gra--------" + "gra")
    assert str(caught.value) == "board: 'gra' stands right of column Z"
    assert caught.value.row == 2


def test_a_landmark_that_shares_its_intersection_is_refused(tmp_path: Path) -> None:
    text = changed(original(NEW_YORK), "uni!-------sig.a", "uni+stu!---sig.a")
    assert "board: A1: a landmark stands alone at its intersection" in str(
        refusal(tmp_path, NEW_YORK, text)
    )


def test_landmarks_on_the_map_need_their_names_in_the_file(tmp_path: Path) -> None:
    text = without(original(LONDON), "landmarks")
    error = refusal(tmp_path, LONDON, text)
    line = line_of(text, "off!.e")
    reason = "J3: a landmark, but landmarks names no office"
    assert str(error) == f"gob-london.yaml:{line}: board: {reason}"


def test_marks_on_sections_need_a_meaning_in_the_file(tmp_path: Path) -> None:
    text = without(original(ROME), "sections")
    error = refusal(tmp_path, ROME, text)
    line = line_of(text, "board: |4")
    reason = "D1-E1: no meaning is given for the mark 'y'"
    assert str(error) == f"gob-rome.yaml:{line}: board: {reason}"
