"""A file that is no edition at all, or lacks keys or has others, is refused."""

from pathlib import Path

import pytest

from services.rules.core.errors import EditionError
from services.rules.editions import load_edition
from tests.rules.editions.changed import (
    LONDON,
    OTU_PARIS,
    ROME,
    Fault,
    assert_refused,
    changed,
    original,
    refusal,
    without,
)

KEYS = (
    "id",
    "name",
    "version",
    "players",
    "departures",
    "common_objectives",
    "personal_objectives",
    "tickets",
    "sheet",
    "legend",
    "counts",
    "board",
)
"""The keys without which there is no edition of Get on Board, besides `family`."""
ALIAS = "aliases are not used in these files"
NEITHER = "this is not a number or a text"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"id: [gob-london", ":1: not YAML: expected ',' or ']', but got '<stream end>'"),
        (b"id: gob-london\n\tname: x", ":2: not YAML: found character '\\t'"),
        (b"id: a\n--- \nid: b", ":2: not YAML: but found another document"),
        (b"id: \x07", ": cannot be read: unacceptable character #x0007"),
        (b"id: \xff", ": cannot be read: 'utf-8' codec can't decode"),
        (b"", ": expected keys and values"),
        (b"# only a comment", ": expected keys and values"),
        (b"gob-london", ": expected keys and values"),
        (b"- id: gob-london", ": expected keys and values"),
        (b"id: gob-london\n? [a, b]\n: c", ":2: a key must be a text"),
        (b"id: gob-london\nname: {? [a] : b}", ":2: name: a key must be a text"),
        (b"id: gob-london\nname: 2020-12-24", f":2: name: {NEITHER}"),
        (b"id: gob-london\nname: 2001-13-45", f":2: name: {NEITHER}"),
        (b"id: gob-london\nname: !city London", f":2: name: {NEITHER}"),
        (b"id: gob-london\nname: &a [*a]", f":2: name: {ALIAS}"),
        (b"id: gob-london\nname: &a {b: *a}", f":2: name.b: {ALIAS}"),
        (b"colours: &x [green]\nborders: *x", f":1: borders: {ALIAS}"),
        (b"id: gob-london\nversion: !!int abc", f":2: version: {NEITHER}"),
        (b"id: gob-london\nversion: !!bool maybe", f":2: version: {NEITHER}"),
        (b"id: gob-london\nversion: 0x_", f":2: version: {NEITHER}"),
        (b'name: "\\UFFFFFFFF"', ": cannot be read: "),
        (b"name: " + b"[" * 1000, ": cannot be read: "),
        (b"id: gob-london\nname: *x", ":2: not YAML: found undefined alias 'x'"),
    ],
)
def test_what_is_not_yaml_of_keys_and_values_is_refused(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "gob-london.yaml"
    path.write_bytes(content)
    with pytest.raises(EditionError) as caught:
        load_edition(path)
    assert str(caught.value).startswith(f"gob-london.yaml{message}")


@pytest.mark.parametrize("key", KEYS)
def test_a_missing_key_is_refused(tmp_path: Path, key: str) -> None:
    error = refusal(tmp_path, LONDON, without(original(LONDON), key))
    assert str(error) == f"gob-london.yaml:1: {key}: missing"


@pytest.mark.parametrize("city", [LONDON, OTU_PARIS])
def test_a_missing_family_is_refused_with_the_ones_there_are(tmp_path: Path, city: str) -> None:
    error = refusal(tmp_path, city, without(original(city), "family"))
    families = "get-on-board, on-the-underground"
    assert str(error) == f"{city}.yaml:1: family: expected one of {families}"


def test_a_city_of_the_other_family_is_refused(tmp_path: Path) -> None:
    text = changed(original(LONDON), "family: get-on-board", "family: on-the-underground")
    assert str(refusal(tmp_path, LONDON, text)) == "gob-london.yaml:1: stations: missing"


TWICE = "the key stands here twice"
UNKNOWN = "unknown key"


@pytest.mark.parametrize(
    "fault",
    [
        Fault(LONDON, "version: 1", "version: 1\nversion: 2", f"version: {TWICE}"),
        Fault(LONDON, "interns: 3", "interns: 3\n  grannies: 9", f"sheet.grannies: {TWICE}"),
        Fault(
            LONDON, "{rows: 3, boxes", "{rows: 3, rows: 3, boxes", f"sheet.tourists.rows: {TWICE}"
        ),
        Fault(
            LONDON, "    2: [", "    1: [Z3]\n    2: [", f"tickets.shapes.1: {TWICE}", "    1: [Z"
        ),
        Fault(LONDON, "version: 1", "version: 1\ncolour: red", f"colour: {UNKNOWN}"),
        Fault(LONDON, "traffic: 19", "traffic: 19\n  ferries: 4", f"sheet.ferries: {UNKNOWN}"),
        Fault(LONDON, "boxes: 4}", "boxes: 4, seats: 4}", f"sheet.tourists.seats: {UNKNOWN}"),
        Fault(
            LONDON, "\n  shapes:", "\n  price: 2\n  shapes:", f"tickets.price: {UNKNOWN}", "price"
        ),
        Fault(ROME, "{odd: b", "{none: red, odd: b", f"tickets.borders.none: {UNKNOWN}"),
        Fault(
            LONDON,
            "  cards:",
            "  deck: 5\n  cards:",
            f"personal_objectives.deck: {UNKNOWN}",
            "deck: 5",
        ),
        Fault(LONDON, "sections: 156", "sections: 156, parks: 2", f"counts.parks: {UNKNOWN}"),
    ],
    ids=lambda fault: fault.says,
)
def test_a_key_that_is_unknown_or_stands_twice_is_refused(tmp_path: Path, fault: Fault) -> None:
    assert_refused(tmp_path, fault)


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [
        Fault(LONDON, "family: get-on-board", "family: chess", "family: expected one of get-on-b"),
        Fault(
            LONDON,
            "id: gob-london",
            "id: gob-leeds",
            "id: expected gob-london, as the file is named",
        ),
        Fault(
            LONDON,
            "version: 1",
            "version: 0",
            "version: expected a whole number from 1 to 999, found 0",
        ),
        Fault(
            LONDON,
            "version: 1",
            "version: one",
            "version: expected a whole number from 1 to 999, found 'one'",
        ),
        Fault(
            LONDON,
            "version: 1",
            "version: true",
            "version: expected a whole number from 1 to 999, found True",
        ),
        Fault(
            LONDON,
            "version: 1",
            "version: 1.5",
            "version: expected a whole number from 1 to 999, found 1.5",
        ),
        Fault(LONDON, "name: London", "name: 7", "name: expected a text, found 7"),
        Fault(LONDON, "name: London", "name: ''", "name: expected a text, found ''"),
        Fault(LONDON, "players: [4, 5]", "players: []", "players: expected a list, found []"),
        Fault(LONDON, "players: [4, 5]", "players: 4", "players: expected a list, found 4"),
        Fault(
            LONDON,
            "players: [4, 5]",
            "players: [4, five]",
            "players: expected whole numbers, found 'five'",
        ),
        Fault(
            LONDON,
            "players: [4, 5]",
            "players: [4, true]",
            "players: expected whole numbers, found True",
        ),
        Fault(
            LONDON,
            "departures: 12",
            "departures: -12",
            "departures: expected a whole number from 1 to 999, found -12",
        ),
        Fault(
            LONDON,
            "hidden: true",
            "hidden: secret",
            "personal_objectives.hidden: expected true or false, found 'secret'",
        ),
        Fault(
            LONDON,
            "cards: [agm,",
            "cards: [5,",
            "personal_objectives.cards: expected texts, found 5",
        ),
        Fault(LONDON, "sheet:", "sheet: 7\nx:", "sheet: expected keys and values, found 7", "t: 7"),
        Fault(
            LONDON,
            "tourists: {rows: 3, boxes: 4}",
            "tourists: 12",
            "sheet.tourists: expected keys and values, found 12",
        ),
    ],
    ids=lambda fault: fault.wrong,
)
def test_a_value_of_the_wrong_kind_is_refused(tmp_path: Path, fault: Fault) -> None:
    assert_refused(tmp_path, fault)


def test_a_file_that_is_not_there_or_is_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "gob-oslo.yaml").mkdir()
    for name in ("gob-oslo.yaml", "gob-bergen.yaml"):
        with pytest.raises(EditionError, match=f"^{name}: cannot be read: "):
            load_edition(tmp_path / name)
