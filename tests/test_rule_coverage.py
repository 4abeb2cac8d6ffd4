"""The rule coverage can fail: a rule without a test and a test of no rule are found."""

from tests.rule_coverage import ROW, faults, rules


def test_every_rule_of_get_on_board_is_read_from_its_document() -> None:
    known = rules()
    assert len(known) == len(set(known))
    assert {"GOB-S1", "GOB-P12", "GOB-E12", "GOB-X10"} <= set(known)
    assert len([rule for rule in known if rule.startswith("GOB-")]) == 64


def test_a_rule_without_a_test_is_a_fault() -> None:
    assert faults(["GOB-S1", "GOB-S2"], {"GOB-S1": ["a"]}) == ["GOB-S2 has no test"]


def test_a_test_of_no_rule_is_a_fault() -> None:
    assert faults(["GOB-S1"], {"GOB-S1": ["a"], "GOB-Q9": ["b"]}) == [
        "b names GOB-Q9, which is no rule"
    ]
    assert faults(["GOB-S1"], {"GOB-S1": ["a"]}) == []


def test_only_rows_are_rules() -> None:
    assert ROW.findall("see GOB-P1 | here\n| GOB-P2 | all | one |\n| id | cities |\n") == ["GOB-P2"]
