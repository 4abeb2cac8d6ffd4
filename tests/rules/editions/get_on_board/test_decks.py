"""Tables, tickets and objectives that cannot be dealt are refused before any game."""

from pathlib import Path

import pytest

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
)

CARDS = "personal_objectives.cards"
SEATS = "players: expected different numbers from 1 to 5, in order"


@pytest.mark.parametrize(
    "fault",
    [
        Fault(
            ROME,
            "players: [2, 3]",
            "players: [2, 4]",
            "departures: two for each of 4 players, and at most 12",
            at="departures: 6",
        ),
        Fault(
            LONDON,
            "    5: [S2/T2, S1, S3, Z3, S2, T2]",
            "    5: [S1, S3, Z3, S2, T2, S2/T2]",
            "tickets.shapes: two sheet tops are the same",
            at="\n  shapes:",
        ),
        Fault(
            LONDON,
            "    5: [S2/T2, S1, S3, Z3, S2, T2]\n",
            "",
            "tickets.shapes: 5 players need as many different sheet tops",
            at="\n  shapes:",
        ),
        Fault(
            LONDON,
            "1: [S2, T2,",
            "1: [S2, L2,",
            "tickets.shapes.1: expected 6 of S1, S2, S3, T2, Z3, S2/T2, found S2, L2, S2/T2, S1",
        ),
        Fault(
            PARIS,
            "2: [Z3, S2, T2, S2/T2, S1, S3]",
            "2: [Z3, S2, T2, S2/T2, S1]",
            "tickets.shapes.2: expected 6 of S1, S2, S3, T2, Z3, S2/T2, found Z3, S2, T2, S2/T2,",
        ),
        Fault(
            NEW_YORK,
            "[green, yellow, orange,",
            "[green, orange,",
            "tickets.colours: expected 6, one for each shape asked for",
        ),
        Fault(
            ROME,
            "\n  borders: {odd: burgundy, even: yellow}",
            "",
            "sections.y: expected one of congested, found yellow",
            at='"y": yellow',
        ),
        Fault(ROME, "{odd: burgundy, even: yellow}", "{odd: red}", "tickets.borders.even: missing"),
        Fault(
            PARIS,
            "  flirts: 5",
            "  conductors: 5",
            "common_objectives.conductors: expected one of grannies, students, tourists,",
        ),
        Fault(
            LONDON,
            "  university: King's College",
            "  university: King's College\n  palace: Kensington",
            "landmarks.palace: unknown key",
        ),
        Fault(
            LONDON,
            "  tourists: 5\n  businesspeople: 5",
            "  tourists: 5\n  flirts: 5",
            "common_objectives.flirts: expected one of grannies, students, tourists,"
            " businesspeople, monuments, museums",
        ),
    ],
    ids=lambda fault: f"{fault.city}: {fault.wrong.strip()}"[:50],
)
def test_decks_that_cannot_be_dealt_are_refused(tmp_path: Path, fault: Fault) -> None:
    assert_refused(tmp_path, fault)


def test_a_single_common_objective_is_refused_for_two_are_drawn(tmp_path: Path) -> None:
    others = "  students: 5\n  tourists: 5\n  flirts: 5\n  operas: 3\n  theaters: 3\n"
    text = changed(original(PARIS), others, "")
    line = line_of(text, "\ncommon_objectives:")
    error = refusal(tmp_path, PARIS, text)
    assert str(error) == f"gob-paris.yaml:{line}: common_objectives: two are drawn"


def test_fewer_personal_objectives_than_players_are_refused(tmp_path: Path) -> None:
    text = changed(original(LONDON), ", ehn]", "]")
    for letter in (".e ", ".h-", ".n-"):
        text = changed(text, letter, "  " + letter[2] if letter[2] == " " else "---")
    line = line_of(text, "  cards:")
    error = refusal(tmp_path, LONDON, text)
    assert str(error) == f"gob-london.yaml:{line}: {CARDS}: 5 players need as many cards"


@pytest.mark.rule("GOB-S1")
@pytest.mark.parametrize("players", ["[0]", "[-1, 5]", "[4, 4]", "[5, 4]", "[3, 5, 4]", "[4, 6]"])
def test_numbers_of_players_that_no_table_has_are_refused(tmp_path: Path, players: str) -> None:
    assert_refused(tmp_path, Fault(LONDON, "players: [4, 5]", f"players: {players}", SEATS))


@pytest.mark.rule("GOB-S2")
@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        ("    1: [S2, T2", "    0: [S2, T2", "0: expected sheet top 1 here"),
        ("    1: [S2, T2", "    01: [S2, T2", "01: expected sheet top 1 here"),
        ("    1: [S2, T2", "    one: [S2, T2", "one: expected sheet top 1 here"),
        ("    2: [Z3, S2", "    3: [Z3, S2", "3: expected sheet top 2 here"),
        ("    5: [S2/T2", "    6: [S2/T2", "6: expected sheet top 5 here"),
    ],
)
def test_sheet_tops_must_be_numbered_in_order(
    tmp_path: Path, right: str, wrong: str, place: str
) -> None:
    text = changed(original(LONDON), right, wrong)
    if wrong.startswith("    3:"):
        text = changed(text, "    3: [S3", "    2: [S3")
    line = line_of(text, wrong)
    assert str(refusal(tmp_path, LONDON, text)) == f"gob-london.yaml:{line}: tickets.shapes.{place}"


@pytest.mark.parametrize("card", ["ag", "agmn", "agg", "ag7", "agM", "ag\u00e9", "''"])
def test_a_card_that_is_not_three_different_letters_is_refused(tmp_path: Path, card: str) -> None:
    says = f"{CARDS}: {card.strip(chr(39))!r} must be 3 different letters from a to z"
    assert_refused(tmp_path, Fault(LONDON, "cards: [agm,", f"cards: [{card},", says))


def test_a_letter_that_a_card_asks_for_twice_is_refused(tmp_path: Path) -> None:
    says = f"{CARDS}: 'g' is drawn 1 times and asked for 2 times"
    assert_refused(tmp_path, Fault(LONDON, "cards: [agm,", "cards: [aggm,", says))
