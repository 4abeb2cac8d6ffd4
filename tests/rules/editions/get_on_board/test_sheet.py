"""A sheet that does not fit the map, and names that mean nothing, are refused."""

import re
from pathlib import Path

import pytest

from services.rules.editions import load_edition
from services.rules.families.get_on_board.edition import Edition
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
    write,
)

BONUS = "sheet.businesspeople.bonus"
GIVEN = "bonus: [granny, tourist, intern]"
NEEDED = "missing, but something on the map needs it"
PASSENGERS = "expected some of granny, student, tourist, intern"


@pytest.mark.parametrize(
    "fault",
    [
        Fault(ROME, "\n  cinemas: 4", "", f"sheet.cinemas: {NEEDED}", at="\nsheet:"),
        Fault(ROME, "\n  metro: 6", "", f"sheet.metro: {NEEDED}", at="\nsheet:"),
        Fault(
            PARIS,
            "\n  theaters: 3\n  flirts: {",
            "\n  flirts: {",
            f"sheet.theaters: {NEEDED}",
            at="\nsheet:",
        ),
        Fault(LONDON, "\n  interns: 3", "", f"sheet.interns: {NEEDED}", at="\nsheet:"),
        Fault(LONDON, "\n  turn_zone: 5", "", f"sheet.turn_zone: {NEEDED}", at="\nsheet:"),
        Fault(
            ROME,
            "\n  flirts: {rows: 3, couples: 2}",
            "",
            f"sheet.flirts.rows: {NEEDED}",
            at="\nsheet:",
        ),
        Fault(
            ROME,
            "flirts: {rows: 3, couples: 2}",
            "flirts: {rows: 3}",
            "sheet.flirts.couples: missing",
        ),
        Fault(
            ROME,
            "  connections: 19",
            "  connections: 19\n  traffic: 19",
            "sheet.traffic: a sheet has either traffic or connections",
        ),
        Fault(
            LONDON,
            "\n  traffic: 19",
            "",
            "sheet.traffic: a sheet has either traffic or connections",
            at="\nsheet:",
        ),
        Fault(
            LONDON,
            "grannies: 8",
            "grannies: eight",
            "sheet.grannies: expected a whole number from 1 to 99, found 'eight'",
        ),
        Fault(
            LONDON,
            "traffic: 19",
            "traffic: 0",
            "sheet.traffic: expected a whole number from 1 to 99, found 0",
        ),
    ],
    ids=lambda fault: f"{fault.city}: {fault.says}"[:60],
)
def test_a_sheet_that_does_not_fit_the_map_is_refused(tmp_path: Path, fault: Fault) -> None:
    assert_refused(tmp_path, fault)


@pytest.mark.parametrize(
    "fault",
    [
        Fault(LONDON, "sig: light", "sig: lamp", "legend.sig: expected one of granny, student,"),
        Fault(ROME, "fld: dark_flirt", "fld: flirt", "legend.fld: expected one of granny, student"),
        Fault(PARIS, "met: metro", "met: [metro]", "legend.met: expected a text, found ['metro']"),
        Fault(
            NEW_YORK,
            '"#": congested',
            '"#": speedy',
            "sections.#: expected one of congested, found speedy",
        ),
        Fault(
            ROME,
            "b: burgundy\n",
            "b: red\n",
            "sections.b: expected one of congested, yellow, burgundy, found red",
        ),
    ],
    ids=lambda fault: fault.wrong.strip(),
)
def test_a_meaning_that_nothing_has_is_refused(tmp_path: Path, fault: Fault) -> None:
    assert_refused(tmp_path, fault)


@pytest.mark.rule("GOB-B7")
@pytest.mark.parametrize(
    ("bonus", "says"),
    [
        ("[granny, tourist]", "expected 3, one for each number of businesspeople in a row"),
        ("[granny, tourist, intern, intern]", "expected 3, one for each number of businesspeople"),
        ("[granny, tourist, inspector]", f"{PASSENGERS}, found inspector"),
        ("[granny, tourist, office]", f"{PASSENGERS}, found office"),
        ("[granny, tourist, businessperson]", f"{PASSENGERS}, found businessperson"),
        ("[]", "expected a list, found []"),
    ],
)
def test_an_office_gives_one_known_passenger_for_each_number_of_businesspeople(
    tmp_path: Path, bonus: str, says: str
) -> None:
    assert_refused(tmp_path, Fault(LONDON, GIVEN, f"bonus: {bonus}", f"{BONUS}: {says}"))


@pytest.mark.rule("GOB-B7")
@pytest.mark.parametrize("city", [LONDON, NEW_YORK])
def test_businesspeople_without_a_bonus_are_refused(tmp_path: Path, city: str) -> None:
    text = re.sub(r"\n    bonus: .*", "", original(city))
    line = line_of(text, "\n  businesspeople:\n")
    assert str(refusal(tmp_path, city, text)) == f"{city}.yaml:{line}: {BONUS}: missing"


@pytest.mark.parametrize(
    ("zone", "right", "wrong"),
    [
        ("flirts", "couples: 2}", "couples: 2, bonus: [granny, granny]}"),
        ("tourists", "boxes: 4}", "boxes: 4, bonus: [granny, granny, granny, granny]}"),
    ],
)
def test_only_businesspeople_have_a_bonus(
    tmp_path: Path, zone: str, right: str, wrong: str
) -> None:
    assert_refused(tmp_path, Fault(ROME, right, wrong, f"sheet.{zone}.bonus: unknown key"))


@pytest.mark.parametrize("boxes", ["100", "100000000", "10000000000000000000"])
def test_a_number_of_boxes_that_no_sheet_has_is_refused(tmp_path: Path, boxes: str) -> None:
    text = changed(original(LONDON), "turn_zone: 5", f"turn_zone: {boxes}")
    assert f"sheet.turn_zone: expected a whole number from 1 to 99, found {boxes}" in str(
        refusal(tmp_path, LONDON, text)
    )


@pytest.mark.parametrize(
    ("right", "wrong"), [("  b: burgundy", "  b: yellow"), ('  "y": yellow', '  "y": congested')]
)
def test_a_border_without_sections_is_refused_where_the_other_has_some(
    tmp_path: Path, right: str, wrong: str
) -> None:
    error = refusal(tmp_path, ROME, changed(original(ROME), right, wrong))
    assert "sections: expected a mark for each of yellow and burgundy, or for none" in str(error)


def test_interns_do_not_stand_on_the_map(tmp_path: Path) -> None:
    text = changed(original(LONDON), "gra: granny", "gra: intern")
    assert "legend.gra: expected one of granny, student, university" in str(
        refusal(tmp_path, LONDON, text)
    )


def test_a_congested_section_is_busy_whatever_is_speedy(tmp_path: Path) -> None:
    text = changed(original(ROME), "  b: burgundy", '  b: burgundy\n  "#": congested')
    path = write(tmp_path, ROME, changed(text, "stu---y----met.1", "stu---#----met.1"))
    edition = load_edition(path).edition
    assert isinstance(edition, Edition)
    board = edition.board
    section = 1 << board.ways[board.numbers["D1"]][board.numbers["E1"]]
    assert [bits & section for bits in edition.ground.busy.values()] == [section] * 3
