"""The rule coverage can fail: a rule without a test and a test of no rule are found."""

from collections import Counter

import pytest

from tests.rule_coverage import ROW, faults, rules

SOME = {
    "GOB": {"GOB-S1", "GOB-P12", "GOB-E12", "GOB-X10"},
    "OTU": {"OTU-S1", "OTU-T3", "OTU-P8", "OTU-B8", "OTU-G7", "OTU-E4", "OTU-X7"},
}
"""The first and the last rules of some chapters."""


@pytest.mark.parametrize(("family", "number"), [("GOB", 64), ("OTU", 44)])
def test_every_rule_of_a_family_is_read_from_its_document(family: str, number: int) -> None:
    known = Counter(rule for rule in rules() if rule.startswith(f"{family}-"))
    assert known.total() == len(known) == number
    assert set(known) >= SOME[family]


def test_there_are_no_rules_but_those_of_the_families() -> None:
    assert {rule.partition("-")[0] for rule in rules()} == set(SOME)


def test_a_rule_without_a_test_is_a_fault() -> None:
    assert faults(["GOB-S1", "GOB-S2"], {"GOB-S1": ["a"]}) == ["GOB-S2 has no test"]


def test_a_test_of_no_rule_is_a_fault() -> None:
    assert faults(["GOB-S1"], {"GOB-S1": ["a"], "GOB-Q9": ["b"]}) == [
        "b names GOB-Q9, which is no rule"
    ]
    assert faults(["GOB-S1", "OTU-S1"], {"GOB-S1": ["a"], "OTU-S1": ["a", "b"]}) == []


@pytest.mark.slow
def test_only_rows_are_rules() -> None:
    text = "see GOB-P1 | here\n| GOB-P2 | all | one |\n| id | cities |\n| OTU-S1 | both | two |\n"
    assert ROW.findall(text) == ["GOB-P2", "OTU-S1"]
