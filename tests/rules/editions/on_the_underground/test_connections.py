"""Connections that lead nowhere, or twice to the same place, are refused."""

from pathlib import Path

import pytest

from tests.rules.editions.changed import Fault, assert_refused, changed
from tests.rules.editions.on_the_underground.cities import NEW_YORK, OSLO, PARIS, SMALL, load

RIGHT = "  nord | sentrum: 2"
TWICE = "these stations are connected twice"
TWO = "expected two different stations with a | between them"


@pytest.mark.parametrize(
    "fault",
    [
        Fault(NEW_YORK, "  145-st | 155-st: 1", "  145-st | 165-st: 1",
              f"connections.145-st | 165-st: {TWO}"),
        Fault(PARIS, "  balard | boucicaut: 1", "  balard boucicaut: 1",
              f"connections.balard boucicaut: {TWO}"),
        Fault(PARIS, "  gambetta | porte-des-lilas: 1", "  boucicaut | balard: 1",
              f"connections.boucicaut | balard: {TWICE}"),
    ],
    ids=lambda fault: fault.says,
)  # fmt: skip
def test_a_slip_in_a_real_file_is_refused(tmp_path: Path, fault: Fault) -> None:
    assert_refused(tmp_path, fault)


@pytest.mark.parametrize(
    "key",
    [
        "nord | bergen",
        "bergen | sentrum",
        "Nord | sentrum",
        "nord | nord",
        "nord sentrum",
        "sentrum",
        "sentrum |",
        "'| sentrum'",
        "'|'",
        "nord | sentrum | park",
        "nord || sentrum",
    ],
)
def test_a_key_that_does_not_name_two_different_stations_is_refused(
    tmp_path: Path, key: str
) -> None:
    says = f"connections.{key.strip(chr(39))}: {TWO}"
    assert_refused(tmp_path, Fault(OSLO, RIGHT, f"  {key}: 2", says), SMALL)


@pytest.mark.parametrize(
    ("again", "reason"),
    [
        ("nord | sentrum", "the key stands here twice"),
        ("nord|sentrum", TWICE),
        ("sentrum | nord", TWICE),
        ("sentrum  |  nord", TWICE),
    ],
)
def test_a_connection_that_stands_there_twice_is_refused(
    tmp_path: Path, again: str, reason: str
) -> None:
    says = f"connections.{again}: {reason}"
    fault = Fault(OSLO, "  bukt | torg: 1", f"  {again}: 4", says)
    assert_refused(tmp_path, fault, SMALL)


@pytest.mark.rule("OTU-P4")
@pytest.mark.parametrize("spaces", ["0", "10", "-1", "1.5", "two", "true", "~", "[1]", "{a: 1}"])
def test_a_number_of_spaces_that_no_connection_has_is_refused(tmp_path: Path, spaces: str) -> None:
    says = "connections.nord | sentrum: expected a whole number from 1 to 9, found "
    assert_refused(tmp_path, Fault(OSLO, RIGHT, f"  nord | sentrum: {spaces}", says), SMALL)


@pytest.mark.parametrize("spaces", range(1, 10))
def test_a_connection_has_one_to_nine_spaces(tmp_path: Path, spaces: int) -> None:
    edition = load(tmp_path, OSLO, changed(SMALL, RIGHT, f"  nord | sentrum: {spaces}"))
    assert edition.network.connections[0].spaces == spaces
